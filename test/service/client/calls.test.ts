import { expect, test } from 'vitest';
import { endpoints } from '../../../src/service/api/endpoints.ts';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { management } from '../../../src/service/client/management.ts';
import { all, fakeService, KEY } from './fake-service.ts';

const by = { onBehalfOf: 'Ann' };
const text = { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } } as const;

type Case = [
  name: keyof typeof endpoints,
  call: (service: ChatService) => Promise<unknown> | AsyncIterable<unknown>,
  path: string,
  body?: unknown,
  behalf?: string,
];

const cases: readonly Case[] = [
  ['createUser', (s) => s.users.create({ uid: 'a', name: 'A' }), '/users', { uid: 'a', name: 'A' }],
  ['listUsers', (s) => s.users.list(), '/users'],
  ['getUser', (s) => s.users.get('A', by), '/users/a', undefined, 'ann'],
  [
    'updateUser',
    (s) => s.users.update('a', { name: 'B', unset: ['link'] }),
    '/users/a',
    { name: 'B', unset: ['link'] },
  ],
  ['deleteUser', (s) => s.users.deactivate('a'), '/users/a', { permanent: false }],
  ['deleteUser', (s) => s.users.deletePermanently('a'), '/users/a', { permanent: true }],
  ['deactivateUsers', (s) => s.users.deactivateMany(['a']), '/users', { uidsToDeactivate: ['a'] }],
  ['reactivateUsers', (s) => s.users.reactivateMany(['a']), '/users', { uidsToActivate: ['a'] }],
  [
    'createAuthToken',
    (s) => s.authTokens.create('a', { force: true }),
    '/users/a/auth_tokens',
    { force: true },
  ],
  ['listAuthTokens', (s) => s.authTokens.list('a'), '/users/a/auth_tokens'],
  ['getAuthToken', (s) => s.authTokens.get('a', 't/1'), '/users/a/auth_tokens/t%2F1'],
  [
    'updateAuthToken',
    (s) => s.authTokens.update('a', 't', { platform: 'ios' }),
    '/users/a/auth_tokens/t',
    { platform: 'ios' },
  ],
  ['deleteAuthToken', (s) => s.authTokens.delete('a', 't'), '/users/a/auth_tokens/t'],
  ['flushAuthTokens', (s) => s.authTokens.flush('a'), '/users/a/auth_tokens'],
  [
    'createGroup',
    (s) => s.groups.create({ guid: 'g', name: 'G', type: 'public' }, by),
    '/groups',
    { guid: 'g', name: 'G', type: 'public' },
    'ann',
  ],
  ['listGroups', (s) => s.groups.list({}, by), '/groups', undefined, 'ann'],
  ['getGroup', (s) => s.groups.get('g', by), '/groups/g', undefined, 'ann'],
  ['updateGroup', (s) => s.groups.update('g', { name: 'H' }, by), '/groups/g', { name: 'H' }, 'ann'],
  ['deleteGroup', (s) => s.groups.delete('g', by), '/groups/g', undefined, 'ann'],
  [
    'addMembers',
    (s) => s.members.add('g', { admins: ['a'] }, by),
    '/groups/g/members',
    { admins: ['a'] },
    'ann',
  ],
  ['listMembers', (s) => s.members.list('g', {}, by), '/groups/g/members', undefined, 'ann'],
  [
    'changeMemberScope',
    (s) => s.members.changeScope('g', 'a', 'admin', by),
    '/groups/g/members/a',
    { scope: 'admin' },
    'ann',
  ],
  ['kickMember', (s) => s.members.kick('g', 'a', by), '/groups/g/members/a', undefined, 'ann'],
  ['banUser', (s) => s.bannedUsers.ban('g', 'a', by), '/groups/g/bannedusers/a', undefined, 'ann'],
  ['unbanUser', (s) => s.bannedUsers.unban('g', 'a', by), '/groups/g/bannedusers/a', undefined, 'ann'],
  ['listBannedUsers', (s) => s.bannedUsers.list('g'), '/groups/g/bannedusers'],
  ['addFriends', (s) => s.friends.add('a', ['b']), '/users/a/friends', { accepted: ['b'] }],
  ['listFriends', (s) => s.friends.list('a'), '/users/a/friends'],
  ['removeFriends', (s) => s.friends.remove('a', ['b']), '/users/a/friends', { friends: ['b'] }],
  ['blockUsers', (s) => s.blockedUsers.block('a', ['b']), '/users/a/blockedusers', { blockedUids: ['b'] }],
  ['listBlockedUsers', (s) => s.blockedUsers.list('a'), '/users/a/blockedusers'],
  [
    'unblockUsers',
    (s) => s.blockedUsers.unblock('a', ['b']),
    '/users/a/blockedusers',
    { blockedUids: ['b'] },
  ],
  ['createRole', (s) => s.roles.create({ role: 'r', name: 'R' }), '/roles', { role: 'r', name: 'R' }],
  ['listRoles', (s) => s.roles.list(), '/roles'],
  ['getRole', (s) => s.roles.get('R'), '/roles/r'],
  ['updateRole', (s) => s.roles.update('r', { unset: ['settings'] }), '/roles/r', { unset: ['settings'] }],
  ['deleteRole', (s) => s.roles.delete('r'), '/roles/r'],
  [
    'restrictFeatures',
    (s) => s.restrictedFeatures.restrict('r', ['u.x']),
    '/roles/r/restrictedfeatures',
    { featuresToRestrict: ['u.x'] },
  ],
  ['listRestrictedFeatures', (s) => s.restrictedFeatures.list('r'), '/roles/r/restrictedfeatures'],
  [
    'allowFeatures',
    (s) => s.restrictedFeatures.allow('r', ['u.x']),
    '/roles/r/restrictedfeatures',
    { featuresToAllow: ['u.x'] },
  ],
  [
    'allowFeatures',
    (s) => s.restrictedFeatures.allow('r', 'all'),
    '/roles/r/restrictedfeatures',
    { allowAll: true },
  ],
  ['getRolePermissions', (s) => s.permissions.ofRole('r'), '/roles/r/permissions'],
  [
    'setRolePermissions',
    (s) => s.permissions.setOfRole('r', { x: true }),
    '/roles/r/permissions',
    { permissions: { x: true } },
  ],
  ['removeRolePermission', (s) => s.permissions.removeOfRole('r', 'x y'), '/roles/r/permissions/x%20y'],
  ['getScopePermissions', (s) => s.permissions.ofScope('g', 'admin'), '/groups/g/scopes/admin/permissions'],
  [
    'setScopePermissions',
    (s) => s.permissions.setOfScope('g', 'admin', { x: 1 }),
    '/groups/g/scopes/admin/permissions',
    { permissions: { x: 1 } },
  ],
  [
    'removeScopePermission',
    (s) => s.permissions.removeOfScope('g', 'admin', 'x'),
    '/groups/g/scopes/admin/permissions/x',
  ],
  [
    'createApiKey',
    (s) => s.apiKeys.create({ name: 'k', scope: 'authOnly' }),
    '/apikeys',
    { name: 'k', scope: 'authOnly' },
  ],
  ['listApiKeys', (s) => s.apiKeys.list(), '/apikeys'],
  ['getApiKey', (s) => s.apiKeys.get('k'), '/apikeys/k'],
  ['updateApiKey', (s) => s.apiKeys.update('k', { name: 'l' }), '/apikeys/k', { name: 'l' }],
  ['deleteApiKey', (s) => s.apiKeys.delete('k'), '/apikeys/k'],
  ['sendMessage', (s) => s.messages.send(text, by), '/messages', text, 'ann'],
  [
    'sendMessage',
    (s) => s.messages.sendToMany({ data: { text: 'hi' } }, { uids: ['b'] }, by),
    '/messages',
    { data: { text: 'hi' }, multipleReceivers: { uids: ['b'] } },
    'ann',
  ],
  ['sendBotMessage', (s) => s.messages.sendAsBot('b', text), '/bots/b/messages', text],
  ['listMessages', (s) => s.messages.list({}, by), '/messages', undefined, 'ann'],
  ['listUserMessages', (s) => s.messages.listOfUser('b', {}, by), '/users/b/messages', undefined, 'ann'],
  ['listGroupMessages', (s) => s.messages.listOfGroup('g', {}, by), '/groups/g/messages', undefined, 'ann'],
  ['getMessage', (s) => s.messages.get('7', by), '/messages/7', undefined, 'ann'],
  [
    'editMessage',
    (s) => s.messages.edit('7', { data: { text: 'x' } }, by),
    '/messages/7',
    { data: { text: 'x' } },
    'ann',
  ],
  [
    'deleteMessage',
    (s) => s.messages.delete('7', { permanent: true }, by),
    '/messages/7',
    { permanent: true },
    'ann',
  ],
  ['sendThreadMessage', (s) => s.threads.send('7', text, by), '/messages/7/thread', text, 'ann'],
  ['listThreadMessages', (s) => s.threads.listReplies('7', {}, by), '/messages/7/thread', undefined, 'ann'],
  ['listThreads', (s) => s.threads.list({}, by), '/threads', undefined, 'ann'],
  [
    'subscribeToThread',
    (s) => s.threads.subscribe('7', by),
    '/messages/7/thread/subscription',
    undefined,
    'ann',
  ],
  [
    'unsubscribeFromThread',
    (s) => s.threads.unsubscribe('7', by),
    '/messages/7/thread/subscription',
    undefined,
    'ann',
  ],
  [
    'markInteracted',
    (s) => s.messageMarks.interacted('7', { elementIds: ['e'] }, by),
    '/messages/7/interacted',
    { elementIds: ['e'] },
    'ann',
  ],
  ['pinMessage', (s) => s.messageMarks.pin('7'), '/messages/7/pin'],
  ['unpinMessage', (s) => s.messageMarks.unpin('7', by), '/messages/7/pin', undefined, 'ann'],
  ['saveMessage', (s) => s.messageMarks.save('7', by), '/messages/7/save', undefined, 'ann'],
  ['unsaveMessage', (s) => s.messageMarks.unsave('7', by), '/messages/7/save', undefined, 'ann'],
  [
    'addReaction',
    (s) => s.reactions.add('7', '👍🏽', by),
    `/messages/7/reactions/${encodeURIComponent('👍🏽')}`,
    undefined,
    'ann',
  ],
  [
    'removeReaction',
    (s) => s.reactions.remove('7', ':a/b:', by),
    '/messages/7/reactions/%3Aa%2Fb%3A',
    undefined,
    'ann',
  ],
  ['getReaction', (s) => s.reactions.listOf('7', 'x', {}, by), '/messages/7/reactions/x', undefined, 'ann'],
  ['listReactions', (s) => s.reactions.list('7', {}, by), '/messages/7/reactions', undefined, 'ann'],
  ['listConversations', (s) => s.conversations.list({}, by), '/conversations', undefined, 'ann'],
  ['getConversation', (s) => s.conversations.get('group_g', by), '/conversations/group_g', undefined, 'ann'],
  [
    'deleteConversation',
    (s) => s.conversations.delete('user_a_user_b', by),
    '/conversations/user_a_user_b',
    undefined,
    'ann',
  ],
  [
    'getUserConversation',
    (s) => s.conversations.withUser.get('b', by),
    '/users/b/conversation',
    undefined,
    'ann',
  ],
  [
    'tagUserConversation',
    (s) => s.conversations.withUser.tag('b', ['t'], by),
    '/users/b/conversation',
    { tags: ['t'] },
    'ann',
  ],
  [
    'resetUserConversation',
    (s) => s.conversations.withUser.reset('b', { deleteMessagesPermanently: true }, by),
    '/users/b/conversation',
    { deleteMessagesPermanently: true },
    'ann',
  ],
  [
    'markUserDelivered',
    (s) => s.conversations.withUser.markDelivered('b', { messageId: '7' }, by),
    '/users/b/conversation/delivered',
    { messageId: '7' },
    'ann',
  ],
  [
    'markUserRead',
    (s) => s.conversations.withUser.markRead('b', {}, by),
    '/users/b/conversation/read',
    {},
    'ann',
  ],
  [
    'markUserUnread',
    (s) => s.conversations.withUser.markUnread('b', '7', by),
    '/users/b/conversation/read',
    { messageId: '7' },
    'ann',
  ],
  [
    'pinUserConversation',
    (s) => s.conversations.withUser.pin('b', by),
    '/users/b/conversation/pin',
    undefined,
    'ann',
  ],
  [
    'unpinUserConversation',
    (s) => s.conversations.withUser.unpin('b', by),
    '/users/b/conversation/pin',
    undefined,
    'ann',
  ],
  [
    'getGroupConversation',
    (s) => s.conversations.withGroup.get('g', by),
    '/groups/g/conversation',
    undefined,
    'ann',
  ],
  [
    'tagGroupConversation',
    (s) => s.conversations.withGroup.tag('g', [], by),
    '/groups/g/conversation',
    { tags: [] },
    'ann',
  ],
  [
    'resetGroupConversation',
    (s) => s.conversations.withGroup.reset('g', by),
    '/groups/g/conversation',
    undefined,
    'ann',
  ],
  [
    'markGroupDelivered',
    (s) => s.conversations.withGroup.markDelivered('g', {}, by),
    '/groups/g/conversation/delivered',
    {},
    'ann',
  ],
  [
    'markGroupRead',
    (s) => s.conversations.withGroup.markRead('g', {}, by),
    '/groups/g/conversation/read',
    {},
    'ann',
  ],
  [
    'markGroupUnread',
    (s) => s.conversations.withGroup.markUnread('g', '7', by),
    '/groups/g/conversation/read',
    { messageId: '7' },
    'ann',
  ],
  [
    'pinGroupConversation',
    (s) => s.conversations.withGroup.pin('g', by),
    '/groups/g/conversation/pin',
    undefined,
    'ann',
  ],
  [
    'unpinGroupConversation',
    (s) => s.conversations.withGroup.unpin('g', by),
    '/groups/g/conversation/pin',
    undefined,
    'ann',
  ],
  [
    'importUsers',
    (s) => s.dataImport.users([{ uid: '__proto__', name: 'A' }]),
    '/data_import/users',
    JSON.parse('{"users":{"__proto__":{"uid":"__proto__","name":"A"}}}'),
  ],
  [
    'importGroups',
    (s) => s.dataImport.groups([{ guid: 'g', name: 'G', type: 'private' }]),
    '/data_import/groups',
    { groups: { g: { guid: 'g', name: 'G', type: 'private' } } },
  ],
  [
    'importMembers',
    (s) => s.dataImport.members([{ guid: 'g', uid: 'u', joinedAt: 5 }]),
    '/data_import/members',
    { members: { g_member_u: { memberId: 'g_member_u', guid: 'g', uid: 'u', joinedAt: 5 } } },
  ],
  [
    'importMessages',
    (s) => s.dataImport.messages([{ ...text, muid: 'm', sender: 'a', sentAt: 5 }]),
    '/data_import/messages',
    { messages: { m: { ...text, muid: 'm', sender: 'a', sentAt: 5 } } },
  ],
  ['listCalls', (s) => s.calls.list(), '/calls'],
  ['getCall', (s) => s.calls.get('v1.us.1'), '/calls/v1.us.1'],
];

