import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** What a sync has changed in rows that were there before it is put back by `undo`. */

type Row = Readonly<Record<string, unknown>>;

/** A row without what the service changes by itself. */
const shown = (row: object): Row => {
  const { updatedAt: _, updatedBy: __, lastActiveAt: ___, ...rest } = row as Row;
  return rest;
};
const put = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);
const stateOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry/here');
const formerOf = (here: ServiceHere): string => join(stateOf(here), 'former.ndjson');

async function sync(here: ServiceHere): Promise<void> {
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode, JSON.stringify(result)).toBe(0);
}

async function undo(here: ServiceHere): Promise<{ planned: UndoPreview; done: UndoDone }> {
  const { result: planned } = await here.json<UndoPreview>('undo');
  const { exitCode, result: done } = await here.json<UndoDone>('undo', '--confirm', String(planned.confirm));
  expect(exitCode, JSON.stringify(done)).toBe(0);
  const { result: again } = await here.json<UndoPreview>('undo');
  expect(again.next).toBe('nothing is left to do');
  expect(existsSync(formerOf(here))).toBe(false);
  return { planned, done };
}

const FULL_USER = {
  ...{ uid: 'e1', name: 'Eve', role: 'boss', avatar: 'https://x.example/e.png' },
  ...{ statusMessage: 'hello', metadata: { plan: 'gold', team: 'red' }, tags: ['vip'] },
};

async function withUser(here: ServiceHere): Promise<Row> {
  await here.service.roles.create({ role: 'boss', name: 'Boss' });
  await here.service.users.create(FULL_USER);
  return shown(await here.service.users.get('e1'));
}

test('fields of a user that were set, changed and emptied, and members of metadata, are put back', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv':
        'uid,name,avatar,link,metadata.team,metadata.desk,tags\ne1,Eva,,https://x.example/e,blue,12,new\n',
    },
    rest: 'sync: {}',
  });
  const before = await withUser(here);
  await sync(here);
  expect(await here.service.users.get('e1')).toMatchObject({
    ...{ name: 'Eva', link: 'https://x.example/e', tags: ['new'] },
    metadata: { plan: 'gold', team: 'blue', desk: '12' },
  });
  expect(statSync(formerOf(here)).mode & 0o777).toBe(0o600);
  const { planned, done } = await undo(here);
  expect(planned.putBack).toEqual({ users: { rows: 1, fields: 6, stays: 0 } });
  expect(done.putBack?.users).toMatchObject({ rows: 1, fields: 6, changed: 0, stays: 0 });
  expect(shown(await here.service.users.get('e1'))).toEqual(before);
  // The next sync run does what it did before, although its files are the same.
  await sync(here);
  expect((await here.service.users.get('e1')).name).toBe('Eva');
});

test('rows that own everything are put back whole', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name\ne1,Eve\n' },
    rest: 'sync: { fields: all }',
  });
  const before = await withUser(here);
  await sync(here);
  expect(await here.service.users.get('e1')).not.toHaveProperty('metadata');
  const { done } = await undo(here);
  // The avatar, two members of metadata, the tags.
  expect(done.putBack?.users).toMatchObject({ rows: 1, fields: 4 });
  expect(shown(await here.service.users.get('e1'))).toEqual(before);
});

test('of two syncs that change a field, the value before the first one counts', async () => {
  await using here = await serviceHere({ files: { 'users.csv': 'uid,name\ne1,Eva\n' }, rest: 'sync: {}' });
  const before = await withUser(here);
  await sync(here);
  for (const name of ['Evi', 'Evo']) {
    put(here, 'users.csv', `uid,name\ne1,${name}\n`);
    await sync(here);
    expect((await here.service.users.get('e1')).name).toBe(name);
  }
  await undo(here);
  expect(shown(await here.service.users.get('e1'))).toEqual(before);
});

test('what somebody has changed since stays, and is named', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,avatar,metadata.team\ne1,Eva,,blue\n' },
    rest: 'sync: {}',
  });
  await withUser(here);
  await sync(here);
  await here.service.users.update('e1', { metadata: { plan: 'silver', team: 'green' } });
  const { done } = await undo(here);
  expect(done.putBack?.users).toMatchObject({ rows: 1, fields: 2, changed: 1 });
  expect(done.notPutBack).toEqual({
    count: 1,
    samples: [
      { entity: 'users', key: 'e1', field: 'metadata.team', reason: 'somebody has changed it since' },
    ],
  });
  expect(await here.service.users.get('e1')).toMatchObject({
    ...{ name: 'Eve', avatar: FULL_USER.avatar },
    metadata: { plan: 'silver', team: 'green' },
  });
});

