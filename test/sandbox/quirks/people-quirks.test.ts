import { expect, test } from 'vitest';
import { newRule } from '../moderation/moderation-client.ts';
import { importRows, type Json, type Opened } from '../sandbox-client.ts';
import { join, said, sent, sides, TO_TEAM } from './sides.ts';

const closed = async (opened: Opened) => {
  const group = { guid: 'closed', name: 'Closed', type: 'private', owner: 'ann' };
  await opened.post('/groups', group);
};

/** The notes on members in the history of the group team. */
const notes = async ({ get }: Opened): Promise<string[]> =>
  (await get('/groups/team/messages')).json.data.map((one: Json) => one.data.action);

test('roleinuse: whether a role that users have can be deleted', async () => {
  const seen = await sides('roleinuse=refuse', async (opened) => {
    await opened.post('/roles', { role: 'guest', name: 'Guest' });
    await opened.put('/users/ann', { role: 'guest' });
    return [said(await opened.remove('/roles/guest')), (await opened.get('/users/ann')).json.data.role];
  });
  expect(seen).toEqual({ without: ['200 ok', 'default'], with: ['400 ERR_ROLE_DELETE_FAILED', 'guest'] });
});

test('rbac: whether permissions refuse', async () => {
  const seen = await sides('rbac=stored', async (opened) => {
    await opened.put('/roles/default/permissions', { permissions: { createGroup: 'deny' } });
    return said(await opened.post('/groups', { guid: 'g', name: 'G', type: 'public' }, { as: 'ann' }));
  });
  expect(seen).toEqual({ without: '403 ERR_PERMISSION_DENIED', with: '200 ok' });
});

test('permissionvalues: whether the list of permissions shows what is set', async () => {
  const seen = await sides('permissionvalues', async (opened) => {
    await opened.put('/roles/default/permissions', { permissions: { createGroup: 'deny' } });
    const { json } = await opened.get('/roles/default/permissions');
    return json.data.find((one: Json) => one.id === 'createGroup').value;
  });
  expect(seen).toEqual({ without: undefined, with: 'deny' });
});

test('usermessages: whether the messages of a deleted user go with it', async () => {
  const seen = await sides('usermessages=remove', async (opened) => {
    await sent(opened);
    await sent(opened, { receiver: 'ann' }, 'bob');
    await sent(opened, { receiver: 'cid' });
    await opened.remove('/users/ann', { body: { permanent: true } });
    const messages = (await opened.get('/messages')).json.data.map((one: Json) => one.sender);
    return [messages, (await opened.get('/conversations')).json.data.length];
  });
  expect(seen).toEqual({ without: [['ann', 'bob', 'ann'], 2], with: [['bob'], 1] });
});

test('usermessages=remove: replies that go with their sender count no more', async () => {
  const seen = await sides('usermessages=remove', async (opened) => {
    await newRule(opened);
    await sent(opened);
    for (const text of ['gone', 'to be deleted', 'darn'])
      await opened.post('/messages/1/thread', { data: { text } }, { as: 'bob' });
    await opened.post('/messages/1/thread', { data: { text: 'stays' } }, { as: 'ann' });
    await opened.remove('/messages/3', { as: 'bob' });
    await opened.remove('/users/bob', { body: { permanent: true } });
    return (await opened.get('/messages/1')).json.data.replyCount;
  });
  expect(seen).toEqual({ without: 2, with: 1 });
});

test('newtokens: whether a token is answered twice', async () => {
  const seen = await sides('newtokens', async (opened) => {
    const tokens = [
      await opened.post('/users/ann/auth_tokens', {}),
      await opened.post('/users/ann/auth_tokens', {}),
    ];
    return new Set(tokens.map(({ json }) => json.data.authToken)).size;
  });
  expect(seen).toEqual({ without: 1, with: 2 });
});

test('bots: who is a bot, gets no tokens and joins any group', async () => {
  const seen = await sides('bots=role', async (opened) => {
    await closed(opened);
    await opened.post('/roles', { role: 'bot', name: 'Bot' });
    await opened.put('/users/bob', { role: 'bot' });
    const text = { receiver: 'ann', receiverType: 'user', data: { text: 'x' } };
    const joining = { participants: ['bob'] };
    return [
      said(await opened.post('/bots/bob/messages', text)),
      said(await opened.post('/bots/cid/messages', text)),
      said(await opened.post('/users/bob/auth_tokens', {})),
      said(await opened.post('/groups/closed/members', joining, { as: 'bob' })),
    ];
  });
  expect(seen).toEqual({
    without: ['200 ok', '200 ok', '200 ok', '403 ERR_GROUP_JOIN_NOT_ALLOWED'],
    with: ['200 ok', '404 ERR_BOT_NOT_FOUND', '400 ERR_AUTHTOKEN_UNAVAILABLE', '200 ok'],
  });
});

test('selfalone: whether a list with the user itself is refused as a whole', async () => {
  const seen = await sides('selfalone', async (opened) => {
    // Documented: uids of friends are lower-cased.
    const friends = await opened.post('/users/ann/friends', { accepted: ['ANN', 'BOB'] });
    const blocks = await opened.post('/users/ann/blockedusers', { blockedUids: ['ann', 'cid'] });
    return [
      said(friends),
      friends.json.data?.accepted.bob.success,
      said(blocks),
      blocks.json.data?.cid.success,
    ];
  });
  expect(seen).toEqual({
    without: ['403 ERR_CANNOT_FORM_SELF_RELATION', undefined, '401 ERR_CANNOT_BLOCK_SELF', undefined],
    with: ['200 ok', true, '200 ok', true],
  });
});