/** An object with every identifier, so that it passes for any resource; lists are empty. */
const anything = {
  uid: 'a',
  guid: 'g',
  role: 'r',
  apiKey: 'k',
  authToken: 't',
  id: 7,
  conversationId: 'c',
  sessionId: 's',
  reaction: 'x',
  key: 'f',
};

/** What the service would say to this call, near enough for it to be read. */
function reply(name: Case[0]): { body: unknown } {
  if (/^list|^getReaction/.test(name)) return { body: { data: [] } };
  return { body: { data: /^(?:import|restrict|block|unblock)/.test(name) ? {} : anything } };
}

test.each<Case>(cases)('%s is made as the table says', async (name, call, path, body, behalf) => {
  await using fake = await fakeService(() => reply(name), { onDeprecated: () => {} });
  const made = call(fake.service);
  await (made instanceof Promise ? made : all(made));
  const { method, base, onBehalfOf } = endpoints[name];
  const [request] = fake.arrived;
  expect(fake.arrived.length).toBe(1);
  expect([request?.method, request?.path]).toEqual([method, (base === 'calls' ? '/calls/v3' : '/v3') + path]);
  expect(request?.body).toEqual(body);
  expect(request?.headers['apikey']).toBe(KEY);
  expect(request?.headers['onbehalfof']).toBe(behalf);
  if (onBehalfOf === 'required') expect(behalf).toBe('ann');
});

