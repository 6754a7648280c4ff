import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/sandbox/wire/validation.ts';
import {
  importRows,
  type Json,
  type Opened,
  openPopulated,
  openSandbox,
  temporaryFolder,
  users,
} from '../sandbox-client.ts';

const uidsOf = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.uid);

test('members are added by scope with a result each, and leave an action message', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'users', users('dan', 'eve'));
  const answer = await opened.post('/groups/team/members', {
    admins: ['bob'],
    moderators: ['bob', 'cid'],
    participants: ['ann', 'nobody'],
    usersToBan: ['dan'],
  });
  expect(answer.status).toBe(200);
  const { admins, moderators, participants, usersToBan } = answer.json.data;
  expect(admins.bob).toMatchObject({
    success: true,
    data: {
      category: 'action',
      type: 'groupMember',
      sender: 'app_system',
      receiver: 'team',
      data: { action: 'added' },
    },
  });
  expect(Object.keys(moderators)).toEqual(['cid']);
  expect(participants.ann).toMatchObject({ success: false, error: { code: 'ERR_ALREADY_JOINED' } });
  expect(participants.nobody.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(usersToBan.dan).toEqual({ success: true });
  const banned = await opened.post('/groups/team/members', { participants: ['dan'] });
  expect(banned.json.data.participants.dan.error.code).toBe('ERR_BANNED_GROUPMEMBER');
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(3);
  const history = (await opened.get('/groups/team/messages')).json.data;
  expect(history.map((one: Json) => one.data.entities.on.entity.uid)).toEqual(['bob', 'cid', 'dan']);
  const byAnn = await opened.post('/groups/team/members', { participants: ['eve'] }, { as: 'ann' });
  expect(byAnn.json.data.participants.eve.data.sender).toBe('ann');
  await opened.post('/groups/team/members', { usersToBan: ['eve'] });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(3);
});

test('members are listed as users with scope and time of joining', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob', 'cid'] });
  const answer = await opened.get('/groups/team/members?perPage=2');
  expect(answer.json.data[0]).toMatchObject({
    uid: 'ann',
    name: 'Name of ann',
    scope: 'admin',
    joinedAt: 1_600_000_000,
  });
  expect(answer.json.meta.pagination).toEqual({
    total: 3,
    count: 2,
    per_page: 2,
    current_page: 1,
    total_pages: 2,
  });
  expect(uidsOf(await opened.get('/groups/team/members?scopes=participant'))).toEqual(['bob', 'cid']);
  expect((await opened.get('/groups/none/members')).status).toBe(404);
});

