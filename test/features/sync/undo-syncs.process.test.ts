import { test } from 'vitest';
import { agrees, endedWhen, requestsOf, undoing } from './scenario/killing.ts';
import { type Export, type Nights, nights, type Rows } from './scenario/syncs.ts';

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
const DELETE = '{ onMissing: delete, maxDelete: 90% }';
const COUNT = 60;
const some = (row: (n: number) => Rows[number], from = 0, to = COUNT): Rows =>
  Array.from({ length: to - from }, (_, index) => row(from + index));
/** Every third row says something else, few enough for a night that nobody watches. */
const said = (word: string, n: number): string => (n % 3 === 0 ? word : 'A');
const users = (name: string, more: Rows[number] = {}): Rows =>
  some((n) => ({ uid: `u-${n}`, name: `${said(name, n)} ${n}`, ...more }));
const groups = (name: string, owner?: string): Rows =>
  some(
    (n) => ({
      guid: `g-${n}`,
      name: `${said(name, n)} ${n}`,
      type: 'public',
      ...(owner ? { owner: `u-${n}` } : {}),
    }),
    0,
    20,
  );
const members = (scope: string, isBanned = false): Rows =>
  some((n) => ({
    guid: `g-${n % 20}`,
    uid: `u-${n}`,
    scope: n < 20 ? 'admin' : n % 3 === 0 ? scope : 'participant',
    isBanned: n >= 20 && n % 3 === 0 && isBanned,
  }));
const messages = (text: string): Rows =>
  some((n) => ({
    ...{ muid: `m-${n}`, sender: `u-${n}`, text: `${said(text, n)} ${n}`, sentAt: 1_700_000_000 + n },
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
const undoKilled = async (own: Nights, count: number): Promise<void> =>
  void (await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE /, count), await undoing(own)));

test.each(['import', 'rest'] as const)(
  'an undo that is killed, then other exports, through %s: in the end it agrees',
  async (api) => {
    await using own = await nights(NAMES, {
      sync: DELETE,
      limits: 'batch: 10',
      api: api === 'rest' ? api : undefined,
    });
    await own.night(base('A'));
    await undoKilled(own, 40);
    await agrees(own, base('B', 'moderator'));
    await undoKilled(own, 110);
    own.put(base('C', 'participant', true));
    await endedWhen(own, 'SIGKILL', requestsOf(own, /^(POST|PUT|DELETE) /, 6));
    await agrees(own, base('A'));
  },
);

test('groups with owners, killed while they are created, deleted and changed: in the end it agrees', async () => {
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
