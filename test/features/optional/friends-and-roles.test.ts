import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const USERS = 'uid,name,role\nann,Ann,teacher\nben,Ben,\ncat,Cat,\ndan,Dan,\n';
const ROLES = 'role,name,description,metadata.level\nteacher,Teacher,teaches,a\ndefault,Default,,\n';
const FRIENDS = 'uid,friendUid\nann,ben\nBEN,ann\nann,cat\nann,dan\ncat,dan\ncat,cat\ncat,nobody\n';

const writesTo = ({ requests }: ServiceHere, path: RegExp): string[] =>
  requests.filter((line) => !line.startsWith('GET') && path.test(line));

/** The uids of the friends of a user. */
async function friendsOf({ service }: ServiceHere, uid: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { uid: friend } of service.friends.list(uid)) found.push(friend);
  return found.sort();
}

test.each(['import', 'rest'])(
  'api: %s: roles before their users, friends of one user in one request; verify finds all, undo leaves nothing',
  async (api) => {
    await using here = await serviceHere({
      files: { 'users.csv': USERS, 'roles.csv': ROLES, 'friends.csv': FRIENDS },
      api,
    });
    const before = await friendsOf(here, 'ann').catch(() => []);
    expect(before).toEqual([]);
    const { exitCode, result } = await here.json<Report>('run', '--yes');
    expect(exitCode).toBe(4);
    expect(result.balanced).toBe(true);
    expect(result.entities.roles).toMatchObject({ read: 2, created: 1, exists: 1 });
    expect(result.entities.friends).toMatchObject({ read: 7, created: 4, skipped: 1, rejected: 2 });
    expect(result.problems.map(({ code }) => code).sort()).toEqual(['FRIEND.SELF', 'REFERENCE.UNKNOWN']);
    expect(Object.keys(result.entities).slice(0, 4)).toEqual(['users', 'groups', 'members', 'messages']);
    expect(writesTo(here, /friends/).sort()).toEqual([
      'POST /v3/users/ann/friends',
      'POST /v3/users/cat/friends',
    ]);
    expect([await friendsOf(here, 'ann'), await friendsOf(here, 'dan')]).toEqual([
      ['ben', 'cat', 'dan'],
      ['ann', 'cat'],
    ]);
    expect(await here.service.users.get('ann')).toMatchObject({ role: 'teacher' });

    const again = await here.json<Report>('run', '--yes');
    expect(again.result.requests.sent).toBe(0);

    const verified = await here.json<{ entities: Record<string, object> }>('verify', '--one-way');
    expect(verified.result.entities['friends']).toMatchObject({ same: 4, onlySource: 0, onlyTarget: 0 });

    const asked = await here.json<{ confirm: string; entities: Record<string, object> }>('undo');
    expect(asked.result.entities).toMatchObject({ friends: { implied: 4 }, roles: { direct: 1, before: 1 } });
    const undone = await here.json<{ entities: Record<string, object> }>(
      'undo',
      '--confirm',
      asked.result.confirm,
    );
    expect(undone.exitCode).toBe(0);
    expect(undone.result.entities).toMatchObject({ friends: { implied: 4 }, roles: { removed: 1 } });
    const roles: string[] = [];
    for await (const { role } of here.service.roles.list()) roles.push(role);
    expect(roles).toEqual(['default']);
  },
);

test('a sync adds and removes friendships, changes roles, and makes them again with a user who comes back', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': USERS, 'roles.csv': ROLES, 'friends.csv': 'uid,friendUid\nann,ben\nann,cat\n' },
    rest: 'sync: { onMissing: delete, maxDelete: 100% }',
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  put('friends.csv', 'uid,friendUid\nben,ann\nben,cat\n');
  put('roles.csv', ROLES.replace('teaches', 'taught'));
  const second = await here.json<Report>('run', '--yes');
  expect(second.result.entities.friends).toMatchObject({ created: 1, unchanged: 1 });
  expect(second.result.missing?.friends).toMatchObject({ deleted: 1 });
  expect(second.result.entities.roles).toMatchObject({ updated: 1 });
  expect(await here.service.roles.get('teacher')).toMatchObject({
    description: 'taught',
    metadata: { level: 'a' },
  });
  expect([await friendsOf(here, 'ann'), await friendsOf(here, 'ben')]).toEqual([['ben'], ['ann', 'cat']]);

  // Ben leaves, and the service removes his friendships with him; both come back.
  put('users.csv', USERS.replace('ben,Ben,\n', ''));
  put('friends.csv', 'uid,friendUid\nann,cat\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect([await friendsOf(here, 'ann'), await friendsOf(here, 'cat')]).toEqual([['cat'], ['ann']]);
  put('users.csv', USERS);
  put('friends.csv', 'uid,friendUid\nann,cat\nben,ann\nben,cat\n');
  expect((await here.json<Report>('run', '--yes')).result.entities.friends).toMatchObject({
    created: 2,
    unchanged: 1,
  });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('a friendship and a role that were there before us stay, and a plan says what they cost', async () => {
  await using here = await serviceHere({
    files: { 'friends.csv': 'uid,friendUid\nann,ben\nann,cat\n', 'roles.csv': 'role,name\nteacher,Other\n' },
  });
  for (const uid of ['ann', 'ben', 'cat']) await here.service.users.create({ uid, name: uid });
  await here.service.friends.add('ben', ['ann']);
  await here.service.roles.create({ role: 'teacher', name: 'Teacher' });
  const { result: plan } = await here.json<{ cost: object; entities: Record<string, object> }>('plan');
  expect(plan).toMatchObject({ cost: { batches: 0, single: 2 }, entities: { friends: { new: 2 } } });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.friends).toMatchObject({ created: 1, exists: 1 });
  expect(result.entities.roles).toMatchObject({ exists: 1 });
  const { result: asked } = await here.json<{ confirm: string }>('undo');
  await here.json('undo', '--confirm', asked.confirm);
  expect([await friendsOf(here, 'ann'), (await here.service.roles.get('teacher')).name]).toEqual([
    ['ben'],
    'Teacher',
  ]);
});
