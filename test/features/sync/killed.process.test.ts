import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterRequests, expectInSync, stopWhen } from './scenario/killing.ts';
import { type Rows, syncScenario } from './scenario/syncs.ts';

const users = (from: number, to: number, name: string): Rows =>
  Array.from({ length: to - from }, (_, index) => ({
    uid: `u-${from + index}`,
    name: `${name} ${from + index}`,
  }));
const messages = (from: number, to: number, word: string): Rows =>
  Array.from({ length: to - from }, (_, index) => ({
    muid: `m-${from + index}`,
    sender: `u-${40 + (index % 20)}`,
    receiver: `u-${60 + (index % 20)}`,
    receiverType: 'user',
    sentAt: 1_700_000_000 + from + index,
    text: `${word} ${from + index}`,
  }));
const OPTIONS = {
  sync: '{ onMissing: delete, maxDelete: 90% }',
  limits: 'batch: 10',
};

test('killed while it compares, sends and removes, with other files at every start: in the end the service equals the export', async () => {
  await using scenario = await syncScenario(['users', 'messages'], OPTIONS);
  scenario.put({ users: users(0, 100, 'User'), messages: messages(0, 300, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 4));
  // Rows that may have been sent are now different, or gone.
  scenario.put({ users: users(0, 100, 'User'), messages: messages(20, 300, 'edited') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^(POST|PUT) .*messages/, 6));
  await expectInSync(scenario, { users: users(0, 100, 'User'), messages: messages(20, 310, 'again') });

  // Half of the users leave, some messages are changed.
  const second = {
    users: users(30, 105, 'Person'),
    messages: [...messages(20, 100, 'again'), ...messages(100, 120, 'late'), ...messages(120, 250, 'again')],
  };
  scenario.put(second);
  const keysFile = join(scenario.state, 'sync', 'keys-of-this-run.sqlite');
  const id = (await scenario.plan()).id;
  expect((await scenario.run('--confirm', 'other')).exitCode).toBe(11);
  await stopWhen(scenario, 'SIGKILL', () => existsSync(keysFile));
  expect((await scenario.plan()).id).toBe(id);
  scenario.put({ ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE /, 5));
  await expectInSync(scenario, { ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
});

test('interrupted, or out of time: requests under way finish, the next sync does the rest', async () => {
  await using scenario = await syncScenario(
    ['users', 'messages'],
    OPTIONS,
    'delay=150@/data_import,delay=500@/users/u',
  );
  const rows = { users: users(0, 100, 'User'), messages: messages(0, 300, 'text') };
  scenario.put(rows);
  const short = await scenario.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(await stopWhen(scenario, 'SIGINT', afterRequests(scenario, /^POST .*messages/, 3))).toBe(130);
  await scenario.sync(rows);
  const less = { users: rows.users.filter((_, index) => index >= 40), messages: rows.messages };
  scenario.put(less);
  // On a slow machine the time is over before anything is removed.
  let halfway = await scenario.run('--max-duration', '1s');
  for (let seconds = 2; halfway.writes === 0; seconds++)
    halfway = await scenario.run('--max-duration', `${seconds}s`);
  expect(halfway.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(halfway.writes).toBeLessThan(40);
  await expectInSync(scenario, less);
});

test('one sync killed during removals, one out of time before them, then all rows come back', async () => {
  await using scenario = await syncScenario(
    ['users'],
    OPTIONS,
    'delay=20@/users/u,delay=850@/data_import/users',
  );
  const all = { users: users(0, 100, 'User') };
  await scenario.sync(all);
  scenario.put({ users: users(60, 100, 'User') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE .*users/, 40));
  scenario.put({ users: users(60, 101, 'User') });
  const short = await scenario.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  await expectInSync(scenario, { users: users(0, 101, 'User') });
});

test('killed while messages are sent that are in another conversation in the next export', async () => {
  await using scenario = await syncScenario(['users', 'messages'], OPTIONS);
  const base = { users: users(0, 100, 'User') };
  scenario.put({ ...base, messages: messages(0, 60, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 3));
  const moved = messages(0, 60, 'text').map((row) => ({ ...row, receiver: 'u-1' }));
  scenario.put({ ...base, messages: moved });
  const ended = await scenario.run();
  // The service keeps what it has.
  expect(ended.report.problems).toMatchObject([{ code: 'SYNC.FIXED_FIELD' }]);
});

test('rejects retry is killed, and the next sync has another export: the service equals it', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { limits: 'batch: 10' });
  const bad = users(0, 100, 'User').map((row, n) => (n < 40 ? { ...row, name: 'x'.repeat(150) } : row));
  scenario.put({ users: bad, messages: messages(0, 60, 'text') });
  expect((await scenario.run()).exitCode).toBe(4);
  const file = `${scenario.state}/rejects/users.csv`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('x'.repeat(150), 'Corrected'));
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 2), [
    'rejects',
    'retry',
    scenario.pipeline,
    '--yes',
    '--quiet',
  ]);
  await expectInSync(scenario, {
    users: [...users(0, 20, 'Person'), ...users(20, 100, 'User')],
    messages: messages(0, 60, 'text'),
  });
});
