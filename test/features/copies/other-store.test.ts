import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, keyOf, png, writesOf } from './copies-here.ts';

/** Names another place in the pipeline. */
function setTo({ pipeline }: Pick<CopiesHere, 'pipeline'>, to: string, from = './public'): void {
  const text = readFileSync(pipeline, 'utf8');
  expect(text).toContain(`to: ${from}`);
  writeFileSync(pipeline, text.replace(`to: ${from}`, `to: ${to}`));
}

async function migrated(lines = ''): Promise<CopiesHere> {
  const here = await copiesHere();
  here.copies('', lines);
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  return here;
}

test.each([
  ['undo'],
  ['forget', '--uid', 'ann', '--yes'],
  ['verify', '--files'],
  ['validate'],
  ['plan'],
  ['run', '--yes'],
])(
  '%s with another files.to than that of the copies changes nothing, and says which it was',
  async (command, ...options) => {
    await using here = await migrated('sync: { files: remove, onMissing: delete, maxDelete: 100% }');
    const [held, map, writes] = [
      here.store.list(),
      readFileSync(here.state('files', 'map.ndjson')),
      writesOf(here),
    ];
    setTo(here, './elsewhere');
    here.messages({ muid: 'm2', text: 'the rest' });
    const { exitCode, stdout, stderr } = await runHere([command, here.pipeline, ...options]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('FILES.CONFIG')]);
    expect(stderr).toContain('set files.to back to ./public');
    expect(stdout).not.toMatch(/removed?/i);
    expect([here.store.list(), readFileSync(here.state('files', 'map.ndjson')), writesOf(here)]).toEqual([
      held,
      map,
      writes,
    ]);
    expect(existsSync(join(here.folder, 'elsewhere'))).toBe(false);
  },
);

test('state purge names the place of the copies, not another one', async () => {
  await using here = await migrated();
  setTo(here, './elsewhere');
  const { exitCode, stdout } = await runHere(['state', 'purge', here.pipeline, '--yes']);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/1 copy of files \(\d+ B\) stay in \.\/public/),
  ]);
});

test.each([
  ['public', './public'],
  ['public/', './public'],
  ['a link to it', './link'],
  ['its whole path', ''],
])('the same folder as %s is the same place', async (_, spelled) => {
  await using here = await migrated('sync: { onMissing: keep }');
  symlinkSync(join(here.folder, 'public'), join(here.folder, 'link'));
  setTo(here, spelled === '' ? join(here.folder, 'public') : spelled);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.fileCopies]).toMatchObject([0, { known: 1, copied: 0 }]);
});

test('a folder that was moved with its pipeline is the same place', async () => {
  await using here = await migrated();
  const there = `${here.folder}-moved`;
  renameSync(here.folder, there);
  try {
    const { exitCode, stderr } = await runHere(['plan', join(there, 'pipeline.yaml')]);
    expect([exitCode, stderr]).not.toEqual([2, expect.stringContaining('FILES.CONFIG')]);
  } finally {
    renameSync(there, here.folder);
  }
});

test.each([
  ['in the state', './.chatferry/here/public'],
  ['in the state of another pipeline', './.chatferry/other'],
  ['that has the state', '.'],
])('a folder %s is no place for copies', async (_, to) => {
  await using here = await copiesHere();
  setTo(here, to);
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  for (const command of [['run', '--yes'], ['validate']]) {
    const [name = '', ...options] = command;
    const { exitCode, stderr } = await runHere([name, here.pipeline, ...options]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('FILES.CONFIG')]);
    expect(stderr).toContain('files.to');
  }
  expect([writesOf(here), here.source.requests.length]).toEqual([0, 0]);
});

test('a folder that others cannot read is said', async () => {
  await using here = await copiesHere();
  mkdirSync(join(here.folder, 'public'));
  chmodSync(join(here.folder, 'public'), 0o700);
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/public has the mode 0700.*chmod 755/)]);
  chmodSync(join(here.folder, 'public'), 0o755);
  const again = await runHere(['run', here.pipeline, '--yes']);
  expect([again.exitCode, again.stderr]).toEqual([0, expect.not.stringContaining('mode')]);
  expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
});
