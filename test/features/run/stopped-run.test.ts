import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summary } from '../../../src/report/screen/summary.ts';
import { realFiles } from '../../../src/system/files.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import { resultTrouble } from '../../support/schemas/run-schemas.ts';
import { landed, type Ran, type StoppableRun, stoppableRun } from './stoppable-run.ts';

const LIMITED = 'limits: { requestsPerMinute: 6000, concurrency: 4 }';
const ROWS = 300 + 20 + 300 + 1_500;

/** Interrupts once so many writes with messages are answered. */
function interruptAfter(run: StoppableRun, answers: number): void {
  run.afterAnswer = () => {
    if (writesOfMessages(run) >= answers) run.interrupt();
  };
}

const writesOfMessages = ({ sent }: StoppableRun): number =>
  sent.filter(({ path }) => path.includes('messages')).length;

/** A run that is interrupted before its first write goes out; returns how many rows it counts as landed. */
async function countedBeforeSending(run: StoppableRun): Promise<number> {
  const before = run.sent.length;
  run.afterAnswer = () => {};
  run.beforeRequest = () => {
    run.interrupt();
    return 'refuse';
  };
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, run.sent.length - before]).toEqual([130, 0]);
  run.beforeRequest = () => 'pass';
  return landed(report);
}

/** Without those of messages that the service refuses, which may be sent again. */
const keysOf = ({ sent }: StoppableRun): string[] =>
  sent.flatMap(({ keys, status }) => (status === 200 ? keys.filter((key) => !key.startsWith('bad-')) : []));

const acceptedRows = (run: StoppableRun): number => new Set(keysOf(run)).size;

const repeatedKeys = (run: StoppableRun): string[] => {
  const keys = keysOf(run);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
};

/** A sync of the same files has nothing to do. */
async function expectNothingToSync(run: StoppableRun, rest = ''): Promise<void> {
  run.pipeline(`${rest}\nsync: {}`);
  const plan = JSON.parse((await run.command('plan')).text) as {
    entities: Record<string, { new: number; changed: number }>;
  };
  expect(Object.values(plan.entities).map((each) => each.new + each.changed)).toEqual([0, 0, 0, 0]);
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, report.requests.sent]).toEqual([0, 0]);
}

/** Resumes a run that was stopped, and checks it at every step. */
async function expectResumed(run: StoppableRun, stopped: Ran): Promise<void> {
  run.afterAnswer = () => {};
  const accepted = acceptedRows(run);
  expect(landed(stopped.report), 'rows counted at the stop').toBe(accepted);
  expect(await countedBeforeSending(run), 'rows counted after the resume').toBe(accepted);
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, landed(report), report.balanced]).toEqual([0, ROWS, true]);
  expect(report.entities.messages).toMatchObject({ read: 1_500, created: 1_500 });
  expect(repeatedKeys(run)).toEqual([]);
  await expectNothingToSync(run);
}

test.each([3, 17])(
  'interrupted after %i answers with messages: what the service accepted is counted, and never sent again',
  async (answers) => {
    await using run = await stoppableRun();
    run.pipeline(LIMITED);
    interruptAfter(run, answers);
    const stopped = await run.command('run', '--yes');
    expect(stopped.exitCode).toBe(130);
    await expectResumed(run, stopped);
  },
);

test('stopped after 1,250 acknowledged rows, it says 1 250 of all, and not that they add up', async () => {
  await using run = await stoppableRun({ users: 315, messages: 1_500 });
  run.pipeline('limits: { requestsPerMinute: 1200, concurrency: 1 }');
  // On a busy machine the next request may go out before an answer interrupts: it is the one that interrupts here.
  run.beforeRequest = () => {
    if (writesOfMessages(run) < 12) return 'pass';
    run.interrupt();
    return 'refuse';
  };
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, acceptedRows(run), landed(report)]).toEqual([130, 1_250, 1_250]);
  expect(resultTrouble(report)).toBeUndefined();
  const text = summary(report, { style: styleFor(false), next: '' });
  expect(text).toMatch(
    /stopped: 1 250 of ~2 1[45]\d rows imported, resume with {2}chatferry run \S+ --yes\n/,
  );
  expect(text).toMatch(/users 315\/315 · groups 20\/20 · members 315\/315 · messages 600\/~1 [45]\d\d\n/);
  expect(text).not.toContain('adds up');
  const rows = (name: 'users' | 'messages'): number => report.expected?.[name]?.rows ?? 0;
  expect([rows('users'), Math.round(rows('messages') / 100)]).toEqual([315, 15]);
  run.beforeRequest = () => 'pass';
  const resumed = await run.command('run', '--yes');
  expect([resumed.exitCode, landed(resumed.report), resumed.report.expected]).toEqual([0, 2_150, undefined]);
  // What is finished is no estimate for the next run either.
  const again = await run.command('run', '--yes');
  expect([again.exitCode, landed(again.report), again.report.expected]).toEqual([0, 2_150, undefined]);
});

