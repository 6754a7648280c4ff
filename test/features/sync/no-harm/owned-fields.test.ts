import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

/** What a file does not say: rows of a service that is in use keep every field that no source has. */

const SYNC = 'sync: {}';
/** What the service changes by itself. */
const withoutTimes = ({ updatedAt: _, updatedBy: __, ...row }: Record<string, unknown>): unknown => row;
const writes = (requests: readonly string[]): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));

test('a first sync of names leaves users of a service as they are', async () => {
  await using here = await serviceHere({ files: { 'users.csv': 'uid,name\ne1,Eve\n' }, rest: SYNC });
  const { service } = here;
  await service.roles.create({ role: 'boss', name: 'Boss' });
  await service.users.create({
    uid: 'e1',
    name: 'Eve',
    role: 'boss',
    avatar: 'https://x.example/e.png',
    metadata: { plan: 'gold' },
    tags: ['vip'],
  });
  const before = await service.users.get('e1');
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await service.users.get('e1')).toEqual(before);
  expect(writes(here.requests)).toEqual(['POST /v3/data_import/users']);
  expect((await here.json('verify')).exitCode).toBe(0);
  here.requests.length = 0;
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\ne1,Eva\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(withoutTimes({ ...(await service.users.get('e1')) })).toEqual(
    withoutTimes({ ...before, name: 'Eva' }),
  );
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('a first sync of names and members leaves groups closed and admins in office', async () => {
  await using here = await serviceHere({
    files: { 'groups.csv': 'guid,name\neg,EG\n', 'members.csv': 'guid,uid\neg,e2\n' },
    rest: SYNC,
  });
  const { service } = here;
  await service.users.create({ uid: 'e2', name: 'Two' });
  await service.groups.create({
    guid: 'eg',
    name: 'EG',
    type: 'password',
    password: 'secret',
    icon: 'https://x.example/i.png',
    description: 'Board',
  });
  await service.members.add('eg', { admins: ['e2'] } as never);
  const before = await service.groups.get('eg');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await service.groups.get('eg')).toEqual(before);
  const members = await Array.fromAsync(service.members.list('eg'));
  expect(members.map(({ uid, scope }) => [uid, scope])).toEqual([['e2', 'admin']]);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('what an app adds to our own rows stays when their names change', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\now1,Ann\n',
      'groups.csv': 'guid,name,type\nog,G,public\n',
      'messages.csv': 'muid,sender,receiver,receiverType,sentAt,text\nm1,ow1,og,group,1795000000,Helo\n',
    },
    rest: SYNC,
  });
  const { service } = here;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  await service.roles.create({ role: 'boss', name: 'Boss' });
  const added = { metadata: { plan: 'gold' }, tags: ['vip'] };
  await service.users.update('ow1', {
    ...added,
    avatar: 'https://x.example/a.png',
    link: 'https://x.example/a',
    role: 'boss',
  });
  await service.groups.update('og', { ...added, icon: 'https://x.example/i.png', description: 'Board' });
  const [message] = await Array.fromAsync(service.messages.list());
  await service.messages.edit(String(message?.id), {
    data: { text: 'Helo', metadata: { app: 1 } },
    tags: ['app'],
  });
  const [user, group] = [await service.users.get('ow1'), await service.groups.get('og')];
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\now1,Anna\n');
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name,type\nog,G2,public\n');
  writeFileSync(
    join(here.folder, 'messages.csv'),
    'muid,sender,receiver,receiverType,sentAt,text\nm1,ow1,og,group,1795000000,Hello\n',
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(withoutTimes({ ...(await service.users.get('ow1')) })).toEqual(
    withoutTimes({ ...user, name: 'Anna' }),
  );
  expect(withoutTimes({ ...(await service.groups.get('og')) })).toEqual(
    withoutTimes({ ...group, name: 'G2' }),
  );
  const edited = await service.messages.get(String(message?.id));
  expect(edited.data).toMatchObject({ text: 'Hello', metadata: { app: 1 } });
  expect(edited.tags).toEqual(['app']);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('members of metadata merge: those that a source maps are ours, others stay', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,metadata.team\nann,Ann,red\nben,Ben,red\n' },
    rest: SYNC,
  });
  const { service } = here;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  for (const uid of ['ann', 'ben'])
    await service.users.update(uid, { metadata: { team: 'red', plan: 'gold' } });
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name,metadata.team\nann,Ann,blue\nben,Ben,\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await service.users.get('ann')).metadata).toEqual({ plan: 'gold', team: 'blue' });
  expect((await service.users.get('ben')).metadata).toEqual({ plan: 'gold' });
  here.requests.length = 0;
  appendFileSync(join(here.folder, 'users.csv'), 'cat,Cat,green\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(writes(here.requests)).toEqual(['POST /v3/data_import/users']);
});

test('rows that own everything are written whole where the pipeline asks for that', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name\ne1,Eve\n' },
    rest: 'sync: { fields: all }',
  });
  const { service } = here;
  await service.roles.create({ role: 'boss', name: 'Boss' });
  await service.users.create({
    uid: 'e1',
    name: 'Eve',
    role: 'boss',
    avatar: 'https://x.example/e.png',
    metadata: { plan: 'gold' },
    tags: ['vip'],
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const after = await service.users.get('e1');
  expect(after).not.toHaveProperty('avatar');
  expect(after).not.toHaveProperty('metadata');
  // A right changes only to a value that a file says.
  expect(after.role).toBe('boss');
});
