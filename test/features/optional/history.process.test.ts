import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { FAST, targetOf } from '../../e2e/workspace.ts';
import { cli, type SandboxHere, startSandboxHere } from '../../support/cli-here.ts';
import { seeded } from '../../support/random.ts';
import { copyOf } from '../../support/repository.ts';
import { type Gate, startGate } from '../../support/services/gate.ts';
import { fillBefore } from '../undo/before.ts';
import { type Service, serviceAt, snapshotOf } from '../undo/service-snapshot.ts';

const SEED = 19;
/** The rows of the first export and of the next one. */
const FIRST = {
  roles: 2,
  users: 6,
  groups: 2,
  members: 7,
  friends: 4,
  messages: 13,
  reactions: 8,
  pins: 2,
  receipts: 4,
  blocks: 2,
  bans: 1,
  tokens: 2,
};
const NEXT = { ...FIRST, users: 7, messages: 14, reactions: 9 };

const FIRST_HISTORY = {
  texts: expect.objectContaining({
    'c-01': 'Summer concert: do we sing Fauré or Rutter? Please answer here until Sunday.',
    'c-07': '[deleted]',
    'c-08': 'Hall 2 is taken this week, we meet in Hall 4.',
    'd-03': 'Buy followers cheap https://cheap.example.com',
  }),
  replies: ['c-02 → c-01', 'c-03 → c-01', 'c-04 → c-01', 'c-06 → c-05', 'd-02 → d-01', 's-02 → s-01'],
  reactions: [
    'c-01 aiko 👍',
    'c-01 tom 👍',
    'c-01 yusuf 🎶',
    'c-04 lea 🍰',
    'c-04 marta 🍰',
    'c-08 lea 👩🏽‍❤️‍💋‍👨🏿',
    'd-02 marta 👌',
    's-02 aiko thank you',
  ],
  pins: ['c-05 marta', 'd-01 marta'],
  friends: { marta: ['aiko', 'tom'], yusuf: ['tom'], tom: ['ann', 'ben', 'marta', 'yusuf'] },
  conductor: 'Conductor',
  members: ['aiko participant', 'lea participant', 'marta admin', 'tom moderator', 'yusuf participant'],
  sopranos: ['Sopranos', 'aiko', 'lea'],
  banned: [['pat'], []],
  blockedBy: [['pat'], []],
  tokens: [1, 1],
  read: ['c-07', 'c-08', 's-01', 'd-01', undefined],
};
const NEXT_HISTORY = {
  texts: expect.objectContaining({
    'c-06': '[deleted]',
    'c-08': 'Hall 2 is taken this week, we meet in Hall 5.',
    'c-10': 'Hello everybody, I am new 👋',
  }),
  replies: [...FIRST_HISTORY.replies.slice(0, 4), 'c-09 → c-08', ...FIRST_HISTORY.replies.slice(4)],
  reactions: [
    'c-01 aiko 👍',
    'c-01 tom 👍',
    'c-04 lea 🍰',
    'c-04 marta 🍰',
    'c-08 lea 👩🏽‍❤️‍💋‍👨🏿',
    'c-09 tom 🎹',
    'c-10 marta 👋',
    'd-02 marta 👌',
    's-02 aiko thank you',
  ],
  pins: ['c-08 tom', 'd-01 marta'],
  friends: { marta: ['aiko', 'tom'], yusuf: ['noor'], tom: ['ann', 'ben', 'marta'] },
  conductor: 'Choir leader',
  members: [
    'aiko moderator',
    'lea participant',
    'marta admin',
    'noor participant',
    'tom moderator',
    'yusuf participant',
  ],
  sopranos: ['Sopranos 1 + 2', 'aiko'],
  banned: [[], ['pat']],
  blockedBy: [[], ['pat']],
  tokens: [0, 1],
  read: ['c-10', 'c-08', undefined, 'd-01', 'c-10'],
};

/** Whose receipts of which conversations are looked at. */
const READERS = [
  ['/groups/choir/conversation', 'lea'],
  ['/groups/choir/conversation', 'yusuf'],
  ['/groups/sopranos/conversation', 'lea'],
  ['/users/marta/conversation', 'tom'],
  ['/groups/choir/conversation', 'noor'],
] as const;