test('25 uids at a time, at least one', async () => {
  await using opened = await openPopulated();
  const uids = Array.from({ length: 26 }, (_, index) => `u${index}`);
  const tooMany = await opened.post('/groups/team/members', {
    admins: uids.slice(0, 13),
    participants: uids.slice(13),
  });
  expect([tooMany.status, tooMany.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect((await opened.post('/groups/team/members', {})).status).toBe(400);
  expect((await opened.post('/groups/team/members', { admins: 'ann' })).status).toBe(400);
});

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

/** What happened to whom, newest last. */
async function actions(opened: Opened) {
  const { data } = (await opened.get('/groups/team/messages')).json;
  return data.map((one: Json) => `${one.sender} ${one.data.action} ${one.data.entities.on.entity.uid}`);
}

test('a change of scope appears in the history', async () => {
  await using opened = await openTeam();
  const changed = await opened.put('/groups/team/members/bob', { scope: 'moderator' }, { as: 'ann' });
  expect(changed.json.data).toEqual({
    guid: 'team',
    uid: 'bob',
    scope: 'moderator',
    joinedAt: expect.any(Number),
  });
  const same = await opened.put('/groups/team/members/bob', { scope: 'moderator' });
  expect(outcome(same)).toEqual([400, 'ERR_SAME_SCOPE']);
  expect(same.json.error.message).toBe('Member already has the same scope moderator.');
  expect((await opened.put('/groups/team/members/bob')).json.data.scope).toBe('participant');
  expect((await actions(opened)).slice(-2)).toEqual(['ann scopeChanged bob', 'app_system scopeChanged bob']);
  const last = (await opened.get('/groups/team/conversation', { as: 'ann' })).json.data.lastMessage;
  expect(last.data.extras).toEqual({ scope: { old: 'moderator', new: 'participant' } });
  expect(outcome(await opened.put('/groups/team/members/dan', {}))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  expect(outcome(await opened.put('/groups/team/members/nobody', {}))).toEqual([404, 'ERR_UID_NOT_FOUND']);
  const odd = await opened.put('/groups/team/members/bob', { scope: 'owner' });
  expect([odd.status, odd.json.error.details]).toEqual([400, { scope: ['The selected scope is invalid.'] }]);
});

test('a member is kicked and can come back', async () => {
  await using opened = await openTeam();
  const kicked = await opened.remove('/groups/team/members/bob');
  expect(kicked.json.data).toEqual({
    success: true,
    message: 'The member with bob has been kicked from the Group with team.',
  });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(4);
  expect(outcome(await opened.remove('/groups/team/members/bob'))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  const again = await opened.post('/groups/team/members', { participants: ['bob'] });
  expect(again.json.data.participants.bob.success).toBe(true);
  expect((await actions(opened)).slice(-2)).toEqual(['app_system kicked bob', 'app_system added bob']);
});

test('on behalf of a user: nobody goes beyond its scope', async () => {
  await using opened = await openTeam();
  const path = (uid: string) => `/groups/team/members/${uid}`;
  const kick = async (as: string, uid: string) => outcome(await opened.remove(path(uid), { as }))[1];
  const scope = async (as: string, uid: string, to: string) =>
    outcome(await opened.put(path(uid), { scope: to }, { as }))[1];
  const add = async (as: string, body: object) =>
    outcome(await opened.post('/groups/team/members', body, { as }))[1];
  expect([
    await kick('bob', 'cid'),
    await kick('mod', 'adm'),
    await kick('adm', 'ann'),
    await kick('adm', 'adm'),
    await kick('dan', 'bob'),
    await scope('mod', 'bob', 'admin'),
    await scope('bob', 'cid', 'moderator'),
    await scope('ann', 'ann', 'participant'),
    await add('mod', { participants: ['dan'] }),
    await add('dan', { participants: ['bob'] }),
  ]).toEqual([
    'ERR_GROUP_NO_MODERATOR_SCOPE',
    'ERR_GROUP_NO_SCOPE_CLEARANCE',
    'ERR_GROUP_NO_SCOPE_CLEARANCE',
    'ERR_GROUP_NO_SELF_ACTION',
    'ERR_NOT_A_MEMBER',
    'ERR_GROUP_NO_SCOPE_CLEARANCE',
    'ERR_GROUP_NO_MODERATOR_SCOPE',
    'ERR_GROUP_NO_SELF_ACTION',
    'ERR_GROUP_NO_ADMIN_SCOPE',
    'ERR_NOT_A_MEMBER',
  ]);
  expect([
    await scope('mod', 'bob', 'moderator'),
    await scope('ann', 'adm', 'participant'),
    await kick('mod', 'cid'),
    await add('ann', { participants: ['cid'] }),
  ]).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('a user joins a public group by adding itself, and no other', async () => {
  await using opened = await openTeam();
  const join = (guid: string) =>
    opened.post(`/groups/${guid}/members`, { participants: ['dan'] }, { as: 'dan' });
  expect((await join('team')).json.data.participants.dan.data.data.action).toBe('joined');
  await opened.post('/groups', { guid: 'den', name: 'Den', type: 'private' });
  expect(outcome(await join('den'))).toEqual([403, 'ERR_GROUP_JOIN_NOT_ALLOWED']);
  const asAdmin = await opened.post('/groups/den/members', { admins: ['dan'] }, { as: 'dan' });
  expect(outcome(asAdmin)).toEqual([404, 'ERR_NOT_A_MEMBER']);
});

test('with onBehalfOf, members are seen with the conversation between the two', async () => {
  await using opened = await openTeam();
  const { data } = (await opened.get('/groups/team/members', { as: 'ann' })).json;
  expect(data.find((one: Json) => one.uid === 'bob')).toMatchObject({
    scope: 'participant',
    conversationId: 'user_ann_user_bob',
  });
  expect(data.find((one: Json) => one.uid === 'ann')).not.toHaveProperty('conversationId');
});

test('two requests for one membership: one joins, the other is refused', async () => {
  await using opened = await openTeam();
  const add = () => opened.post('/groups/team/members', { participants: ['dan'] });
  const added = await Promise.all([add(), add()]);
  expect(added.map(({ json }) => json.data.participants.dan.error?.code ?? 'ok').sort()).toEqual([
    'ERR_ALREADY_JOINED',
    'ok',
  ]);
  const kicked = await Promise.all([1, 2].map(() => opened.remove('/groups/team/members/dan')));
  expect(kicked.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'ERR_NOT_A_MEMBER'],
  ]);
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(5);
});

test('a full group and a user in too many groups take no more', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  await (await openPopulated({ dataFile }))[Symbol.asyncDispose]();
  const db = new DatabaseSync(dataFile);
  db.exec(`UPDATE groups SET members_count = ${LIMITS.membersPerGroup} WHERE guid = 'team'`);
  db.exec(
    `INSERT INTO groups (guid, name, type, owner, created_at) VALUES ('other', 'Other', 'public', 'ann', 1)`,
  );
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LIMITS.groupsPerUser})
    INSERT INTO members (guid, uid, scope, joined_at) SELECT 'g' || i, 'bob', 'participant', 1 FROM n`);
  db.close();
  await using opened = await openSandbox({ dataFile });
  const add = async (guid: string, uid: string) =>
    (await opened.post(`/groups/${guid}/members`, { participants: [uid] })).json.data.participants[uid].error
      ?.code ?? 'ok';
  expect(await add('team', 'cid')).toBe('ERR_NO_VACANCY');
  expect(await add('other', 'bob')).toBe('ERR_PLAN_QUOTA_RESTRICTION');
  expect(await add('other', 'cid')).toBe('ok');
  const created = await opened.post('/groups', { guid: 'new', name: 'New', type: 'public' }, { as: 'bob' });
  expect(outcome(created)).toEqual([400, 'ERR_PLAN_QUOTA_RESTRICTION']);
  expect(outcome(await opened.get('/groups/new'))).toEqual([404, 'ERR_GUID_NOT_FOUND']);
});

test('a member that adds itself again is refused as already joined, whatever its scope', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob'] });
  for (const uid of ['ann', 'bob']) {
    const again = await opened.post('/groups/team/members', { participants: [uid] }, { as: uid });
    expect(again.json.data.participants[uid].error.code).toBe('ERR_ALREADY_JOINED');
  }
});
