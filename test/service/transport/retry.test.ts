import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackoffOptions } from '../../../src/service/transport/repeating.ts';
import { retry } from '../../../src/service/transport/retry.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Retried,
  type Transport,
  TransportError,
} from '../../../src/service/transport/transport.ts';
import { startClock, stopClock } from '../../support/fake-clock.ts';

const read: ApiRequest = {
  method: 'GET',
  path: '/users',
  rateClass: 'read',
  repeatable: true,
  divisible: false,
};
const write: ApiRequest = { ...read, method: 'POST', divisible: true };
const once: ApiRequest = { ...write, repeatable: false };
const never = new AbortController().signal;
const reply = (status: number, body: unknown = { data: {} }): ApiResponse => ({
  status,
  headers: {},
  body,
  attempts: 1,
  ambiguous: false,
});
const error = (code: string) => ({ error: { code, message: 'said' } });
const lost = new TransportError('ECONNRESET', { maybeSent: true });
const refused = new TransportError('ECONNREFUSED', { maybeSent: false });

/** A layer over a service that gives the listed answers, the last one for ever. */
function over(answers: readonly (ApiResponse | Error)[], options: Partial<BackoffOptions> = {}) {
  const told: Retried[] = [];
  const calls: number[] = [];
  const wire: Transport = async () => {
    const answer = answers[Math.min(calls.length, answers.length - 1)] as ApiResponse | Error;
    calls.push(performance.now());
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    transport: retry({ observe: (event) => told.push(event), random: { next: () => 0 }, ...options })(wire),
    told,
    calls,
  };
}

describe('retry', () => {
  test.each([
    [408, 503, 504, 502, 425],
    [500, 500],
  ])('repeats a read that meets %i until there is an answer', async (...statuses) => {
    const { transport, told } = over([...statuses.map((status) => reply(status, undefined)), reply(200)]);
    const response = await transport(read, never);
    expect(response).toMatchObject({ status: 200, attempts: statuses.length + 1, ambiguous: true });
    expect(told.length).toBe(statuses.length);
  });

  test('repeats a repeatable call that may have been sent, and says that it is ambiguous', async () => {
    expect(await over([lost, reply(200)]).transport(write, never)).toMatchObject({
      attempts: 2,
      ambiguous: true,
    });
    expect(await over([refused, reply(200)]).transport(write, never)).toMatchObject({
      attempts: 2,
      ambiguous: false,
    });
  });

  test('never repeats a call without a key of its own after it may have been sent', async () => {
    const reset = over([lost, reply(200)]);
    await expect(reset.transport(once, never)).rejects.toBe(lost);
    expect(reset.calls.length).toBe(1);
    const gateway = over([reply(502, undefined), reply(200)]);
    expect(await gateway.transport(once, never)).toMatchObject({ status: 502 });
    expect(gateway.calls.length).toBe(1);
    const unreached = over([refused, refused, reply(200)]);
    expect(await unreached.transport(once, never)).toMatchObject({
      status: 200,
      attempts: 3,
      ambiguous: false,
    });
    const throttled = over([reply(429, error('ERR_TOO_MANY_REQUESTS')), reply(200)]);
    expect(await throttled.transport(once, never)).toMatchObject({ status: 200, ambiguous: false });
  });

  test('leaves a server error of a divisible call to the caller, but not that of a gateway', async () => {
    const own = over([reply(500, error('ERR_EXCEPTION')), reply(200)]);
    expect(await own.transport(write, never)).toMatchObject({ status: 500, attempts: 1 });
    const gateway = over([reply(500, undefined), reply(200)]);
    expect(await gateway.transport(write, never)).toMatchObject({ status: 200, attempts: 2 });
  });

  test.each([400, 404, 409, 413, 417])('does not repeat a %i', async (status) => {
    const { transport, calls } = over([reply(status, error('ERR_X'))]);
    expect((await transport(read, never)).status).toBe(status);
    expect(calls.length).toBe(1);
  });

  test('ends with the fatal error of a failed connection', async () => {
    const { RunError } = await import('../../../src/errors/run-error.ts');
    const fatal = new RunError('SERVICE.TLS', 'no trust');
    const { transport, calls } = over([new TransportError('x', { maybeSent: false, fatal })]);
    await expect(transport(read, never)).rejects.toBe(fatal);
    expect(calls.length).toBe(1);
  });

  test.each([401, 403, 404])('gives the caller an answer of %i, whatever it says', async (status) => {
    const { transport, calls } = over([reply(status, error('AUTH_ERR_NO_ACCESS'))]);
    expect((await transport(read, never)).status).toBe(status);
    expect(calls.length).toBe(1);
  });

  test('gives up after the outage budget, shorter before the first answer, and keeps the last answer', async () => {
    await expect(over([lost], { firstAnswerMs: 15 }).transport(read, never)).rejects.toMatchObject({
      code: 'SERVICE.UNREACHABLE',
      exitCode: 7,
      cause: { maybeSent: true, cause: lost },
    });
    const { transport } = over([reply(200), lost], { firstAnswerMs: 0, outageMs: 15 });
    await transport(read, never);
    await expect(transport(read, never)).rejects.toMatchObject({ code: 'SERVICE.OUTAGE', exitCode: 7 });
  });

  test('sends nothing once the run is to stop', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const { transport, calls } = over([reply(200)]);
    await expect(transport(read, stop.signal)).rejects.toThrow('stopped');
    expect(calls.length).toBe(0);
  });
});

