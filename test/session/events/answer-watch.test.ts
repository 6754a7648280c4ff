import { expect, test } from 'vitest';
import { AnswerWatch } from '../../../src/session/events/answer-watch.ts';

/** A watch with a clock that is set by hand. */
function watch() {
  const time = { ms: 0 };
  const clock = { now: () => 1_000_000 + time.ms, elapsed: () => time.ms };
  const watched = new AnswerWatch(clock as ConstructorParameters<typeof AnswerWatch>[0]);
  const request = { method: 'POST' } as const;
  return {
    at: (ms: number): AnswerWatch => {
      time.ms = ms;
      return watched;
    },
    trying: () => watched.observe({ type: 'trying' }),
    tried: (status?: number) =>
      watched.observe({
        type: 'tried',
        request: request as never,
        ms: 1,
        ...(status === undefined ? {} : { status }),
      }),
    retried: (attempt: number, throttled = false) =>
      watched.observe({ type: 'retried', reason: 'reset', throttled, attempt }),
  };
}

test('nothing is waited for while answers come, however long the pauses of a run without a limit', () => {
  const it = watch();
  it.trying();
  it.tried(200);
  expect(it.at(60_000).waiting(false)).toBeUndefined();
  expect(it.at(60_000).waiting(true)).toEqual({ why: 'limit', seconds: 60 });
});

test('a request that is not answered is one after 10 s; an answer, also a refusal of rows, ends that', () => {
  const it = watch();
  it.at(100_000);
  it.trying();
  expect(it.at(109_000).waiting(true)).toBeUndefined();
  expect(it.at(114_000).waiting(true)).toEqual({ why: 'noAnswer', seconds: 14 });
  it.tried(400);
  expect(it.at(114_000).waiting(true)).toBeUndefined();
});

test('failed requests are counted, also between two tries, until one succeeds', () => {
  const it = watch();
  for (const attempt of [1, 2, 3]) {
    it.trying();
    it.tried(attempt === 3 ? undefined : 503);
    it.retried(attempt);
  }
  expect(it.at(2_000).waiting(false)).toEqual({ why: 'retry', seconds: 2, attempt: 3, reason: 'reset' });
  expect(it.at(20_000).waiting(false)).toEqual({ why: 'noAnswer', seconds: 20, attempt: 3, reason: 'reset' });
  expect(it.at(20_000).lastError?.message).toBe('reset');
  it.trying();
  it.tried(200);
  expect(it.at(21_000).waiting(false)).toBeUndefined();
  expect([it.at(0).sent, it.at(0).succeeded, it.at(0).retried]).toEqual([4, 1, 3]);
});

test('what the service asks to wait comes before all else, and a refusal is no error', () => {
  const it = watch();
  it.trying();
  it.tried(429);
  it.at(0).observe({ type: 'held', rateClass: 'x', forMs: 30_000, refused: true, stated: true });
  it.at(0).observe({ type: 'held', rateClass: 'x', forMs: 3_000, refused: true, stated: false });
  it.retried(1, true);
  expect(it.at(10_000).waiting(true)).toEqual({
    why: 'refused',
    stated: true,
    seconds: 20,
    until: new Date(1_030_000).toISOString(),
  });
  expect(it.at(10_000).lastError).toBeUndefined();
  expect(it.at(30_000).holdMs).toBe(0);
});