test('what no call can do is said: a status that was empty, a password', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name,statusMessage\nu,U,busy\n',
      'groups.csv': 'guid,name,type,password\ng,G,password,mine\nh,H,public,\n',
    },
    rest: 'sync: {}',
  });
  const { service } = here;
  await service.users.create({ uid: 'u', name: 'U' });
  await service.groups.create({ guid: 'g', name: 'G', type: 'password', password: 'theirs' });
  await service.groups.create({ guid: 'h', name: 'H', type: 'password', password: 'theirs' });
  await sync(here);
  const { planned, done } = await undo(here);
  expect(planned.putBack).toEqual({
    users: { rows: 1, fields: 0, stays: 1 },
    groups: { rows: 2, fields: 0, stays: 2 },
  });
  expect(done.notPutBack?.samples.map(({ key, field }) => `${key} ${field}`).sort()).toEqual([
    'g password',
    'h type',
    'u statusMessage',
  ]);
  expect((await service.groups.get('h')).type).toBe('public');
});

test('fields, owner and type of a group are put back', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\nnew,New\n',
      'groups.csv':
        'guid,name,type,icon,description,owner,metadata.floor,tags\neg,Everybody,public,,,new,2,\n',
    },
    rest: 'references: open\nsync: {}',
  });
  const { service } = here;
  await service.users.create({ uid: 'old', name: 'Old' });
  await service.groups.create({
    ...{ guid: 'eg', name: 'EG', type: 'private', owner: 'old', tags: ['t'] },
    ...{ icon: 'https://x.example/i.png', description: 'Board', metadata: { app: 1 } },
  });
  const before = shown(await service.groups.get('eg'));
  await sync(here);
  expect(await service.groups.get('eg')).toMatchObject({ type: 'public', owner: 'new' });
  await undo(here);
  expect(shown(await service.groups.get('eg'))).toEqual({ ...before, membersCount: 1 });
});

test('users that the file deactivated or reactivated are as they were', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,deactivatedAt\non,On,1700000500\noff,Off,never\n' },
    rest: 'sync: {}',
  });
  const { service } = here;
  for (const uid of ['on', 'off']) await service.users.create({ uid, name: uid });
  await service.users.deactivate(['off']);
  await sync(here);
  const inactive = async (): Promise<string[]> =>
    (await Array.fromAsync(service.users.list({ onlyDeactivated: true }))).map(({ uid }) => uid);
  expect(await inactive()).toEqual(['on']);
  const { done } = await undo(here);
  expect(done.putBack?.users).toMatchObject({ rows: 2, fields: 4 });
  expect(await inactive()).toEqual(['off']);
  expect((await service.users.get('on')).name).toBe('on');
});

type Members = { readonly uid: string; readonly scope: unknown; readonly joinedAt?: unknown }[];

