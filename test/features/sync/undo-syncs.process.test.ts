import { test } from 'vitest';
import { afterRequests, expectInSync, stopWhen, undoCommand } from './scenario/killing.ts';
import { type Export, type Rows, type SyncScenario, syncScenario } from './scenario/syncs.ts';

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
const DELETE = '{ onMissing: delete, maxDelete: 90% }';
const COUNT = 60;
const some = (row: (n: number) => Rows[number], from = 0, to = COUNT): Rows =>
  Array.from({ length: to - from }, (_, index) => row(from + index));
/** Every third row differs: few enough to pass the guards. */
const wordOf = (word: string, n: number): string => (n % 3 === 0 ? word : 'A');
const users = (name: string, more: Rows[number] = {}): Rows =>
  some((n) => ({ uid: `u-${n}`, name: `${wordOf(name, n)} ${n}`, ...more }));
const groups = (name: string, owner?: string): Rows =>
  some(
    (n) => ({
      guid: `g-${n}`,
      name: `${wordOf(name, n)} ${n}`,
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
    muid: `m-${n}`,
    sender: `u-${n}`,
    text: `${wordOf(text, n)} ${n}`,
    sentAt: 1_700_000_000 + n,
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
const undoKilled = async (scenario: SyncScenario, count: number): Promise<void> =>
  void (await stopWhen(
    scenario,
    'SIGKILL',
    afterRequests(scenario, /^DELETE /, count),
    await undoCommand(scenario),
  ));

test.each(['import', 'rest'] as const)(
  'a killed undo, then other exports, through %s: in the end the service equals the export',
  async (api) => {
    await using scenario = await syncScenario(NAMES, {
      sync: DELETE,
      limits: 'batch: 10',
      api: api === 'rest' ? api : undefined,
    });
    await scenario.sync(base('A'));
    await undoKilled(scenario, 40);
    await expectInSync(scenario, base('B', 'moderator'));
    await undoKilled(scenario, 110);
    scenario.put(base('C', 'participant', true));
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^(POST|PUT|DELETE) /, 6));
    await expectInSync(scenario, base('A'));
  },
);

test('groups with owners, killed while they are created, deleted and changed: in the end the service equals the export', async () => {
  await using scenario = await syncScenario(NAMES, { sync: DELETE, limits: 'batch: 10' });
  const a = { ...base('A'), groups: groups('A', 'own') };
  scenario.put(a);
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 12));
  await expectInSync(scenario, a);
  scenario.put({
    users: a.users as Rows,
    groups: a.groups.slice(10),
    members: (a.members as Rows).filter((_, n) => n % 20 >= 10),
    messages: (a.messages as Rows).filter((row, n) => row['receiverType'] === 'user' || n % 20 >= 10),
  });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE .*groups\/g-\d+$/, 4));
  scenario.put({ ...a, groups: groups('B', 'own') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^(PUT|POST) .*/, 6));
  await expectInSync(scenario, a);
});
