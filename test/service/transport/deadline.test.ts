import { describe, expect, test } from 'vitest';
import { deadline } from '../../../src/service/transport/deadline.ts';
import {
  type ApiRequest,
  type ApiResponse,
  TransportError,
} from '../../../src/service/transport/transport.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { write } from './simulated-limits.ts';

const never = new AbortController().signal;
const MAX_MS = 120_000;
const reply: ApiResponse = { status: 200, headers: {}, body: {}, attempts: 1, ambiguous: false };

/** The layer over a service that answers after so many milliseconds; what each attempt was given, and its end. */
function over(answerMs: (request: ApiRequest) => number) {
  const clock = new VirtualClock();
  const given: number[] = [];
  const transport = deadline(
    MAX_MS,
    clock,
  )(async (request) => {
    const { deadlineMs = Number.NaN } = request;
    given.push(deadlineMs);
    const ms = answerMs(request);
    await clock.sleep(Math.min(ms, deadlineMs));
    if (ms > deadlineMs) throw new TransportError('no answer', { maybeSent: true });
    return reply;
  });
  const send = (request: ApiRequest) => transport(request, never).catch((error: Error) => error);
  return { clock, given, send };
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index++) await work();
};

describe('deadline', () => {
  test('is the longest one until it is known how long answers take, then follows them', async () => {
    const { clock, given, send } = over(() => 1_000);
    await clock.run(() => times(60, () => send({ ...write })));
    expect(given.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => MAX_MS));
    expect(given.at(-1)).toBe(5_000);
    const slow = over(() => 20_000);
    await slow.clock.run(() => times(60, () => slow.send({ ...write })));
    expect(slow.given.at(-1)).toBeGreaterThanOrEqual(20_000);
  });

  test('doubles with each attempt of a request, so an answer that takes long arrives', async () => {
    const heavy = { ...write };
    const { clock, given, send } = over((request) => (request.path === '/heavy' ? 30_000 : 100));
    await clock.run(async () => {
      await times(20, () => send({ ...write }));
      given.length = 0;
      const request = { ...heavy, path: '/heavy' };
      await times(4, async () => {
        await send(request);
        await send({ ...write });
      });
    });
    expect(given.filter((_, index) => index % 2 === 0)).toEqual([5_000, 10_000, 20_000, 40_000]);
  });

  test('grows for all while nothing is answered, and falls back with the first answer', async () => {
    let isSilent = false;
    const { clock, given, send } = over(() => (isSilent ? 1e9 : 100));
    await clock.run(async () => {
      await times(20, () => send({ ...write }));
      isSilent = true;
      given.length = 0;
      await times(6, () => send({ ...write }));
      isSilent = false;
      await times(2, () => send({ ...write }));
    });
    expect(given).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, MAX_MS, MAX_MS, 5_000]);
  });

  test.each<[string, Partial<ApiRequest>]>([
    ['that must not be sent twice', { repeatable: false }],
    ['that changes a row', { method: 'PUT' }],
    ['that removes a row', { method: 'DELETE' }],
  ])('is always the longest one for a request %s', async (_what, facts) => {
    const { clock, given, send } = over(() => 100);
    await clock.run(async () => {
      await times(20, () => send({ ...write }));
      given.length = 0;
      await send({ ...write, ...facts });
    });
    expect(given).toEqual([MAX_MS]);
  });
});