type Json = Record<string, unknown>;
const uids = (rows: readonly Json[]): string[] => rows.map(({ uid }) => String(uid)).sort();

/** A service that is in use, with people of the sample among its users: what is there before must stay. */
async function fillService(service: Service): Promise<void> {
  await fillBefore(service);
  const { call } = service;
  await call('POST', '/roles', { role: 'singer', name: 'Singer', metadata: { colour: '#1f4e79' } });
  const tom = { uid: 'tom', name: 'Tom Okafor', role: 'singer', metadata: { voice: 'bass' } };
  const more = { tags: ['board', 'drivers'], createdAt: Date.parse('2024-01-10T18:05:00Z') / 1_000 };
  await call('POST', '/data_import/users', { users: { tom: { ...tom, ...more } } });
  await call('POST', '/users/tom/friends', { accepted: ['ann', 'ben'] });
  await call('POST', '/users/ann/blockedusers', { blockedUids: ['cy'] });
  const { data } = await call('POST', '/messages', said('hello', 'tom'), 'ann');
  const { id } = data as { id: string };
  await call('POST', `/messages/${id}/reactions/%F0%9F%91%8D`, undefined, 'tom');
  await call('POST', `/messages/${id}/thread`, said('hi', 'ann'), 'tom');
}

const said = (text: string, receiver: string): Json => ({
  receiver,
  receiverType: 'user',
  category: 'message',
  type: 'text',
  data: { text },
});

/** What the sample is about, as the service shows it: threads, reactions with their people, and the lists of each kind. */
async function historyIn({ get }: Service): Promise<Json> {
  const { data } = await get('/messages?limit=1000&hideReplies=false');
  const own = data.filter(({ muid }) => muid);
  const muidOf = new Map(own.map(({ id, muid }) => [String(id), muid]));
  const reactions: string[] = [];
  for (const { id, muid } of own)
    for (const each of (await get(`/messages/${id}/reactions?limit=100`)).data)
      reactions.push(`${muid} ${each['uid']} ${each['reaction']}`);
  const texts = own.map(({ muid, data }) => [muid, (data as Json)['text']]);
  const replies = own.flatMap(({ muid, parentId }) =>
    parentId ? [`${muid} → ${muidOf.get(String(parentId))}`] : [],
  );
  const friends = async (uid: string): Promise<string[]> => uids((await get(`/users/${uid}/friends`)).data);
  const members = await get('/groups/choir/members');
  return {
    texts: Object.fromEntries(texts),
    replies: replies.sort(),
    reactions: reactions.sort(),
    pins: own.flatMap(({ muid, pinnedAt, pinnedBy }) => (pinnedAt ? [`${muid} ${pinnedBy}`] : [])).sort(),
    friends: { marta: await friends('marta'), yusuf: await friends('yusuf'), tom: await friends('tom') },
    conductor: (await get('/roles')).data.find(({ role }) => role === 'conductor')?.['name'],
    members: members.data.map(({ uid, scope }) => `${uid} ${scope}`).sort(),
    sopranos: [
      (await get('/groups?limit=100')).data.find(({ guid }) => guid === 'sopranos')?.['name'],
      ...uids((await get('/groups/sopranos/members')).data),
    ],
    banned: [
      uids((await get('/groups/choir/bannedusers')).data),
      uids((await get('/groups/sopranos/bannedusers')).data),
    ],
    read: await Promise.all(
      READERS.map(async ([path, uid]) => {
        const { data: row } = await get(path, uid).catch(() => ({ data: {} }));
        return muidOf.get(String((row as Json)['lastReadMessageId']));
      }),
    ),
    tokens: [
      (await get('/users/marta/auth_tokens')).data.length,
      (await get('/users/aiko/auth_tokens')).data.length,
    ],
    blockedBy: [
      uids((await get('/users/lea/blockedusers')).data),
      uids((await get('/users/marta/blockedusers')).data),
    ],
  };
}

