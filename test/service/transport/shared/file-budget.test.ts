import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLimiter } from '../../../../src/service/transport/limiter.ts';
import { FileBudget } from '../../../../src/service/transport/shared/file-budget.ts';
import { openSharedBudget, sharedBy } from '../../../../src/service/transport/shared/open-shared-budget.ts';
import type { SharedBudget } from '../../../../src/service/transport/shared/shared-budget.ts';
import { realSystem } from '../../../../src/system/system.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-budget-'));
  path = join(folder, 'a.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;
const ASKED = { spacingMs: 100, turns: 1, unused: 0 };
const open = (shiftMs = 0): FileBudget =>
  new FileBudget(path, 'app', {
    ...realSystem,
    clock: { ...realSystem.clock, now: () => Date.now() + shiftMs },
  });
/** Takes turns until there is none for now; how many that were. */
async function takeAll(budget: SharedBudget): Promise<number> {
  for (let turns = 0; ; turns++) if ((await budget.take('import', ASKED)).turns === 0) return turns;
}

test('turns are given for the next seconds alone, to whoever asks; those that were not used are given again', async () => {
  await using one = open();
  await using other = open();
  expect(await takeAll(one)).toBe(23);
  expect(await takeAll(other)).toBe(0);
  expect(await other.take('core', ASKED)).toMatchObject({ turns: 1, leadMs: 0 });
  expect(await one.take('import', { ...ASKED, unused: 5 })).toMatchObject({ turns: 1 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a pipeline with a lower limit of its own does not slow the others of its app', async () => {
  await using one = open();
  await one.take('import', ASKED);
  expect(await one.take('import', { ...ASKED, spacingMs: 1_000 })).toMatchObject({ spacingMs: 100 });
});

test('a clock that goes back an hour delays nobody by more than some seconds', async () => {
  await using later = open(HOUR_MS);
  await takeAll(later);
  await later.close('import', 60_000);
  await using now = open();
  const { leadMs, closedForMs } = await now.take('import', ASKED);
  expect(leadMs).toBeLessThan(5_000);
  expect(closedForMs).toBe(0);
  expect(await now.closed()).toEqual(new Map());
});

test('a file that is deleted in the middle is made anew, and shared again', async () => {
  await using one = open();
  await takeAll(one);
  rmSync(path);
  await one.closed();
  await one.closed();
  await using other = open();
  await other.close('import', 9_000);
  expect((await one.closed()).get('import')).toBeGreaterThan(8_000);
});

test('a file that another one takes the place of, at once or later, is left, and shared again', async () => {
  await using one = open();
  // At once: before this process could look which file it has.
  rmSync(path);
  await using other = open();
  await other.close('import', 9_000);
  await realSystem.clock.sleep(50);
  expect((await one.closed()).get('import')).toBeGreaterThan(8_000);
  const elsewhere = join(folder, 'b.sqlite');
  {
    await using made = new FileBudget(elsewhere, 'app', realSystem);
    await made.close('core', 9_000);
  }
  renameSync(elsewhere, path);
  for (const each of [one, other]) expect([...(await each.closed()).keys()]).toEqual(['core']);
});

for (const [what, damage] of [
  ['damaged', () => writeFileSync(path, 'no database at all'.repeat(500))],
  ['cut off', () => writeFileSync(path, new Uint8Array(5_000).fill(7))],
  [
    'of another program',
    () => {
      using db = new DatabaseSync(path);
      db.exec('CREATE TABLE theirs (id)');
    },
  ],
] as const)
  test(`a file that is ${what} is set aside and made anew`, async () => {
    damage();
    await using one = open();
    expect(await one.take('import', ASKED)).toMatchObject({ turns: 1 });
    expect(readdirSync(folder).sort()).toEqual(expect.arrayContaining(['a.sqlite', 'a.sqlite.damaged']));
  });

test('who waits or sends stops within a second when another one was told to wait', async () => {
  await using one = open();
  await using other = open();
  const held: string[] = [];
  const sharing = (budget: SharedBudget) => sharedBy(budget, (name) => held.push(name));
  const rate = { perMs: 60_000, concurrency: 4 };
  const budgets = {
    import: { requests: 600, ...rate },
    core: { requests: Number.POSITIVE_INFINITY, ...rate },
  };
  const refused = createLimiter(budgets, undefined, undefined, sharing(one));
  const sends = createLimiter(budgets, undefined, undefined, sharing(other));
  const stop = new AbortController();
  const started: number[] = [];
  const send = async (rateClass: string): Promise<void> => {
    for (;;)
      await sends.run(
        rateClass,
        async () => {
          started.push(performance.now());
          await realSystem.clock.sleep(20);
        },
        stop.signal,
      );
  };
  const sending = Promise.allSettled(['import', 'import', 'core'].map(send));
  await expect.poll(() => started.length).toBeGreaterThan(20);
  const at = performance.now();
  refused.hold('import', 30_000);
  refused.hold('core', 30_000);
  await expect.poll(() => held.toSorted()).toEqual(['core', 'import']);
  // Those of a second: 50 of the class without a limit, 10 of the other one; then none that was not under way.
  expect(started.filter((one) => one > at).length).toBeLessThan(70);
  await realSystem.clock.sleep(200);
  const before = started.length;
  await realSystem.clock.sleep(1_500);
  expect(started.length).toBe(before);
  stop.abort();
  await sending;
});

test('where no file can be made, it is said why', () => {
  writeFileSync(join(folder, '.budgets'), 'in the way');
  expect(() => openSharedBudget(folder, ['a'], realSystem)).toThrow(/EEXIST|ENOTDIR/);
});
