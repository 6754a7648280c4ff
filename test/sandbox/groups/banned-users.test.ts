import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, users } from '../sandbox-client.ts';

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];

/** The group team with ann (owner), adm (admin), mod (moderator), bob and cid. */
async function openTeam() {
  const opened = await openPopulated();
  await importRows(opened, 'users', users('adm', 'mod', 'dan'));
  await opened.post('/groups/team/members', {
    admins: ['adm'],
    moderators: ['mod'],
    participants: ['bob', 'cid'],
  });
  return opened;
}

test('a banned user has left, is listed, and cannot come back until unbanned', async () => {
  await using opened = await openTeam();
  const banned = await opened.post('/groups/team/bannedusers/bob');
  expect(banned.json).toEqual({
    data: { success: true, message: 'The user with uid bob has been banned from the Group with team.' },
  });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(4);
  const members = (await opened.get('/groups/team/members')).json.data;
  expect(members.map((one: Json) => one.uid)).toEqual(['adm', 'ann', 'cid', 'mod']);
  const listed = (await opened.get('/groups/team/bannedusers?perPage=1')).json;
  expect(listed.data).toEqual([
    {
      uid: 'bob',
      name: 'Name of bob',
      status: 'offline',
      role: 'default',
      createdAt: expect.any(Number),
      scope: 'participant',
      joinedAt: expect.any(Number),
      isBanned: true,
    },
  ]);
  expect(listed.meta.pagination).toMatchObject({ total: 1, count: 1, per_page: 1, current_page: 1 });
  const add = async () =>
    (await opened.post('/groups/team/members', { participants: ['bob'] })).json.data.participants.bob;
  expect((await add()).error.code).toBe('ERR_BANNED_GROUPMEMBER');
  expect(outcome(await opened.get('/groups/team/conversation', { as: 'bob' }))).toEqual([
    404,
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  ]);
  expect(outcome(await opened.remove('/groups/team/members/bob'))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  const unbanned = await opened.remove('/groups/team/bannedusers/bob');
  expect(unbanned.json.data).toEqual({
    success: true,
    message: 'The user with uid bob has been unbanned from the Group with team.',
  });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(4);
  expect((await add()).success).toBe(true);
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(5);
  const history = (await opened.get('/groups/team/messages')).json.data.map((one: Json) => one.data.action);
  expect(history.slice(-3)).toEqual(['banned', 'unbanned', 'added']);
});

test('bans are refused with the documented codes', async () => {
  await using opened = await openTeam();
  const ban = async (uid: string, as?: string) =>
    outcome(await opened.post(`/groups/team/bannedusers/${uid}`, undefined, as === undefined ? {} : { as }));
  const unban = async (uid: string, as?: string) =>
    outcome(await opened.remove(`/groups/team/bannedusers/${uid}`, as === undefined ? {} : { as }));
  expect(await ban('dan')).toEqual([200, 'ok']);
  expect(await ban('dan')).toEqual([400, 'ERR_ALREADY_BANNED']);
  expect(await ban('nobody')).toEqual([404, 'ERR_UID_NOT_FOUND']);
  expect(await ban('b%20b')).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(await ban('ann', 'adm')).toEqual([403, 'ERR_GROUP_NO_SCOPE_CLEARANCE']);
  expect(await ban('adm', 'mod')).toEqual([403, 'ERR_GROUP_NO_SCOPE_CLEARANCE']);
  expect(await ban('bob', 'cid')).toEqual([403, 'ERR_GROUP_NO_MODERATOR_SCOPE']);
  expect(await ban('mod', 'mod')).toEqual([403, 'ERR_GROUP_NO_SELF_ACTION']);
  expect(await ban('bob', 'mod')).toEqual([200, 'ok']);
  expect(await unban('cid')).toEqual([404, 'ERR_NOT_A_BANNED_USER']);
  expect(await unban('bob', 'cid')).toEqual([403, 'ERR_GROUP_NO_MODERATOR_SCOPE']);
  expect(await unban('bob', 'mod')).toEqual([200, 'ok']);
  expect(outcome(await opened.post('/groups/none/bannedusers/bob'))).toEqual([404, 'ERR_GUID_NOT_FOUND']);
  expect(outcome(await opened.get('/groups/none/bannedusers'))).toEqual([404, 'ERR_GUID_NOT_FOUND']);
});

test('usersToBan bans through the same rules, each with a result', async () => {
  await using opened = await openTeam();
  const added = await opened.post(
    '/groups/team/members',
    { usersToBan: ['dan', 'bob', 'nobody'] },
    { as: 'ann' },
  );
  expect(added.json.data.usersToBan).toMatchObject({
    dan: { success: true },
    bob: { success: true },
    nobody: { success: false, error: { code: 'ERR_UID_NOT_FOUND' } },
  });
  const twice = await opened.post('/groups/team/members', { usersToBan: ['dan'] });
  expect(twice.json.data.usersToBan.dan.error.code).toBe('ERR_ALREADY_BANNED');
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(4);
});

test('two requests for one ban: one bans, the other is refused', async () => {
  await using opened = await openTeam();
  const bans = await Promise.all([1, 2].map(() => opened.post('/groups/team/bannedusers/bob')));
  expect(bans.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [400, 'ERR_ALREADY_BANNED'],
  ]);
  const lifted = await Promise.all([1, 2].map(() => opened.remove('/groups/team/bannedusers/bob')));
  expect(lifted.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'ERR_NOT_A_BANNED_USER'],
  ]);
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(4);
});
