import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { put, undo } from '../../undo/put-back.ts';

/** A row that the service refuses is not ours: what it has under the same key stays; what it refuses of an undo keeps nothing else back. */

/** A group of others in which `out` is banned, and `in` is a member. */
async function withGroup({ service }: ServiceHere): Promise<void> {
  for (const uid of ['in', 'out', 'new']) await service.users.create({ uid, name: uid });
  await service.groups.create({ guid: 'g', name: 'G', type: 'private' });
  await service.members.add('g', { participants: ['in', 'out'] });
  await service.bannedUsers.ban('g', 'out');
}

const bannedIn = async ({ service }: ServiceHere): Promise<unknown[]> =>
  (await Array.fromAsync(service.bannedUsers.list('g'))).map(({ uid }) => uid);

/** A row that says that the user is not banned is refused as long as the ban stands. */
const MEMBERS = 'guid,uid,scope,isBanned\ng,out,participant,false\ng,new,participant,false\n';

/** A pipeline whose rows are partly refused. */
const refusing = (sync: string): Promise<ServiceHere> =>
  serviceHere({ api: 'rest', files: { 'members.csv': MEMBERS }, rest: `references: open\n${sync}` });

test('a member whose ban refuses the row stays banned after an undo', async () => {
  await using here = await refusing('sync: {}');
  await withGroup(here);
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  await undo(here);
  expect(await bannedIn(here)).toEqual(['out']);
});

test('a refused row that leaves the files is removed from nowhere', async () => {
  await using here = await refusing('sync: { onMissing: delete, maxDelete: 100% }');
  await withGroup(here);
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  put(here, 'members.csv', 'guid,uid,scope,isBanned\ng,new,participant,false\n');
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  expect(await bannedIn(here)).toEqual(['out']);
});

test('a row that the service takes the next night is of others if they created it in between', async () => {
  await using here = await refusing('sync: {}');
  await withGroup(here);
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  await here.service.bannedUsers.unban('g', 'out');
  await here.service.members.add('g', { participants: ['out'] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  await undo(here);
  const left = (await Array.fromAsync(here.service.members.list('g'))).map(({ uid }) => uid);
  expect(left.toSorted()).toEqual(['in', 'out']);
});

test('the tags of a user who is deactivated are put back', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,tags\nu,U,new\n' },
    rest: 'sync: {}',
  });
  const { users } = here.service;
  await users.create({ uid: 'u', name: 'U', tags: ['vip'] });
  await users.deactivate(['u']);
  const tags = async () =>
    (await Array.fromAsync(users.list({ onlyDeactivated: true, withTags: true }))).map((user) => user.tags);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await tags()).toEqual([['new']]);
  await undo(here);
  expect(await tags()).toEqual([['vip']]);
});

test('a former owner who is deactivated does not keep the rest of a group from an undo', async () => {
  await using here = await serviceHere({
    files: { 'groups.csv': 'guid,name,owner\ng,Ours,new\n' },
    rest: 'references: open\nsync: {}',
  });
  const { users, groups } = here.service;
  for (const uid of ['old', 'new']) await users.create({ uid, name: uid });
  await groups.create({ guid: 'g', name: 'Theirs', type: 'private', owner: 'old' });
  await users.deactivate(['old']);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const { result } = await here.json<{ confirm: string }>('undo', '--include-used');
  const undoing = ['undo', '--include-used', '--confirm', result.confirm] as const;
  expect((await here.json(...undoing)).exitCode).toBe(4);
  expect(await groups.get('g')).toMatchObject({ name: 'Theirs', owner: 'new' });
  await users.reactivate(['old']);
  expect((await here.json(...undoing)).exitCode).toBe(0);
  expect(await groups.get('g')).toMatchObject({ name: 'Theirs', owner: 'old' });
});

test.for([
  ['import', 'admin'],
  ['import', undefined],
  ['rest', 'admin'],
  ['rest', undefined],
] as const)(
  'a ban that we set and lift leaves an undo the scope that was there before: %s, scope %s',
  async ([api, scope]) => {
    const row = (_: string, isBanned: boolean) =>
      scope === undefined
        ? `guid,uid,isBanned\ng,in,${isBanned}\n`
        : `guid,uid,scope,isBanned\ng,in,${scope},${isBanned}\n`;
    await using here = await serviceHere({
      files: { 'members.csv': row('admin', true) },
      rest: 'references: open\nsync: {}',
      api,
    });
    await withGroup(here);
    await here.service.members.changeScope('g', 'in', 'moderator');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await bannedIn(here)).toContain('in');
    put(here, 'members.csv', row('admin', false));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    const scopes = async () =>
      (await Array.fromAsync(here.service.members.list('g'))).map(({ uid, scope }) => `${uid} ${scope}`);
    expect(await scopes()).toEqual([`in ${scope ?? 'participant'}`]);
    await undo(here);
    expect(await scopes()).toEqual(['in moderator']);
  },
);
