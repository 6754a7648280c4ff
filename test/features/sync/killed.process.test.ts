import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agrees, endedWhen, requestsOf } from './scenario/killing.ts';
import { nights, type Rows } from './scenario/syncs.ts';

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

test('killed while it compares, sends and removes, with other files at every start: in the end it agrees', async () => {
  await using own = await nights(['users', 'messages'], OPTIONS);
  own.put({ users: users(0, 100, 'User'), messages: messages(0, 300, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 4));
  // What may have been sent is other now, or gone.
  own.put({ users: users(0, 100, 'User'), messages: messages(20, 300, 'edited') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^(POST|PUT) .*messages/, 6));
  await agrees(own, { users: users(0, 100, 'User'), messages: messages(20, 310, 'again') });

  // Half of the users leave, some messages are changed.
  const second = {
    users: users(30, 105, 'Person'),
    messages: [...messages(20, 100, 'again'), ...messages(100, 120, 'late'), ...messages(120, 250, 'again')],
  };
  own.put(second);
  const tonight = join(own.state, 'sync', 'keys-of-this-run.sqlite');
  const id = (await own.plan()).id;
  expect((await own.run('--confirm', 'other')).exitCode).toBe(11);
  await endedWhen(own, 'SIGKILL', () => existsSync(tonight));
  expect((await own.plan()).id).toBe(id);
  own.put({ ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE /, 5));
  await agrees(own, { ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
});

test('interrupted, or out of time: what is under way ends, the next night does the rest', async () => {
  await using own = await nights(['users', 'messages'], OPTIONS, 'delay=150@/data_import,delay=300@/users/u');
  const rows = { users: users(0, 100, 'User'), messages: messages(0, 300, 'text') };
  own.put(rows);
  const short = await own.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(await endedWhen(own, 'SIGINT', requestsOf(own, /^POST .*messages/, 3))).toBe(130);
  await own.night(rows);
  const less = { users: rows.users.filter((_, index) => index >= 40), messages: rows.messages };
  own.put(less);
  const halfway = await own.run('--max-duration', '1s');
  expect(halfway.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(halfway.writes).toBeGreaterThan(0);
  expect(halfway.writes).toBeLessThan(40);
  await agrees(own, less);
});

test('a night that was killed while it removed, one out of time before it removes, and all is back', async () => {
  await using own = await nights(['users'], OPTIONS, 'delay=20@/users/u,delay=850@/data_import/users');
  const all = { users: users(0, 100, 'User') };
  await own.night(all);
  own.put({ users: users(60, 100, 'User') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*users/, 40));
  own.put({ users: users(60, 101, 'User') });
  const short = await own.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  await agrees(own, { users: users(0, 101, 'User') });
});

test('killed while messages are sent, that are in another conversation the next time', async () => {
  await using own = await nights(['users', 'messages'], OPTIONS);
  const base = { users: users(0, 100, 'User') };
  own.put({ ...base, messages: messages(0, 60, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 3));
  const moved = messages(0, 60, 'text').map((row) => ({ ...row, receiver: 'u-1' }));
  own.put({ ...base, messages: moved });
  const ended = await own.run();
  // The service keeps what it has.
  expect(ended.report.problems).toMatchObject([{ code: 'SYNC.FIXED_FIELD' }]);
});

test('rejects retry is killed, and the next night has another export: it agrees', async () => {
  await using own = await nights(['users', 'messages'], { limits: 'batch: 10' });
  const bad = users(0, 100, 'User').map((row, n) => (n < 40 ? { ...row, name: 'x'.repeat(150) } : row));
  own.put({ users: bad, messages: messages(0, 60, 'text') });
  expect((await own.run()).exitCode).toBe(4);
  const file = `${own.state}/rejects/users.csv`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('x'.repeat(150), 'Corrected'));
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 2), [
    'rejects',
    'retry',
    own.pipeline,
    '--yes',
    '--quiet',
  ]);
  await agrees(own, {
    users: [...users(0, 20, 'Person'), ...users(20, 100, 'User')],
    messages: messages(0, 60, 'text'),
  });
});
