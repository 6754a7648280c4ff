import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../src/delivery/checkpoint.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { landed, type StoppableRun, stoppableRun } from './stoppable-run.ts';

const LIMITED = 'limits: { requestsPerMinute: 60000, concurrency: 4 }';
const SIZES = { users: 60, messages: 200 };
const ROWS = 60 + 20 + 60 + 200;

const storeOf = ({ folder }: StoppableRun) => new State(join(folder, '.chatferry/stopped'), realFiles).store;

/** A run that was interrupted between its entities. */
async function interrupted(): Promise<StoppableRun> {
  const run = await stoppableRun(SIZES);
  run.pipeline(LIMITED);
  run.beforeRequest = (path) => {
    if (!path.includes('messages')) return 'pass';
    run.interrupt();
    return 'refuse';
  };
  expect((await run.command('run', '--yes')).exitCode).toBe(130);
  run.beforeRequest = () => 'pass';
  return run;
}

async function expectGoesOn(run: StoppableRun): Promise<void> {
  const { exitCode, report, text } = await run.command('run', '--yes');
  expect(exitCode, text).toBe(0);
  expect([landed(report), report.entities.messages.created]).toEqual([ROWS, 200]);
  expect(run.sent.filter(({ path }) => path.includes('users'))).toHaveLength(2);
}

test.each([
  ['moved', false],
  ['copied', true],
] as const)('a folder that was %s: the run goes on', async (_, copy) => {
  await using run = await interrupted();
  run.move('elsewhere', copy);
  await expectGoesOn(run);
});

test('a checkpoint of an earlier version, with whole paths: the run goes on, in the same folder and in another', async () => {
  await using run = await interrupted();
  const store = storeOf(run);
  const before = (await store.load()) as Checkpoint;
  expect(before.inputs.map(({ path }) => path)).toEqual([
    'users.ndjson',
    'groups.ndjson',
    'members.ndjson',
    'messages.ndjson',
  ]);
  const inputs = before.inputs.map((input) => ({ ...input, path: join(run.folder, input.path) }));
  await store.save({ ...before, inputs });
  run.beforeRequest = () => {
    run.interrupt();
    return 'refuse';
  };
  expect((await run.command('run', '--yes')).exitCode).toBe(130);
  await store.save({ ...before, inputs });
  run.beforeRequest = () => 'pass';
  run.move('elsewhere', true);
  await expectGoesOn(run);
});

test('a file with another name and the same content is the same input, another content is not', async () => {
  await using run = await interrupted();
  const rename = (from: string, to: string): void => renameSync(join(run.folder, from), join(run.folder, to));
  rename('users.ndjson', 'people.ndjson');
  run.pipeline(LIMITED, undefined, { users: 'people.ndjson' });
  run.beforeRequest = () => {
    run.interrupt();
    return 'refuse';
  };
  expect((await run.command('run', '--yes')).exitCode).toBe(130);
  run.beforeRequest = () => 'pass';
  rename('people.ndjson', 'persons.ndjson');
  writeFileSync(join(run.folder, 'persons.ndjson'), '{"uid":"u-1","name":"Other"}\n');
  run.pipeline(LIMITED, undefined, { users: 'persons.ndjson' });
  const refused = await run.command('run', '--yes');
  expect([refused.exitCode, refused.text]).toEqual([9, expect.stringContaining('STATE.INPUT_CHANGED')]);
});

test('a plan that was saved in a folder that was moved is still true', async () => {
  await using run = await interrupted();
  const plan = 'plan.json';
  expect((await run.command('plan', '--out', join(run.folder, plan))).exitCode).toBe(0);
  run.move('elsewhere', true);
  const { exitCode, text } = await run.command('run', '--yes', '--plan', join(run.folder, plan));
  expect(exitCode, text).toBe(0);
});
