import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, users } from './sandbox-client.ts';

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