/** The sample's pipelines against a service of its own process. */
function pipelinesIn(
  folder: string,
  sandbox: Pick<SandboxHere, 'baseUrl' | 'keyFile'>,
): { first: string; next: string } {
  const [first, next] = ['pipeline.yaml', 'sync.yaml'].map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8').replace('target: sandbox', `target: ${targetOf(sandbox)}`);
    expect(text).toContain(sandbox.baseUrl);
    writeFileSync(path, `${text}references: open\n${FAST}\n`);
    return path;
  }) as [string, string];
  return { first, next };
}

/** The messages of a service, and the reactions to them. */
async function messagesAndReactions({ get }: Service): Promise<number> {
  const { data } = await get('/messages?limit=1000');
  const reactions = data.flatMap(({ data }) => ((data as Json)['reactions'] ?? []) as { count: number }[]);
  return reactions.reduce((sum, { count }) => sum + count, data.length);
}

/**
 * Starts a command, and kills it once the service has so many messages and reactions more, or fewer. Behind the gate it cannot
 * come to its end.
 */
async function killedAfter(
  service: Service,
  gate: Gate,
  change: number,
  args: readonly string[],
): Promise<void> {
  gate.hold(Math.abs(change));
  const before = await messagesAndReactions(service);
  const { child, ended } = startCli(args);
  const isThere = async (): Promise<boolean> => {
    const more = (await messagesAndReactions(service)) - before;
    return change > 0 ? more >= change : more <= change;
  };
  while (!(await isThere()) && gate.waiting() === 0 && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  const { signal, err } = await ended;
  expect(signal, err).toBe('SIGKILL');
  gate.open();
}

async function report<T = Report>(...args: readonly string[]): Promise<T & { exitCode: number }> {
  const { code, out, err } = await cli([...args, '--json']);
  expect(code, err + out).toBe(0);
  return JSON.parse(out) as T & { exitCode: number };
}

/** The rows of each kind that are in the service at the end of a run, as it says. */
const landed = ({ entities }: Report): Record<string, number> =>
  Object.fromEntries(
    Object.entries(entities).map(([name, { created, exists, updated, unchanged }]) => [
      name,
      created + exists + updated + unchanged,
    ]),
  );

async function expectAllSame(pipeline: string, rows: Readonly<Record<string, number>>): Promise<void> {
  const { entities } = await report<{ entities: Json }>('verify', pipeline, '--one-way');
  const none = { onlySource: 0, differs: 0 };
  for (const [kind, same] of Object.entries(rows))
    expect(entities[kind], kind).toMatchObject({ same, ...none });
}

test('a history with every kind of rows: run, verify, sync and undo, each killed, in a service that was in use', async () => {
  await using copy = await copyOf('samples/history');
  const folder = join(copy.path, 'samples/history');
  await using sandbox = await startSandboxHere(folder, ['--faults', 'delay=15']);
  const service = serviceAt(sandbox);
  await fillService(service);
  const before = await snapshotOf(service);
  await using gate = await startGate(sandbox.baseUrl, '/messages');
  const { first, next } = pipelinesIn(folder, { ...sandbox, baseUrl: gate.baseUrl });
  const random = seeded(SEED);
  const from = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));

  for (const change of [from(1, 6), from(1, 6)])
    await killedAfter(service, gate, change, ['run', first, '--yes']);
  const done = await report('run', first, '--yes');
  expect(landed(done)).toEqual(FIRST);
  expect(await historyIn(service)).toEqual(FIRST_HISTORY);
  await expectAllSame(first, FIRST);
  expect((await report('run', first, '--yes')).requests.sent).toBe(0);

  await killedAfter(service, gate, from(1, 2), ['run', next, '--yes']);
  const synced = await report('run', next, '--yes');
  expect(landed(synced)).toEqual(NEXT);
  expect(await historyIn(service)).toEqual(NEXT_HISTORY);
  await expectAllSame(next, NEXT);
  expect((await report('run', next, '--yes')).requests.sent).toBe(0);

  const { confirm } = await report<{ confirm: string }>('undo', next);
  await killedAfter(service, gate, -from(1, 8), ['undo', next, '--confirm', confirm]);
  const undone = await report<{ problems: unknown[] }>('undo', next, '--confirm', confirm);
  expect(undone.problems).toEqual([]);
  expect(await snapshotOf(service)).toEqual(before);
});
