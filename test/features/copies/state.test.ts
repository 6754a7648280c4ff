import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, copiesIn, keyOf, png } from './copies-here.ts';

const NAMES = ['a', 'b', 'c'];

/** Copies of three files. What the second run notes says that all of the first one was synced: no line of that is a torn end. */
async function copied(): Promise<CopiesHere> {
  const here = await copiesHere();
  const files = NAMES.map((name) => here.source.put(`/${name}.png`, png(name)));
  for (const some of [files.slice(0, 2), files]) {
    here.messages({ muid: 'm1', files: some });
    expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
  }
  here.source.forget();
  return here;
}

/** Changes a byte of the line of the map that says where the copy of the second file is. */
function damage(here: CopiesHere): number {
  const path = here.state('files', 'map.ndjson');
  const text = readFileSync(path, 'latin1');
  const at = text.indexOf('/b.png', text.lastIndexOf('"is":"entry"', text.lastIndexOf('/b.png'))) + 1;
  writeFileSync(path, `${text.slice(0, at)}x${text.slice(at + 1)}`, 'latin1');
  return at;
}

const stateOf = (here: CopiesHere, command: string, ...options: string[]) =>
  runHere(['state', command, here.pipeline, ...options]);

test('state check knows the map of copied files, and says that it is damaged', async () => {
  await using here = await copied();
  const sound = await stateOf(here, 'check', '--json');
  expect([sound.exitCode, JSON.parse(sound.stdout).findings]).toMatchObject([
    0,
    [{ file: 'files/map.ndjson', part: 'files', status: 'ok' }],
  ]);
  const at = damage(here);
  const found = await stateOf(here, 'check', '--json');
  const [finding] = JSON.parse(found.stdout).findings;
  expect([found.exitCode, finding]).toMatchObject([9, { file: 'files/map.ndjson', status: 'damaged' }]);
  expect(finding.byte).toBeLessThan(at);
  expect(finding.byte).toBeGreaterThan(0);
});

test('state repair writes it anew from its index, and nothing is asked again', async () => {
  await using here = await copied();
  damage(here);
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--only', 'files']);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.CORRUPT')]);
  const repaired = await stateOf(here, 'repair', '--yes');
  expect([repaired.exitCode, repaired.stderr]).toEqual([0, expect.stringContaining('written anew')]);
  expect((await stateOf(here, 'check')).exitCode).toBe(0);
  const run = await here.json('run', '--yes');
  expect([run.exitCode, copiesIn(run.result).known, here.source.connections]).toEqual([0, 3, 0]);
});

test('without its index, only the files of damaged lines are asked again, and their copies are found', async () => {
  await using here = await copied();
  damage(here);
  rmSync(here.state('files', 'map.sqlite'));
  expect((await stateOf(here, 'repair', '--yes')).exitCode).toBe(0);
  expect((await stateOf(here, 'check')).exitCode).toBe(0);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, copiesIn(result)]).toMatchObject([0, { known: 2, copied: 0, alreadyThere: 1 }]);
  expect(here.source.counts()).toEqual({ '/b.png': 1 });
  expect(Object.keys(here.store.list()).sort()).toEqual(NAMES.map((name) => keyOf(png(name))).sort());
});

test('a damaged index is said, and the next run makes it anew', async () => {
  await using here = await copied();
  writeFileSync(here.state('files', 'map.sqlite'), 'no database');
  const { exitCode, stdout } = await stateOf(here, 'check');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/map\.sqlite +changed +does not fit/)]);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.source.connections).toBe(0);
  expect((await stateOf(here, 'check')).stdout).not.toContain('map.sqlite');
});
