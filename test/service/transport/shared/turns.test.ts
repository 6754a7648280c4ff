import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLimiter, senderClass } from '../../../../src/service/transport/limiter.ts';
import { FileBudget } from '../../../../src/service/transport/shared/file-budget.ts';
import { sharedBy } from '../../../../src/service/transport/shared/open-shared-budget.ts';
import type { AskedTurns, SharedBudget } from '../../../../src/service/transport/shared/shared-budget.ts';
import { realSystem } from '../../../../src/system/system.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-turns-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BUDGETS = {
  import: { requests: 6_000, perMs: 60_000, concurrency: 2 },
  sender: { requests: 30, perMs: 60_000, concurrency: 100 },
};

/** A limiter over a file, and what it asked that for. */
function sharing() {
  const budget = new FileBudget(join(folder, 'a.sqlite'), 'app', realSystem);
  const asked: AskedTurns[] = [];
  const recording: SharedBudget = {
    take: (rateClass, what) => {
      asked.push(what);
      return budget.take(rateClass, what);
    },
    close: (rateClass, forMs) => budget.close(rateClass, forMs),
    closed: () => budget.closed(),
    [Symbol.asyncDispose]: () => budget[Symbol.asyncDispose](),
  };
  const limiter = createLimiter(
    BUDGETS,
    undefined,
    undefined,
    sharedBy(recording, () => {}),
  );
  return { limiter, asked, [Symbol.asyncDispose]: () => budget[Symbol.asyncDispose]() };
}

const { signal } = new AbortController();
const wait = (ms: number): Promise<void> => realSystem.clock.sleep(ms);
const sent = async (): Promise<string> => 'sent';

test('a request that waits for its sender takes no turn from others, and one behind it goes past', async () => {
  await using it = sharing();
  const { limiter, asked } = it;
  limiter.hold(senderClass('ann'), 4_000);
  const late = [1, 2, 3].map(() => limiter.run(['import', senderClass('ann')], sent, signal));
  await wait(600);
  expect(asked).toEqual([]);
  expect(await limiter.run(['import', senderClass('ben')], sent, signal)).toBe('sent');
  expect(asked).toEqual([expect.objectContaining({ turns: 1 })]);
  expect(await late[0]).toBe('sent');
  expect(asked.length).toBeLessThanOrEqual(3);
  limiter.hold('import', 60_000);
  void Promise.allSettled(late);
});

test('a request that waits until another one has ended, or until the class opens, takes no turn', async () => {
  await using it = sharing();
  const { limiter, asked } = it;
  const end = Promise.withResolvers<void>();
  let begun = 0;
  const long = [1, 2].map(() =>
    limiter.run(
      'import',
      () => {
        begun += 1;
        return end.promise;
      },
      signal,
    ),
  );
  await expect.poll(() => begun).toBe(2);
  const before = asked.length;
  const next = limiter.run('import', sent, signal);
  await wait(400);
  expect(asked).toHaveLength(before);
  end.resolve();
  await Promise.all(long);
  expect(await next).toBe('sent');
  limiter.hold('import', 4_000);
  const held = asked.length;
  const closed = limiter.run('import', sent, signal);
  await wait(500);
  expect(asked).toHaveLength(held);
  expect(await closed).toBe('sent');
  // Nothing was lost on the way.
  expect(asked.every(({ unused }) => unused === 0)).toBe(true);
});
