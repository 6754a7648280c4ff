import { expect, test } from 'vitest';
import { landed, type StoppableRun, stoppableRun } from './stoppable-run.ts';

const LIMITED = 'limits: { requestsPerMinute: 2400, concurrency: 4 }';
const ROWS = 300 + 20 + 300 + 1_500;

/** Interrupts once so many writes with messages are answered. */
function interruptAfter(run: StoppableRun, answers: number): void {
  run.afterAnswer = () => {
    const answered = run.sent.filter(({ path }) => path.includes('messages'));
    if (answered.length >= answers) run.interrupt();
  };
}

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

const repeatedKeys = ({ sent }: StoppableRun): string[] => {
  const keys = sent.flatMap((one) => one.keys);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
};

/** A sync of the same files has nothing to do. */
async function expectNothingToSync(run: StoppableRun): Promise<void> {
  run.pipeline('sync: {}');
  const plan = JSON.parse((await run.command('plan')).text) as { entities: object };
  const sent = run.sent.length;
  const { exitCode, report } = await run.command('run', '--yes');
  expect({ exitCode, writes: run.sent.length - sent, requests: report.requests.sent, plan }).toMatchObject({
    exitCode: 0,
    writes: 0,
    requests: 0,
  });
}

test.each([3, 9, 17])(
  'interrupted after %i answers with messages: what the service accepted is counted, and never sent again',
  async (answers) => {
    await using run = await stoppableRun();
    run.pipeline(LIMITED);
    interruptAfter(run, answers);
    const stopped = await run.command('run', '--yes');
    expect(stopped.exitCode).toBe(130);
    const accepted = run.accepted().size;
    expect(landed(stopped.report), 'rows counted at the stop').toBe(accepted);
    expect(await countedBeforeSending(run), 'rows counted after the resume').toBe(accepted);
    const { exitCode, report } = await run.command('run', '--yes');
    expect([exitCode, landed(report), report.balanced]).toEqual([0, ROWS, true]);
    expect(report.entities.messages).toMatchObject({ read: 1_500, created: 1_500 });
    expect(repeatedKeys(run)).toEqual([]);
    await expectNothingToSync(run);
  },
);