/** A group of others with four members, through an API that keeps the time of joining or not. */
async function withMembers({ service }: ServiceHere, keepsTime: boolean) {
  const T = 1_700_000_000;
  for (const uid of ['off', 'out', 'same', 'up']) await service.users.create({ uid, name: uid });
  await service.dataImport.groups([{ guid: 'g', name: 'G', type: 'private', createdAt: T }]);
  await service.dataImport.members(
    ['off', 'out', 'same', 'up'].map((uid, index) => ({
      ...{ guid: 'g', uid, joinedAt: T + 1 + index },
      scope: uid === 'out' || uid === 'same' ? 'moderator' : 'participant',
    })),
  );
  const members = async (): Promise<Members> =>
    (await Array.fromAsync(service.members.list('g')))
      .map(({ uid, scope, joinedAt }) => ({ uid, scope, ...(keepsTime ? { joinedAt } : {}) }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  return { members, before: await members() };
}

const scopesOf = (members: Members): string[] => members.map(({ uid, scope }) => `${uid} ${scope}`);

test.each(['import', 'rest'])('scopes and bans of members are put back through %s', async (api) => {
  await using here = await serviceHere({
    api,
    files: {
      'members.csv':
        'guid,uid,scope,joinedAt,isBanned\ng,up,admin,,\ng,out,,,true\ng,same,moderator,,\ng,off,admin,,\n',
    },
    rest: 'references: open\nsync: {}',
  });
  const { members, before } = await withMembers(here, api === 'import');
  // Somebody who is deactivated sees no group, so the list tells.
  if (api === 'import') await here.service.users.deactivate(['off']);
  here.requests.length = 0;
  await sync(here);
  expect(here.requests.filter((each) => each.startsWith('PUT') && each.endsWith('/same'))).toEqual([]);
  if (api === 'import') await here.service.users.reactivate(['off']);
  expect(scopesOf(await members())).toEqual(['off admin', 'same moderator', 'up admin']);
  const { done } = await undo(here);
  expect(done.putBack?.members).toMatchObject({ rows: 3, changed: 0, stays: 0, failed: 0 });
  expect(await members()).toEqual(before);
});

test('a ban of somebody who was in a group is lifted, and the membership is as it was', async () => {
  await using here = await serviceHere({
    files: { 'bans.csv': 'guid,uid\ng,out\n' },
    rest: 'references: open',
  });
  const { members, before } = await withMembers(here, true);
  await sync(here);
  expect(scopesOf(await members())).not.toContain('out moderator');
  const { done } = await undo(here);
  expect(done.putBack?.members).toMatchObject({ rows: 1, fields: 2 });
  expect(await members()).toEqual(before);
  expect(await Array.fromAsync(here.service.bannedUsers.list('g'))).toEqual([]);
});

test('text, tags and metadata of a message are put back', async () => {
  const line = (text: string, more: object): string =>
    `${JSON.stringify({ muid: 'm1', sender: 'a', receiver: 'b', receiverType: 'user', sentAt: 1_795_000_000, text, ...more })}\n`;
  await using here = await serviceHere({
    files: { 'messages.ndjson': line('Hi', {}) },
    rest: 'references: open\nsync: {}',
  });
  const { service } = here;
  for (const uid of ['a', 'b']) await service.users.create({ uid, name: uid });
  await service.dataImport.messages([
    {
      ...{ muid: 'm1', sender: 'a', receiver: 'b', receiverType: 'user', sentAt: 1_795_000_000 },
      ...{ category: 'message', type: 'text', data: { text: 'Hi', metadata: { app: 1, lang: 'en' } } },
      tags: ['t'],
    },
  ] as never);
  await sync(here);
  const [first] = await Array.fromAsync(service.messages.list({ sender: 'a' }));
  put(here, 'messages.ndjson', line('Hello', { metadata: { lang: 'de', by: 'x' }, tags: ['n'] }));
  await sync(here);
  const id = String(first?.id);
  expect((await service.messages.get(id)).data).toMatchObject({
    text: 'Hello',
    metadata: { app: 1, lang: 'de', by: 'x' },
  });
  const { done } = await undo(here);
  expect(done.putBack?.messages).toMatchObject({ rows: 1, fields: 4 });
  const message = await service.messages.get(id);
  expect(message.data).toMatchObject({ text: 'Hi', metadata: { app: 1, lang: 'en' } });
  expect(message.data).not.toHaveProperty('metadata.by');
  expect(message.tags).toEqual(['t']);
});

test('fields of a role are put back', async () => {
  await using here = await serviceHere({
    files: { 'roles.csv': 'role,name,description,metadata.a\nboss,Chief,,2\n' },
    rest: 'sync: {}',
  });
  const { service } = here;
  await service.roles.create({
    role: 'boss',
    name: 'Boss',
    description: 'All',
    metadata: { a: '1', b: '1' },
  });
  const before = shown(await service.roles.get('boss'));
  await sync(here);
  expect((await service.roles.get('boss')).name).toBe('Chief');
  await undo(here);
  expect(shown(await service.roles.get('boss'))).toEqual(before);
});

test('a sync of rows that are all ours keeps nothing', async () => {
  await using here = await serviceHere({ files: { 'users.csv': 'uid,name\na,A\n' }, rest: 'sync: {}' });
  await sync(here);
  put(here, 'users.csv', 'uid,name\na,B\n');
  here.requests.length = 0;
  await sync(here);
  expect(here.requests).toEqual(['PUT /v3/users/a']);
  expect(readdirSync(stateOf(here)).filter((name) => name.startsWith('former'))).toEqual([]);
});

test('no key and no secret is kept with the values', async () => {
  await using here = await serviceHere({
    files: { 'groups.csv': 'guid,name,type,password\ng,New,password,hush-hush\n' },
    rest: 'sync: {}',
  });
  await here.service.groups.create({ guid: 'g', name: 'G', type: 'password', password: 'theirs' });
  await sync(here);
  const kept = readFileSync(formerOf(here), 'utf8');
  expect(kept).toContain('"was":["G"]');
  expect(kept).not.toMatch(/hush-hush|theirs/);
});
