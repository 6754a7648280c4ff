import { expect, test } from 'vitest';
import { landed, type StoppableRun, stoppableRun } from './stoppable-run.ts';

const FAST = 'limits: { requestsPerMinute: 600000, concurrency: 4 }';
const ROWS = 60 + 20 + 60 + 100;

/** A run whose first answers do not arrive; 15 s without an answer end it. */
async function runWithoutAnswers(run: StoppableRun, answers: 'lost' | 'html') {
  run.pipeline(FAST);
  run.answers = answers;
  run.haste = 50;
  const ended = await run.command('run', '--yes');
  run.answers = 'arrive';
  run.haste = 1;
  return ended;
}

test.each([
  ['lost', 'SERVICE.UNREACHABLE'],
  ['html', 'SERVICE.NOT_THE_API'],
] as const)(
  'the first answers are %s: the rows that landed count as created, and undo removes them',
  async (answers, code) => {
    await using run = await stoppableRun({ users: 60, messages: 100 });
    const ended = await runWithoutAnswers(run, answers);
    expect(ended.report.error).toMatchObject({
      code,
      hint: expect.stringContaining('if the address was wrong, correct it and start over with --fresh'),
    });
    expect(run.sent.length).toBeGreaterThan(0);
    const { exitCode, report } = await run.command('run', '--yes');
    expect([exitCode, landed(report), report.entities.users]).toEqual([
      0,
      ROWS,
      expect.objectContaining({ created: 60, exists: 0 }),
    ]);
    const { confirm } = JSON.parse((await run.command('undo')).text) as { confirm: string };
    expect((await run.command('undo', '--confirm', confirm)).exitCode).toBe(0);
    const left = await fetch(`${run.service.baseUrl}/users`, { headers: { apikey: run.apiKey } });
    expect(((await left.json()) as { data: object[] }).data).toEqual([]);
  },
);

test('nothing was ever sent: a corrected address needs no other state', async () => {
  await using run = await stoppableRun({ users: 60, messages: 100 });
  const other = run.service.baseUrl.replace('127.0.0.1', 'localhost');
  run.pipeline(FAST, other);
  run.beforeRequest = () => 'refuse';
  run.haste = 50;
  const ended = await run.command('run', '--yes');
  expect(ended.report.error?.code).toBe('SERVICE.UNREACHABLE');
  expect(ended.report.error?.hint).not.toContain('--fresh');
  run.beforeRequest = () => 'pass';
  run.haste = 1;
  run.pipeline(FAST);
  const { exitCode, report } = await run.command('run', '--yes');
  expect([exitCode, landed(report)]).toEqual([0, ROWS]);
});

test('rows may have been sent to a wrong address: the corrected one is refused with what to do, and --fresh starts over', async () => {
  await using run = await stoppableRun({ users: 60, messages: 100 });
  await runWithoutAnswers(run, 'lost');
  run.pipeline(FAST, run.service.baseUrl.replace('127.0.0.1', 'localhost'));
  const refused = await run.command('run', '--yes');
  expect([refused.exitCode, refused.text]).toEqual([9, expect.stringContaining('start over with --fresh')]);
  const { exitCode, report } = await run.command('run', '--yes', '--fresh');
  expect([exitCode, landed(report)]).toEqual([0, ROWS]);
});

test('a run that is resumed keeps its state, even if it reaches nobody', async () => {
  await using run = await stoppableRun({ users: 60, messages: 100 });
  run.pipeline(FAST);
  run.beforeRequest = (path) => {
    if (path.includes('users')) return 'pass';
    run.interrupt();
    return 'refuse';
  };
  expect((await run.command('run', '--yes')).exitCode).toBe(130);
  run.beforeRequest = () => 'refuse';
  run.haste = 5_000;
  expect((await run.command('run', '--yes')).report.error?.code).toBe('SERVICE.OUTAGE');
  run.beforeRequest = () => 'pass';
  run.haste = 1;
  const { report } = await run.command('run', '--yes');
  expect(report.entities.users).toMatchObject({ created: 60, exists: 0 });
});
