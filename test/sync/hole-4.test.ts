import { expect, test } from 'vitest';
import { runHere } from '../verify/migrated.ts';
import { agrees, endedWhen, requestsOf } from './killing.ts';
import { type Export, type Nights, nights, type Rows } from './nights.ts';

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
const DELETE = '{ onMissing: delete, maxDelete: 90% }';
const COUNT = 60;
const some = (row: (n: number) => Rows[number], from = 0, to = COUNT): Rows =>
  Array.from({ length: to - from }, (_, index) => row(from + index));
const users = (name: string, more: Rows[number] = {}): Rows =>
  some((n) => ({ uid: `u-${n}`, name: `${name} ${n}`, ...more }));
const groups = (name: string, owner?: string): Rows =>
  some(
    (n) => ({ guid: `g-${n}`, name: `${name} ${n}`, type: 'public', ...(owner ? { owner: `u-${n}` } : {}) }),
    0,
    20,
  );
const members = (scope: string, isBanned = false): Rows =>
  some((n) => ({
    guid: `g-${n % 20}`,
    uid: `u-${n}`,
    scope: n < 20 ? 'admin' : scope,
    isBanned: n >= 20 && isBanned,
  }));
const messages = (text: string): Rows =>
  some((n) => ({
    ...{ muid: `m-${n}`, sender: `u-${n}`, text: `${text} ${n}`, sentAt: 1_700_000_000 + n },
    ...(n % 2 === 0
      ? { receiver: `g-${n % 20}`, receiverType: 'group' }
      : { receiver: `u-${n - 1}`, receiverType: 'user' }),
  }));
const base = (word: string, scope = 'participant', isBanned = false): Export => ({
  users: users(word),
  groups: groups(word),
  members: members(scope, isBanned),
  messages: messages(word),
});
const undoKilled = async (own: Nights, count: number) => {
  const { stdout } = await runHere('undo', own.pipeline, '--json');
  const { confirm } = JSON.parse(stdout) as { confirm: string };
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE /, count), [
    'undo',
    own.pipeline,
    '--confirm',
    confirm,
    '--quiet',
  ]);
};

test.each([undefined, 'rest'] as const)('undo killed, then other exports, by %s', async (api) => {
  await using own = await nights(NAMES, { sync: DELETE, limits: 'batch: 10', api });
  await own.night(base('A'));
  await undoKilled(own, 40);
  await agrees(own, base('B', 'moderator'));
  await undoKilled(own, 110);
  own.put(base('C', 'participant', true));
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^(POST|PUT|DELETE) /, 6));
  await agrees(own, base('A'));
});

test.each([undefined, 'rest'] as const)(
  'undo killed, undo again killed, undo done, then a night, by %s',
  async (api) => {
    await using own = await nights(NAMES, { sync: DELETE, limits: 'batch: 10', api });
    await own.night(base('A'));
    await undoKilled(own, 30);
    await undoKilled(own, 40);
    const { stdout } = await runHere('undo', own.pipeline, '--json');
    const { confirm } = JSON.parse(stdout) as { confirm: string };
    await runHere('undo', own.pipeline, '--confirm', confirm, '--quiet');
    await agrees(own, base('A'));
  },
);

test('rejects retry killed, then a night with another export', async () => {
  await using own = await nights(['users', 'messages'], { limits: 'batch: 10' });
  const fs = await import('node:fs');
  const bad = users('A').map((row, n) => (n < 40 ? { ...row, name: `x`.repeat(150) } : row));
  own.put({ users: bad, messages: messages('A').filter((row) => row['receiverType'] === 'user') });
  expect((await own.run()).exitCode).toBe(4);
  const file = `${own.state}/rejects/users.csv`;
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('x'.repeat(150), 'Corrected'));
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 2), [
    'rejects',
    'retry',
    own.pipeline,
    '--yes',
    '--quiet',
  ]);
  await agrees(own, {
    users: users('B'),
    messages: messages('A').filter((row) => row['receiverType'] === 'user'),
  });
});

test('owners: groups and members killed and taken back', async () => {
  await using own = await nights(NAMES, { sync: DELETE, limits: 'batch: 10' });
  const a = { ...base('A'), groups: groups('A', 'own') };
  own.put(a);
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 12));
  await agrees(own, a);
  own.put({
    users: a.users as Rows,
    groups: a.groups.slice(10),
    members: (a.members as Rows).filter((_, n) => n % 20 >= 10),
    messages: (a.messages as Rows).filter((row, n) => row['receiverType'] === 'user' || n % 20 >= 10),
  });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*groups\/g-\d+$/, 4));
  own.put({ ...a, groups: groups('B', 'own') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^(PUT|POST) .*/, 6));
  await agrees(own, a);
});
