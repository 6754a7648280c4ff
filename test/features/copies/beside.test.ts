import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, keyOf, png } from './copies-here.ts';

/** Copies one file with a pipeline, and with one beside it that names the store in its own way. */
async function twoPipelines(
  kind: 'folder' | 's3',
  spelled: (text: string, here: CopiesHere) => string,
  lines = '',
): Promise<CopiesHere & { readonly other: string }> {
  const here = await copiesHere(kind);
  here.copies('', lines);
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
  const other = join(dirname(here.pipeline), 'other.yaml');
  const text = readFileSync(here.pipeline, 'utf8');
  const changed = spelled(text, here);
  expect(changed).not.toBe(text);
  writeFileSync(other, changed.replace('name: here', 'name: other'));
  expect((await runHere(['run', other, '--only', 'files'])).exitCode).toBe(0);
  return { ...here, other };
}

async function undone(pipeline: string) {
  const shown = JSON.parse((await runHere(['undo', pipeline, '--json'])).stdout) as UndoPreview;
  const { stdout, exitCode } = await runHere([
    'undo',
    pipeline,
    '--json',
    '--confirm',
    shown.confirm ?? 'none',
  ]);
  return { shown, done: JSON.parse(stdout) as UndoDone, exitCode };
}

const without = (folder: string): string => folder.replace(/\/$/, '');

test.each([
  ['folder', 'public', (text: string) => text.replace('./public', 'public')],
  ['folder', 'public/', (text: string) => text.replace('./public', './public/')],
  [
    'folder',
    'its whole path',
    (text: string, { folder }: CopiesHere) => text.replace('./public', join(without(folder), 'public')),
  ],
  [
    'folder',
    'a link',
    (text: string, { folder }: CopiesHere) => {
      symlinkSync(join(folder, 'public'), join(folder, 'link'));
      return text.replace('./public', './link');
    },
  ],
  ['s3', 'a slash after the prefix', (text: string) => text.replace('/chat"', '/chat/"')],
  [
    's3',
    'a slash after the endpoint',
    (text: string) => text.replace(/endpoint: "([^"]+)"/, 'endpoint: "$1/"'),
  ],
] as const)(
  'a copy in a %s stays while a pipeline beside needs it, which names the store by %s',
  async (kind, _, spelled) => {
    await using here = await twoPipelines(kind, spelled);
    const before = here.store.list();
    expect(Object.keys(before)).toHaveLength(1);
    const forgotten = await runHere(['forget', here.pipeline, '--uid', 'ann', '--yes']);
    expect([forgotten.exitCode, here.store.list()]).toEqual([0, before]);
    const { done } = await undone(here.pipeline);
    expect([done.files?.objects ?? 0, here.store.list()]).toEqual([0, before]);
  },
);

test('a sync leaves a copy that a pipeline beside needs', async () => {
  await using here = await twoPipelines(
    'folder',
    (text) => text.replace('./public', 'public/').replace(/^sync:.*$/m, ''),
    'sync: { files: remove, onMissing: delete, maxDelete: 100% }',
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.messages({ muid: 'm2', text: 'the rest' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
});

test.each(['first', 'second'])('after the undo of both, the %s one first, no copy is left', async (order) => {
  await using here = await twoPipelines('folder', (text) => `${text}\n`);
  const [p, q] = order === 'first' ? [here.pipeline, here.other] : [here.other, here.pipeline];
  const one = await undone(p);
  const next = `chatferry undo ${p}  again, once the other pipeline is undone`;
  if (order === 'first') expect(one.done.next).toContain(next);
  await undone(q);
  if (order === 'first') {
    expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
    const again = await undone(p);
    expect(again.done.files).toMatchObject({ objects: 1, kept: { objects: 0 } });
  }
  expect(here.store.list()).toEqual({});
  expect(readdirSync(join(here.folder, 'public'))).toEqual([]);
  expect(existsSync(here.state('files', 'map.ndjson'))).toBe(false);
});