test('out of time: the same', async () => {
  await using run = await stoppableRun();
  run.pipeline(LIMITED.replace('6000', '900'));
  const stopped = await run.command('run', '--yes', '--max-duration', '1s');
  expect(stopped.exitCode).toBe(7);
  run.pipeline(LIMITED);
  await expectResumed(run, stopped);
});

test('the checkpoint cannot be written any more: the same once there is space', async () => {
  await using run = await stoppableRun();
  run.pipeline(LIMITED.replace('6000', '1800'));
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  run.files = {
    open: async (path, ...how) => {
      if (path.includes('checkpoint') && run.sent.length > 22) throw full;
      return await realFiles.open(path, ...how);
    },
  };
  const stopped = await run.command('run', '--yes');
  expect(stopped.report.error?.code).toBe('STATE.UNWRITABLE');
  run.files = {};
  run.pipeline(LIMITED);
  await expectResumed(run, stopped);
});

test('the disk is full: the last answers take the space that is kept for them, and the rest is the same', async () => {
  await using run = await stoppableRun();
  run.pipeline(LIMITED.replace('6000', '1800'));
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  let ledger = -1;
  const reserve = (): string => join(run.folder, '.chatferry/stopped/ledger.log.reserve');
  run.files = {
    openSync: (path, ...how) => {
      const file = realFiles.openSync(path, ...how);
      if (path.endsWith('ledger.log')) ledger = file;
      return file;
    },
    writeSync: (file, ...what) => {
      if (file === ledger && run.sent.length > 22 && existsSync(reserve())) throw full;
      return realFiles.writeSync(file, ...what);
    },
  };
  const stopped = await run.command('run', '--yes');
  expect(stopped.report.error?.code).toBe('STATE.UNWRITABLE');
  expect(existsSync(reserve())).toBe(false);
  run.files = {};
  run.pipeline(LIMITED);
  await expectResumed(run, stopped);
});

const OPEN = `${LIMITED}\nreferences: open`;

test('too many rejects: the same, and each reject is in its file once', async () => {
  await using run = await stoppableRun();
  run.pipeline(OPEN.replace('6000', '900').replace(' }', ', maxRejects: 3 }'));
  run.addBadMessages(60);
  const stopped = await run.command('run', '--yes');
  expect(stopped.exitCode).toBe(11);
  expect(landed(stopped.report)).toBe(acceptedRows(run));
  run.pipeline(OPEN);
  expect(await countedBeforeSending(run)).toBe(acceptedRows(run));
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, landed(report), report.balanced]).toEqual([4, ROWS, true]);
  expect(report.entities.messages).toMatchObject({ read: 1_560, created: 1_500, rejected: 60 });
  expect(repeatedKeys(run)).toEqual([]);
  expect(run.rejected()).toHaveLength(60);
});

test('an interrupted retry of rejects: the same', async () => {
  await using run = await stoppableRun();
  run.pipeline(OPEN.replace('6000', '60000'));
  run.addBadMessages(360);
  expect((await run.command('run', '--yes')).exitCode).toBe(4);
  expect(run.rejected()).toHaveLength(360);
  run.correctRejects();
  run.pipeline(OPEN);
  run.sent.length = 0;
  run.afterAnswer = () => {
    if (run.sent.length >= 3) run.interrupt();
  };
  const stopped = await run.command('rejects', 'retry', '--yes');
  const accepted = run.sent.flatMap(({ keys }) => keys).length;
  expect([stopped.exitCode, landed(stopped.report)]).toEqual([130, accepted]);
  run.afterAnswer = () => {};
  const { exitCode, report } = await run.command('rejects', 'retry', '--yes');
  expect([exitCode, report.entities.messages.created]).toEqual([0, 360]);
  const keys = run.sent.flatMap((one) => one.keys);
  expect([keys.length, new Set(keys).size]).toEqual([360, 360]);
});

test('an interrupted sync: what the service accepted is unchanged for the next one, and never sent again', async () => {
  await using run = await stoppableRun();
  const rest = `${LIMITED}\nsync: {}`;
  run.pipeline(rest);
  interruptAfter(run, 9);
  const stopped = await run.command('run', '--yes');
  expect([stopped.exitCode, landed(stopped.report)]).toEqual([130, acceptedRows(run)]);
  const accepted = acceptedRows(run);
  run.afterAnswer = () => {};
  const { exitCode, report } = await run.command('run', '--yes');
  const unchanged = Object.values(report.entities).reduce((sum, counts) => sum + counts.unchanged, 0);
  expect([exitCode, unchanged, landed(report)]).toEqual([0, accepted, ROWS - accepted]);
  expect(repeatedKeys(run)).toEqual([]);
  await expectNothingToSync(run);
});
