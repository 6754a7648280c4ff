import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import type { TransportEvent } from '../../../src/service/transport/transport.ts';
import { realSystem } from '../../../src/system/system.ts';
import { httpServer } from '../../service/transport/http-server.ts';
import { account, asking, failure, json, never, origin } from './asking.ts';

describe('the pace', () => {
  const held = (told: readonly TransportEvent[]) => told.filter((event) => event.type === 'held');

  test('is half of what is published, and then half of what answers state', async () => {
    await using open = await asking((request, response) =>
      json(
        response,
        200,
        {},
        request.url?.endsWith('sendbird')
          ? { 'x-ratelimit-limit': '10;w=1', 'x-ratelimit-remaining': '9' }
          : { 'x-ratelimit-limit': '1000' },
      ),
    );
    expect(Math.round(open.allowedPerMinute('search'))).toBe(60);
    await open.ask({ path: '/users', family: 'search' }, never);
    expect(Math.round(open.allowedPerMinute('search'))).toBe(500);
    await open.ask({ path: '/sendbird', family: 'read' }, never);
    expect(Math.round(open.allowedPerMinute('read'))).toBe(300);
  });

  test('keeps half of what remains for others', async () => {
    const reset = String(Math.floor(Date.now() / 1000) + 2);
    await using open = await asking((_, response) =>
      json(response, 200, {}, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset }),
    );
    await open.ask({ path: '/users', family: 'read' }, never);
    expect(held(open.told)).toMatchObject([{ rateClass: 'read', refused: false, stated: true }]);
  });

  test('is what a person has set, over all families', async () => {
    await using open = await asking((_, response) => json(response, 200, {}), {
      of: { requestsPerSecond: 40 },
    });
    expect(open.allowedPerMinute('search')).toBe(2400);
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        open.ask({ path: '/users', family: at % 2 === 0 ? 'read' : 'search' }, never),
      ),
    );
    // Up to 8 may go ahead of an even pace.
    expect(performance.now() - startedAt).toBeGreaterThan(450);
  });

  test.each([['retry-after'], ['x-ratelimit-retryafter']])('waits as %s says', async (name) => {
    await using open = await asking((_, response, count) =>
      count === 1 ? json(response, 429, {}, { [name]: '0.3' }) : json(response, 200, { ok: 1 }),
    );
    const startedAt = performance.now();
    expect((await open.ask({ path: '/users', family: 'read' }, never)).body).toEqual({ ok: 1 });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(held(open.told)).toMatchObject([{ refused: true, stated: true }]);
  });

  test('waits a minute if a 429 does not say how long', async () => {
    const stop = new AbortController();
    await using open = await asking((_, response) => json(response, 429, ''), {
      options: { observe: (event) => event.type === 'held' && stop.abort(new Error(`${event.forMs}`)) },
    });
    const error = await failure(open.ask({ path: '/users', family: 'read' }, stop.signal));
    expect(Number(error.message)).toBeGreaterThanOrEqual(60_000);
  });

  test('is shared by the pipelines of an account', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ask-'));
    const options = { sharedIn: folder };
    const of = { requestsPerSecond: 20 };
    try {
      await using server = await httpServer((_, response) => json(response, 200, {}));
      const opened = [1, 2].map(() => openAsk(origin(server.origin), account(of), realSystem, options));
      const startedAt = performance.now();
      const all = opened.flatMap(({ ask }) =>
        Array.from({ length: 14 }, () => ask({ path: '/users', family: 'read' }, never)),
      );
      await Promise.all(all);
      // 28 at 20 a second, of which some go ahead.
      expect(performance.now() - startedAt).toBeGreaterThan(800);
      for (const each of opened) await each[Symbol.asyncDispose]();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