describe('the waits of retry', () => {
  beforeEach(stopClock);
  afterEach(startClock);

  test('are jittered between nothing and 500 ms doubling up to a minute', async () => {
    const { transport, calls } = over([...Array<Error>(10).fill(lost), reply(200)], {
      random: { next: () => 1 },
      firstAnswerMs: 600_000,
    });
    const answer = transport(read, never);
    await vi.advanceTimersByTimeAsync(600_000);
    await answer;
    const waits = calls.slice(1).map((at, index) => Math.round(at - (calls[index] as number)));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('end with the budget before the first answer, whatever the jitter', async () => {
    const { transport, calls } = over([refused], { random: { next: () => 1 }, firstAnswerMs: 15_000 });
    const answer = transport(read, never).catch((thrown: Error) => [thrown.message, performance.now()]);
    const startedAt = performance.now();
    await vi.advanceTimersByTimeAsync(60_000);
    const [message, at] = (await answer) as [string, number];
    expect(message).toBe('no request has succeeded for 15 s: ECONNREFUSED');
    expect(at - startedAt).toBe(15_000);
    expect(calls.length).toBe(6);
  });

  test('are not spent where another connection without an answer would outlast the budget', async () => {
    const told: Retried[] = [];
    const timeout = new TransportError('no connection in 10 s', { maybeSent: false });
    const blackhole: Transport = async () => {
      await sleep(10_000);
      throw timeout;
    };
    const transport = retry({ observe: (event) => told.push(event), random: { next: () => 1 } })(blackhole);
    const startedAt = performance.now();
    const answer = transport(read, never).catch((thrown: Error) => [thrown.message, performance.now()]);
    await vi.advanceTimersByTimeAsync(60_000);
    const [message, at] = (await answer) as [string, number];
    expect(message).toBe('no request has succeeded for 10 s: no connection in 10 s');
    expect(at - startedAt).toBeLessThanOrEqual(15_000);
  });

  test('end when the run is to stop', async () => {
    const stop = new AbortController();
    const { transport, calls } = over([lost], { random: { next: () => 1 } });
    const answer = transport(read, stop.signal).catch((thrown: Error) => thrown.name);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    expect(await answer).toBe('AbortError');
    expect(calls.length).toBe(1);
  });
});
