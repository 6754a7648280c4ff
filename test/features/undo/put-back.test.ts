import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { formerOf, put, type Row, shown, stateOf, sync, undo } from './put-back.ts';

/** What a sync has changed in rows that were there before it is put back by `undo`. */

const FULL_USER = {
  uid: 'e1',
  name: 'Eve',
  role: 'boss',
  avatar: 'https://x.example/e.png',
  statusMessage: 'hello',
  metadata: { plan: 'gold', team: 'red' },
  tags: ['vip'],
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
    name: 'Eva',
    link: 'https://x.example/e',
    tags: ['new'],
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
      { entity: 'users', key: 'e1', field: 'metadata.team', reason: 'somebody has changed it since then' },
    ],
  });
  expect(await here.service.users.get('e1')).toMatchObject({
    name: 'Eve',
    avatar: FULL_USER.avatar,
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
    guid: 'eg',
    name: 'EG',
    type: 'private',
    owner: 'old',
    tags: ['t'],
    icon: 'https://x.example/i.png',
    description: 'Board',
    metadata: { app: 1 },
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

test('the screen counts what is put back, and names what is left', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,statusMessage\ne1,Eva,busy\ne2,Two,busy\n' },
    rest: 'sync: {}',
  });
  await withUser(here);
  await here.service.users.create({ uid: 'e2', name: 'Two' });
  await sync(here);
  await here.service.users.update('e1', { name: 'Evelyn' });
  const planned = await runHere(['undo', here.pipeline]);
  expect(planned.stdout).toContain(
    `No rows would be removed.
  users     remove         0   2 stay, they existed before
These old values would be restored in rows that existed before, unless somebody has changed them since:
  users     restore         2   2 fields · 1 field cannot be restored
  about 4 requests; nothing is changed yet`,
  );
  const id = /--confirm (\w+)/.exec(planned.stdout)?.[1] ?? '';
  const done = await runHere(['undo', here.pipeline, '--confirm', id]);
  expect([done.exitCode, done.stdout]).toEqual([
    0,
    expect.stringContaining(
      `  users     restore         1   1 field · 1 field changed since, not touched · 1 field cannot be restored
! users e1: name stays, somebody has changed it since then
! users e2: statusMessage stays, it was empty, and no call can empty it
`,
    ),
  ]);
  expect(await here.service.users.get('e1')).toMatchObject({ name: 'Evelyn', statusMessage: 'hello' });
});
