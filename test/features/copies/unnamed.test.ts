import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, keyOf, png } from './copies-here.ts';

const SYNC = 'sync: { files: remove, onMissing: delete, maxDelete: 100% }';
const keys = (...names: string[]): string[] => names.map((name) => keyOf(png(name))).sort();
const held = ({ store }: CopiesHere): string[] =>
  Object.keys(store.list())
    .map((key) => key.replace(/^chat\//, ''))
    .sort();

async function synced(sync: string, kind: 'folder' | 's3' = 'folder'): Promise<CopiesHere> {
  const here = await copiesHere(kind);
  here.copies('concurrency: 1', sync);
  const { source } = here;
  here.messages(
    { muid: 'm1', files: [source.put('/a.png', png('a')), source.put('/b.png', png('b'))] },
    { muid: 'm2', files: [source.put('/c.png', png('c')), source.put('/b2.png', png('b'))] },
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(held(here)).toEqual(keys('a', 'b', 'c'));
  return here;
}

test('a sync removes the copies that no row names any more', async () => {
  await using here = await synced(SYNC);
  here.messages({ muid: 'm2', files: [`${here.source.origin}/c.png`, `${here.source.origin}/b2.png`] });
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('removed 1 copy of files')]);
  expect(held(here)).toEqual(keys('b', 'c'));
  // It is copied again if a row names it again.
  here.messages({ muid: 'm3', files: [`${here.source.origin}/a.png`] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(held(here)).toEqual(keys('a'));
});

test('a store that fails in the middle ends the sync; the next one removes the rest, and says how many', async () => {
  await using here = await synced(SYNC, 's3');
  const { source, store } = here;
  const [message] = [{ muid: 'm9', files: [source.put('/z.png', png('z'))] }];
  here.messages(message);
  let removals = 0;
  store.fake?.plant('DeleteObject', { status: 403, code: 'AccessDenied' }, 100, () => ++removals > 1);
  const failed = await here.json('run', '--yes');
  expect([failed.exitCode, failed.result.error?.code]).toEqual([10, 'FILES.STORE_DENIED']);
  expect(failed.result.missing?.messages).toMatchObject({ deleted: 2 });
  expect(held(here)).toHaveLength(3);
  store.fake?.pardon();
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('removed 2 copies of files')]);
  expect(held(here)).toEqual(keys('z'));
});

test('a copy of a message that was deleted at the source goes with it', async () => {
  await using here = await synced(`policies: { deletions: drop }\nsync: { files: remove }`);
  const { origin } = here.source;
  here.messages(
    { muid: 'm1', files: [`${origin}/a.png`, `${origin}/b.png`], deletedAt: 1_700_000_100 },
    { muid: 'm2', files: [`${origin}/c.png`, `${origin}/b2.png`] },
  );
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.deletedAtSource?.messages?.removed]).toEqual([0, 1]);
  expect(held(here)).toEqual(keys('b', 'c'));
});

test.each([
  ['by default', 'sync: { onMissing: delete, maxDelete: 100% }', undefined],
  [
    'while rows that no source has stay',
    'sync: { files: remove }',
    /sync\.files: .* 1 row of the service may name/,
  ],
])('copies stay %s', async (_, sync, warning) => {
  await using here = await synced(sync);
  here.messages({ muid: 'm2', files: [`${here.source.origin}/c.png`, `${here.source.origin}/b2.png`] });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(held(here)).toEqual(keys('a', 'b', 'c'));
  if (warning) expect(result.warnings.join('\n')).toMatch(warning);
});