test('every call of the table can be made', () => {
  const made = new Set(cases.map(([name]) => name));
  expect(Object.keys(endpoints).filter((name) => !made.has(name as Case[0]))).toEqual(['listApps']);
});

test('management calls go to their own address with their own two headers', async () => {
  await using fake = await fakeService(() => ({
    body: { data: [{ appId: 12, name: 'One', plan: 'free' }] },
  }));
  await using account = management({ managementUrl: fake.origin, key: 'mk', secret: 'ms' });
  expect(await account.apps.list()).toEqual([{ appId: '12', name: 'One', plan: 'free' }]);
  const { data } = await account.request({ method: 'GET', path: '/apps/{id}', params: { id: '12' } });
  expect(data).toHaveLength(1);
  expect(fake.arrived.map(({ path }) => path)).toEqual(['/apps', '/apps/12']);
  for (const { headers } of fake.arrived)
    expect([headers['key'], headers['secret'], headers['apikey']]).toEqual(['mk', 'ms', undefined]);
});

test('request() makes calls that the table does not have', async () => {
  await using fake = await fakeService(() => ({ body: { data: { a: 1 }, meta: { b: 2 } } }));
  const answer = await fake.service.request(
    {
      method: 'PATCH',
      path: '/users/{uid}/notes/{note}',
      params: { uid: 'ANN', note: 'a b' },
      query: { tags: ['x,y', 'z'], none: undefined, yes: true },
      body: { c: 3 },
    },
    { onBehalfOf: 'bob' },
  );
  expect(answer).toEqual({ data: { a: 1 }, meta: { b: 2 }, ambiguous: false });
  const [request] = fake.arrived;
  expect(request).toMatchObject({ method: 'PATCH', path: '/v3/users/ann/notes/a%20b', body: { c: 3 } });
  expect(request?.query).toEqual({ tags: 'x,y,z', yes: 'true' });
  expect(request?.headers['onbehalfof']).toBe('bob');
});
