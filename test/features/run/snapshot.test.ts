import { appendFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { startGate } from '../../support/services/gate.ts';

/** The files of a migration are those of its beginning, until its end. */

const rows = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `u${from + index},N\n`).join('');
const FILE = `uid,name\n${rows(1, 20)}`;

type Run = AsyncDisposable & {
  readonly exitCode: number;
  readonly stderr: string;
  readonly here: ServiceHere;
};

/** Runs a migration whose requests wait until the file has changed. */
async function runWhile(change: (file: string) => void): Promise<Run> {
  const here = await serviceHere({ files: { 'users.csv': FILE } });
  const gate = await startGate(here.baseUrl, '/data_import', 0);
  const running = runHere(['run', here.pipelineAt(gate.baseUrl), '--yes']);
  while (gate.waiting() === 0) await tick();
  change(join(here.folder, 'users.csv'));
  gate.open();
  const { exitCode, stderr } = await running;
  const end = async (): Promise<void> => {
    await gate[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
  };
  return { exitCode, stderr, here, [Symbol.asyncDispose]: end };
}

test.for<[string, (file: string) => void, string]>([
  ['has grown', (file) => appendFileSync(file, rows(21, 40)), 'and has'],
  [
    'was replaced',
    (file) => {
      writeFileSync(`${file}.new`, FILE.replaceAll(',N', ',M'));
      renameSync(`${file}.new`, file);
    },
    'the content of users.csv has changed',
  ],
  ['was removed', (file) => rmSync(file), 'was removed while this run read it'],
])('a file that %s meanwhile ends the run with 9, and what to do', async ([, change, message]) => {
  await using run = await runWhile(change);
  const { exitCode, stderr, here } = run;
  expect([exitCode, stderr.includes('SOURCE.CHANGED'), stderr.includes(message)]).toEqual([9, true, true]);
  expect(stderr).toContain('--fresh');
  // What it had has landed.
  expect((await Array.fromAsync(here.service.users.list())).length).toBe(20);
  writeFileSync(join(here.folder, 'users.csv'), `${FILE}${rows(21, 40)}`);
  expect((await runHere(['run', here.pipeline, '--yes'])).exitCode).toBe(9);
  expect((await here.json('run', '--yes', '--fresh')).exitCode).toBe(0);
  expect((await Array.fromAsync(here.service.users.list())).length).toBe(40);
});

test('a file that was only touched is the same', async () => {
  await using run = await runWhile((file) => utimesSync(file, new Date(), new Date()));
  expect(run.exitCode).toBe(0);
});
