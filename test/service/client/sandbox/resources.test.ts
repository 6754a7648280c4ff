import { expect, test } from 'vitest';
import { chatService } from '../../../../src/service/client/chat-service.ts';
import { management } from '../../../../src/service/client/management.ts';
import { openSandbox } from '../../../sandbox/sandbox-client.ts';
import { all, rejection } from '../fake-service.ts';

/** A sandbox with the users ann, bob and cid, and a client of it. */
async function opened() {
  const own = await openSandbox();
  const { baseUrl, callsBaseUrl, files } = own.sandbox;
  const service = chatService({ baseUrl, callsBaseUrl, apiKey: own.secret(files.apiKey) });
  await service.dataImport.users(['ann', 'bob', 'cid'].map((uid) => ({ uid, name: uid })));
  await service.groups.create({ guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  return {
    ...own,
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

const by = (onBehalfOf: string) => ({ onBehalfOf });

test('the addresses of the specification lead to a sandbox on this machine, with its certificate', async () => {
  await using own = await openSandbox({ http: false });
  const { port } = new URL(own.sandbox.baseUrl);
  const { appId, region, files } = own.sandbox;
  const apiKey = own.secret(files.apiKey);
  const address = { appId, region, serviceHost: `localhost:${port}` };
  await using service = chatService({ ...address, apiKey, caFile: files.ca });
  expect(await service.users.create({ uid: 'ann', name: 'Ann' })).toMatchObject({ uid: 'ann' });
  expect(await all(service.calls.list())).toEqual([]);
  expect(await rejection(service.calls.get('s1'))).toMatchObject({ code: 'ERR_CALL_SESSION_NOT_FOUND' });
  await using stranger = chatService({ ...address, apiKey });
  expect(await rejection(stranger.users.get('ann'))).toMatchObject({ code: 'SERVICE.TLS' });
});

test('management lists the apps', async () => {
  await using own = await openSandbox();
  const { managementUrl, files } = own.sandbox;
  const key = own.secret(files.managementKey);
  await using account = management({ managementUrl, key, secret: own.secret(files.managementSecret) });
  expect((await all(account.apps.list())).map(({ id }) => id)).toEqual([own.sandbox.appId]);
  await using stranger = management({ managementUrl, key, secret: 'wrongsecret' });
  const refused = await rejection(all(stranger.apps.list()));
  expect(refused).toMatchObject({ name: 'ServiceError' });
  expect(String((refused as Error).message)).not.toContain('wrongsecret');
});

test('management makes a webhook with triggers, and apps with extensions', async () => {
  await using own = await openSandbox();
  const { appId, managementUrl, files } = own.sandbox;
  const [key, secret] = [own.secret(files.managementKey), own.secret(files.managementSecret)];
  await using account = management({ managementUrl, key, secret });
  const { apps, extensions, webhooks, triggers } = account;
  const webhookURL = 'https://hooks.example.com/x';
  await webhooks.create(appId, { id: 'w', name: 'First', webhookURL });
  expect(await webhooks.update(appId, 'w', { enabled: false, name: 'Second' })).toMatchObject({
    name: 'Second',
  });
  const added = await triggers.add(appId, 'w', ['message_sent', 'nothing']);
  expect([...added].map(([id, { success }]) => [id, success])).toEqual([
    ['message_sent', true],
    ['nothing', false],
  ]);
  expect((await all(triggers.list(appId, 'w'))).map(({ id }) => id)).toEqual(['message_sent']);
  expect(await webhooks.get(appId, 'w')).toMatchObject({ id: 'w', webhookURL });
  expect(await triggers.remove(appId, 'w', ['message_sent'])).toMatchObject({ success: true });
  expect(await webhooks.delete(appId, 'w')).toMatchObject({ success: true });
  expect(await all(webhooks.list(appId))).toEqual([]);
  const { id = '' } = await apps.create({ name: 'Shop', region: 'eu' });
  await extensions.change(id, { enabled: ['polls'] });
  expect(await all(extensions.list(id))).toMatchObject([{ id: 'polls', isActive: true }]);
  await extensions.storeSettings(id, 'polls', { a: 1 });
  expect((await extensions.getSettings(id, 'polls')).body).toEqual({ data: { settings: { a: 1 } } });
  expect(await apps.requestUsage(id)).toMatchObject({ success: true });
  expect(await apps.delete(id)).toMatchObject({ success: true });
});

test('users are deactivated and reactivated', async () => {
  await using own = await opened();
  const { users } = own.service;
  expect((await users.deactivate('ann')).deactivatedUids).toEqual(['ann']);
  expect((await users.deactivate(['bob'])).deactivatedUids).toEqual(['bob']);
  expect((await all(users.list({ onlyDeactivated: true }))).map(({ uid }) => uid).sort()).toEqual([
    'ann',
    'bob',
  ]);
  expect((await users.reactivate(['ann', 'bob'])).reactivatedUids.toSorted()).toEqual(['ann', 'bob']);
});

test('auth tokens are made, listed, tied to a device and taken back', async () => {
  await using own = await opened();
  const { authTokens } = own.service;
  const { authToken } = await authTokens.create('ann', { force: true });
  await authTokens.create('ann', { force: true });
  expect(await authTokens.update('ann', authToken, { platform: 'ios' })).toMatchObject({ platform: 'ios' });
  expect((await all(authTokens.list('ann', { perPage: 1 }))).map((token) => token.authToken)).toContain(
    authToken,
  );
  expect((await authTokens.get('ann', authToken)).authToken).toBe(authToken);
  expect((await authTokens.delete('ann', authToken)).success).toBe(true);
  expect((await authTokens.flush('ann')).success).toBe(true);
  expect(await all(authTokens.list('ann'))).toEqual([]);
});

test('friends and blocked users', async () => {
  await using own = await opened();
  const { friends, blockedUsers } = own.service;
  expect((await friends.add('ann', ['bob', 'cid'])).get('bob')?.success).toBe(true);
  expect((await all(friends.list('ann', { perPage: 1 }))).map(({ uid }) => uid).sort()).toEqual([
    'bob',
    'cid',
  ]);
  expect((await friends.remove('ann', ['bob'])).success).toBe(true);
  expect((await blockedUsers.block('ann', ['bob'])).get('bob')?.success).toBe(true);
  expect((await all(blockedUsers.list('ann'))).map(({ uid, blockedByMe }) => [uid, blockedByMe])).toEqual([
    ['bob', true],
  ]);
  expect((await blockedUsers.unblock('ann', ['bob'])).get('bob')?.success).toBe(true);
});

test('groups are changed, members promoted, kicked and banned', async () => {
  await using own = await opened();
  const { groups, members, bannedUsers } = own.service;
  await members.add('team', { participants: ['bob', 'cid'] });
  expect(await groups.update('team', { description: 'd' })).toMatchObject({ description: 'd' });
  expect(await members.changeScope('team', 'bob', 'moderator')).toMatchObject({
    uid: 'bob',
    scope: 'moderator',
  });
  expect((await members.kick('team', 'bob')).success).toBe(true);
  expect((await bannedUsers.ban('team', 'cid')).success).toBe(true);
  expect((await all(bannedUsers.list('team'))).map(({ uid }) => uid)).toEqual(['cid']);
  expect((await bannedUsers.unban('team', 'cid')).success).toBe(true);
  expect((await groups.delete('team')).success).toBe(true);
});

test('roles, their features and permissions, and API keys', async () => {
  await using own = await opened();
  const { roles, restrictedFeatures, permissions, apiKeys } = own.service;
  await roles.create({ role: 'boss', name: 'Boss', settings: { listUsers: 'all' } });
  expect(await roles.update('boss', { name: 'Chief', unset: ['settings'] })).toMatchObject({ name: 'Chief' });
  expect((await restrictedFeatures.restrict('boss', ['u.listUsers'])).get('u.listUsers')?.success).toBe(true);
  expect((await all(restrictedFeatures.list('boss'))).map(({ key }) => key)).toEqual(['u.listUsers']);
  expect((await restrictedFeatures.allow('boss', 'all')).success).toBe(true);
  const set = await permissions.setByRole('boss', { sendMessage: 'deny' });
  expect(set.permissions).toEqual({ sendMessage: 'deny' });
  const listed = await all(permissions.listByRole('boss', { perPage: 3 }));
  expect(listed.find(({ id }) => id === 'sendMessage')?.defaultValue).toBe('allow');
  expect(listed.length).toBeGreaterThan(20);
  expect((await permissions.unsetByRole('boss', 'sendMessage')).permissions).toEqual({});
  expect((await all(permissions.listByScope('team', 'moderator'))).map(({ id }) => id)).toContain(
    'sendMessage',
  );
  expect((await roles.delete('boss')).success).toBe(true);
  expect(await rejection(roles.delete('default'))).toMatchObject({ code: 'ERR_ROLE_DELETE_DENIED' });
  const { apiKey } = await apiKeys.create({ name: 'second', scope: 'authOnly' });
  expect((await apiKeys.get(apiKey)).scope).toBe('authOnly');
  expect(await apiKeys.update(apiKey, { name: 'third' })).toMatchObject({ name: 'third' });
  expect((await all(apiKeys.list({ scope: 'authOnly' }))).map((key) => key.apiKey)).toContain(apiKey);
  expect((await apiKeys.delete(apiKey)).success).toBe(true);
});

test('conversations are read, tagged, pinned and reset', async () => {
  await using own = await opened();
  const { messages, conversations } = own.service;
  const text = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } } as const;
  const { id } = await messages.send(text, by('ann'));
  const { withUser, withGroup } = conversations;
  expect((await withUser.get('ann', by('bob'))).unreadMessageCount).toBe(1);
  expect((await withUser.markAsDelivered('ann', {}, by('bob'))).message).toBeTypeOf('string');
  expect((await withUser.markAsRead('ann', { messageId: id }, by('bob'))).message).toBeTypeOf('string');
  expect((await withUser.get('ann', by('bob'))).unreadMessageCount).toBe(0);
  await withUser.markAsUnread('ann', id, by('bob'));
  expect((await withUser.get('ann', by('bob'))).unreadMessageCount).toBe(1);
  expect((await withUser.update('ann', { tags: ['t'] }, by('bob'))).conversationId).toContain('ann');
  const { pinnedBy, pinnedAt } = await withUser.pin('ann', by('bob'));
  expect([pinnedBy, typeof pinnedAt]).toEqual(['bob', 'number']);
  expect((await withUser.unpin('ann', by('bob'))).pinnedAt).toBeUndefined();
  const pinned = await conversations.setPinned([{ uid: 'bob' }, { guid: 'team' }]);
  expect(pinned.map(({ conversationType }) => conversationType)).toEqual(['user', 'group']);
  expect(await conversations.setPinned([])).toEqual([]);
  expect((await withUser.reset('ann', {}, by('bob'))).success).toBe(true);
  await messages.send({ ...text, receiver: 'team', receiverType: 'group' }, by('ann'));
  expect((await withGroup.get('team', by('ann'))).conversationId).toBe('group_team');
  expect((await withGroup.reset('team', by('ann'))).success).toBe(true);
});