test('blocktwice: whether a user can be blocked twice', async () => {
  const seen = await sides('blocktwice=refuse', async (opened) => {
    const block = () => opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
    return [(await block()).json.data.bob.success, (await block()).json.data.bob.success];
  });
  expect(seen).toEqual({ without: [true, true], with: [true, false] });
});

test('friendsalone: whether one who is no friend keeps the others', async () => {
  const seen = await sides('friendsalone', async (opened) => {
    await opened.post('/users/ann/friends', { accepted: ['bob'] });
    const answer = await opened.remove('/users/ann/friends', { body: { friends: ['cid', 'bob'] } });
    return [said(answer), (await opened.get('/users/ann/friends')).json.data.length];
  });
  expect(seen).toEqual({ without: ['400 ERR_NOT_A_FRIEND', 1], with: ['200 ok', 0] });
});

test('adminsonly: whether moderators change and kick', async () => {
  const seen = await sides('adminsonly', async (opened) => {
    await opened.post('/groups/team/members', { moderators: ['bob'], participants: ['cid'] });
    return [
      said(await opened.put('/groups/team', { name: 'New' }, { as: 'bob' })),
      said(await opened.remove('/groups/team/members/cid', { as: 'bob' })),
    ];
  });
  const refused = '403 ERR_GROUP_NO_ADMIN_SCOPE';
  expect(seen).toEqual({ without: ['200 ok', '200 ok'], with: [refused, refused] });
});

test('ownerfree: whether an admin can kick the owner', async () => {
  const seen = await sides('ownerfree', async (opened) => {
    await opened.post('/groups/team/members', { admins: ['bob'] });
    return said(await opened.remove('/groups/team/members/ann', { as: 'bob' }));
  });
  expect(seen).toEqual({ without: '403 ERR_GROUP_NO_SCOPE_CLEARANCE', with: '200 ok' });
});

test('nojoin: whether a user can join a public group by itself', async () => {
  const seen = await sides('nojoin', async (opened) =>
    said(await opened.post('/groups/team/members', { participants: ['bob'] }, { as: 'bob' })),
  );
  expect(seen).toEqual({ without: '200 ok', with: '404 ERR_NOT_A_MEMBER' });
});

test('openmembers: who sees the members of a private group; its details only members do', async () => {
  const seen = await sides('openmembers', async (opened) => {
    await closed(opened);
    return [
      said(await opened.get('/groups/closed/members', { as: 'bob' })),
      said(await opened.get('/groups/closed', { as: 'bob' })),
      said(await opened.get('/groups/closed', { as: 'ann' })),
    ];
  });
  const refused = '404 ERR_NOT_A_MEMBER';
  expect(seen).toEqual({ without: [refused, refused, '200 ok'], with: ['200 ok', refused, '200 ok'] });
});

test('opensend: whether others than members can send to a group', async () => {
  const seen = await sides('opensend', async (opened) => {
    const text = { ...TO_TEAM, data: { text: 'x' } };
    const before = said(await opened.post('/messages', text, { as: 'bob' }));
    await opened.post('/groups/team/bannedusers/bob');
    return [before, said(await opened.post('/messages', text, { as: 'bob' }))];
  });
  const banned = '403 ERR_BANNED_GROUPMEMBER';
  expect(seen).toEqual({ without: ['403 ERR_GROUP_NOT_JOINED', banned], with: ['200 ok', banned] });
});

test('notes: which changes of members leave a message', async () => {
  const seen = await sides('notes=added', async (opened) => {
    await join(opened, 'bob', 'cid');
    await opened.put('/groups/team/members/bob', { scope: 'moderator' });
    await opened.remove('/groups/team/members/bob');
    await opened.post('/groups/team/bannedusers/cid');
    await opened.remove('/groups/team/bannedusers/cid');
    return notes(opened);
  });
  expect(seen).toEqual({
    without: ['added', 'added', 'scopeChanged', 'kicked', 'banned', 'unbanned'],
    with: ['added', 'added'],
  });
});

test('an imported row that exists: overwrite, and the status of conflict409', async () => {
  const seen = await sides('conflict409,overwrite', async (opened) => {
    const { json } = await importRows(opened, 'users', { ann: { uid: 'ann', name: 'Other' } });
    return [said(await opened.post('/users', { uid: 'ann', name: 'A' })), json.data.ann.success];
  });
  expect(seen).toEqual({
    without: ['400 ERR_UID_ALREADY_EXISTS', false],
    with: ['409 ERR_UID_ALREADY_EXISTS', true],
  });
});

test('lengths: whether an emoji in a name or tag counts as two', async () => {
  const text = '😀'.repeat(60);
  const act = async (opened: Opened) => {
    const user = { uid: 'eve', name: text };
    const group = { guid: 'g', name: 'G', type: 'public', tags: [text] };
    const imported = [
      (await importRows(opened, 'users', { eve: user })).json.data.eve,
      (await importRows(opened, 'groups', { g: group })).json.data.g,
    ].map(({ success, error }) => (success ? 'ok' : error.code));
    const live = [
      await opened.post('/users', { ...user, uid: 'dan' }),
      await opened.put('/users/ann', { tags: [text] }),
      await opened.post('/groups', { ...group, guid: 'h' }),
      await opened.put('/groups/team', { name: text }),
    ].map(said);
    return [...imported, ...live];
  };
  expect(await sides('lengths=units', act)).toEqual({
    without: ['ok', 'ok', '200 ok', '200 ok', '200 ok', '200 ok'],
    with: [
      'ERR_IMPORT_INVALID_USER_FORMAT',
      'ERR_IMPORT_INVALID_GROUP_FORMAT',
      ...Array(4).fill('400 ERR_BAD_REQUEST'),
    ],
  });
});
