import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, keyOf, png } from './copies-here.ts';

const SIZE = png('a').length;

async function undone(here: CopiesHere, ...options: string[]) {
  const shown = await here.json<UndoPreview>('undo', ...options);
  if (shown.result.confirm === undefined) return { shown: shown.result, done: undefined, exitCode: 0 };
  const done = await here.json<UndoDone>('undo', ...options, '--confirm', shown.result.confirm);
  return { shown: shown.result, done: done.result, exitCode: done.exitCode };
}

/** A run of two messages, one with a file that the store had before. */
async function migrated(here: CopiesHere): Promise<void> {
  const { source } = here;
  here.messages(
    { muid: 'm1', files: [source.put('/a.png', png('a')), source.put('/b.png', png('b'))] },
    { muid: 'm2', files: [source.put('/again.png', png('a'))] },
  );
  const { exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
}

describe.each(['folder', 's3'] as const)('copies in a %s', (kind) => {
  test('are removed after the rows, and the store is as it was', async () => {
    await using here = await copiesHere(kind);
    await here.store.put('theirs.txt', Buffer.from('of somebody'));
    await here.store.put(keyOf(png('b')), png('b'));
    const before = here.store.list();
    await migrated(here);
    expect(Object.keys(here.store.list())).toHaveLength(3);
    const { shown, done, exitCode } = await undone(here);
    expect(exitCode).toBe(0);
    expect(shown.files).toMatchObject({ objects: 1, bytes: SIZE, uploads: 0, atMost: false });
    expect(done?.files).toMatchObject({ objects: 1, bytes: SIZE, kept: { objects: 0 } });
    expect(here.store.list()).toEqual(before);
    expect(await here.sent()).toEqual({});
    expect(existsSync(here.state('files', 'map.ndjson'))).toBe(false);
    const again = await here.json<UndoPreview>('undo');
    expect([again.exitCode, again.result.confirm]).toEqual([0, undefined]);
  });
});

test('what was copied without a run of rows is removed as well, and shown on the screen first', async () => {
  await using here = await copiesHere();
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
  const { stdout } = await runHere(['undo', here.pipeline]);
  expect(stdout).toMatch(/files +remove 1 copy of files \(\d+ B\) from \.\/public/);
  const [, id = ''] = /--confirm (\w+)/.exec(stdout) ?? [];
  const done = await runHere(['undo', here.pipeline, '--confirm', id]);
  expect([done.exitCode, done.stdout]).toEqual([0, expect.stringMatching(/files +removed 1 copy/)]);
  expect(here.store.list()).toEqual({});
});

test('a store that fails in the middle ends it; the same command does the rest, and counts what is left', async () => {
  await using here = await copiesHere('s3');
  const { source, store } = here;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  here.copies('concurrency: 1');
  here.messages(...names.map((name) => ({ muid: name, files: [source.put(`/${name}.png`, png(name))] })));
  await store.put('theirs.txt', Buffer.from('of somebody'));
  const before = store.list();
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const { confirm = '' } = (await here.json<UndoPreview>('undo')).result;
  let removals = 0;
  store.fake?.plant('DeleteObject', { status: 403, code: 'AccessDenied' }, 100, () => ++removals > 2);
  const failed = await runHere(['undo', here.pipeline, '--confirm', confirm]);
  expect([failed.exitCode, failed.stderr]).toEqual([10, expect.stringContaining('FILES.STORE_DENIED')]);
  expect([await here.sent(), Object.keys(store.list()).length]).toEqual([{}, 5]);
  store.fake?.pardon();
  const shown = await here.json<UndoPreview>('undo');
  expect(shown.result.files).toMatchObject({ objects: 4, bytes: 4 * SIZE });
  const { exitCode, result } = await here.json<UndoDone>('undo', '--confirm', confirm);
  expect([exitCode, result.files]).toMatchObject([0, { objects: 4, bytes: 4 * SIZE, kept: { objects: 0 } }]);
  expect([store.list(), existsSync(here.state('files', 'map.ndjson'))]).toEqual([before, false]);
});

test('another number of copies needs another id', async () => {
  await using here = await copiesHere();
  await migrated(here);
  const shown = await here.json<UndoPreview>('undo');
  here.messages({ muid: 'm9', files: [here.source.put('/z.png', png('z'))] });
  expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
  const stale = await here.json<UndoPreview>('undo', '--confirm', shown.result.confirm ?? '');
  expect([stale.exitCode, stale.result.error?.code, stale.result.files?.objects]).toEqual([
    9,
    'UNDO.STALE',
    3,
  ]);
});

test('a copy that a message names which stays, stays', async () => {
  await using here = await copiesHere();
  const { source, service } = here;
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name,owner\nclub,Club,ann\n');
  writeFileSync(join(here.folder, 'members.csv'), 'guid,uid\nclub,ben\n');
  const sources = `  groups: { path: groups.csv }\n  members: { path: members.csv }\n`;
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('sources:\n', `sources:\n${sources}`));
  here.messages(
    { muid: 'm1', receiver: 'club', files: [source.put('/a.png', png('a')), source.put('/b.png', png('b'))] },
    { muid: 'm2', files: [source.put('/c.png', png('c')), source.put('/b2.png', png('b'))] },
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  // Somebody else joins the group, so it stays with its messages.
  await service.users.create({ uid: 'zoe', name: 'Zoe' });
  await service.members.add('club', { participants: ['zoe'] });
  const { shown, done } = await undone(here);
  expect(shown.files).toMatchObject({ objects: 3, atMost: true });
  expect(done?.files).toMatchObject({ objects: 1, kept: { objects: 2 } });
  expect(Object.keys(here.store.list()).sort()).toEqual([keyOf(png('a')), keyOf(png('b'))].sort());
  const before = here.store.list();
  const again = await undone(here);
  expect([again.done?.files?.objects, here.store.list()]).toEqual([0, before]);
});

test('a copy that a pipeline beside it names stays until that is undone', async () => {
  await using here = await copiesHere();
  await migrated(here);
  const other = join(dirname(here.pipeline), 'other.yaml');
  writeFileSync(other, readFileSync(here.pipeline, 'utf8').replace('name: here', 'name: other'));
  here.messages({ muid: 'm3', files: [here.source.put('/b.png', png('b'))] });
  expect((await runHere(['run', other, '--only', 'files'])).exitCode).toBe(0);
  const { shown, done } = await undone(here);
  expect([shown.files?.objects, done?.files]).toEqual([1, expect.objectContaining({ objects: 1 })]);
  expect(Object.keys(here.store.list())).toEqual([keyOf(png('b'))]);
  // The other pipeline did not make it, and gives it back.
  const theirs = await runHere(['undo', other, '--json']);
  expect(JSON.parse(theirs.stdout).files).toBeUndefined();
});

test('state purge leaves the copies, and says so', async () => {
  await using here = await copiesHere();
  await migrated(here);
  const before = here.store.list();
  const { stdout, exitCode } = await runHere(['state', 'purge', here.pipeline, '--yes']);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/2 copies of files \(\d+ B\) stay in \.\/public/),
  ]);
  expect([here.store.list(), existsSync(here.state('files'))]).toEqual([before, false]);
});
