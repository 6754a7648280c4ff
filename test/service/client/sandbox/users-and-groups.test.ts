import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_QUIRKS } from '../../../../src/sandbox/quirks/quirks.ts';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../../src/service/client/chat-service.ts';
import { openSandbox } from '../../../sandbox/sandbox-client.ts';
import { all, rejection } from '../fake-service.ts';

/** A sandbox with a client of the kind under test. */
async function opened(options: Partial<SandboxOptions> = {}) {
  const own = await openSandbox(options);
  const { baseUrl, files } = own.sandbox;
  const service = chatService({ baseUrl, apiKey: own.secret(files.apiKey), caFile: files.ca });
  return {
    service,
    sandbox: own.sandbox,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

async function populate(service: ChatService, messages: number): Promise<void> {
  const { dataImport } = service;
  const users = await dataImport.users(
    ['ann', 'bob', 'cid'].map((uid) => ({ uid, name: uid.toUpperCase() })),
  );
  expect(Array.from(users.values(), ({ success }) => success)).toEqual([true, true, true]);
  await dataImport.groups([{ guid: 'team', name: 'Team', type: 'public', owner: 'ann' }]);
  await dataImport.members([{ guid: 'team', uid: 'ann', joinedAt: 1_600_000_000, scope: 'admin' }]);
  for (let at = 0; at < messages; at += 50)
    await dataImport.messages(
      Array.from({ length: Math.min(50, messages - at) }, (_, n) => ({
        muid: `m${at + n}`,
        sender: 'ann',
        receiver: 'bob',
        receiverType: 'user' as const,
        sentAt: 1_700_000_000 + Math.floor((at + n) / 3),
        type: 'text',
        data: { text: `text ${at + n}` },
      })),
    );
}

test.each([{ http: true }, { http: false }])(
  'over %j: users, from creation to deletion',
  async (transport) => {
    await using own = await opened(transport);
    const { users, authTokens } = own.service;
    const made = await users.create({ uid: 'Ann', name: 'Ann', metadata: { a: 1 }, tags: ['x'] });
    expect(made).toMatchObject({ uid: 'ann', name: 'Ann', metadata: { a: 1 }, role: 'default' });
    expect(made.createdAt).toBeTypeOf('number');
    expect(await rejection(users.create({ uid: 'ann', name: 'Ann' }))).toMatchObject({
      code: 'ERR_UID_ALREADY_EXISTS',
      status: 400,
      maybeDone: false,
    });
    expect(await users.update('ann', { name: 'Anna', unset: ['metadata'] })).toMatchObject({ name: 'Anna' });
    expect((await users.get('ann')).metadata).toBeUndefined();
    expect((await authTokens.create('ann')).authToken).toMatch(/^ann_/);
    await users.delete('ann', { permanent: true });
    expect(await rejection(users.get('ann'))).toMatchObject({ code: 'ERR_UID_NOT_FOUND', status: 404 });
    const refused = await rejection(users.create({ uid: 'a b', name: '' }));
    expect(refused).toMatchObject({ code: 'ERR_BAD_REQUEST', status: 400 });
    expect(Object.keys((refused as { details: object }).details)).toContain('uid');
  },
);

test('groups, members and roles', async () => {
  await using own = await opened();
  const { groups, members, roles } = own.service;
  await populate(own.service, 0);
  const group = await groups.create({ guid: 'G1', name: 'One', type: 'public' }, { onBehalfOf: 'bob' });
  expect(group).toMatchObject({ guid: 'g1', owner: 'bob', conversationId: 'group_g1' });
  const added = await members.add('g1', { admins: ['ann'], participants: ['cid', 'nobody'] });
  expect(added.admins.get('ann')?.success).toBe(true);
  expect(added.participants.get('cid')?.success).toBe(true);
  expect(added.participants.get('nobody')).toMatchObject({
    success: false,
    error: { code: 'ERR_UID_NOT_FOUND' },
  });
  const found = await all(members.list('g1', { perPage: 1 }));
  expect(found.map(({ uid }) => uid).sort()).toEqual(['ann', 'bob', 'cid']);
  expect((await groups.get('g1')).membersCount).toBe(3);
  expect((await all(groups.list({ perPage: 1 }))).map(({ guid }) => guid).sort()).toEqual(['g1', 'team']);
  await roles.create({ role: 'boss', name: 'Boss' });
  expect((await all(roles.list({ perPage: 1 }))).map(({ role }) => role).sort()).toEqual(['boss', 'default']);
});

test.each([{ inclusive: true }, { inclusive: false }])(
  'messages and conversations, with cursors that are inclusive or not: %j',
  async ({ inclusive }) => {
    await using own = await opened({ quirks: { ...DEFAULT_QUIRKS, inclusive } });
    const { messages, conversations } = own.service;
    await populate(own.service, 60);
    const wanted = Array.from({ length: 60 }, (_, at) => `m${at}`);
    const muids = async (affix: 'append' | 'prepend', limit: number): Promise<(string | undefined)[]> =>
      (await all(messages.listByUser('bob', { affix, limit }, { onBehalfOf: 'ann' }))).map(
        ({ muid }) => muid,
      );
    expect(await muids('append', 7)).toEqual(wanted);
    expect(await muids('append', 60)).toEqual(wanted);
    expect(await muids('prepend', 1)).toEqual(wanted.toReversed());
    const sent = await messages.send(
      { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hello' } },
      { onBehalfOf: 'cid' },
    );
    expect(sent).toMatchObject({ sender: 'cid', receiver: 'bob', data: { text: 'hello' } });
    expect(sent.id).toMatch(/^\d+$/);
    expect((await messages.get(sent.id)).id).toBe(sent.id);
    const conversation = await conversations.withUser.get('cid', { onBehalfOf: 'bob' });
    expect(conversation).toMatchObject({ conversationWith: { uid: 'cid' }, lastMessage: { id: sent.id } });
    const mine = await all(conversations.list({ perPage: 1 }, { onBehalfOf: 'bob' }));
    expect(mine.map((row) => row.conversationWith?.['uid']).sort()).toEqual(['ann', 'cid']);
    expect(await rejection(conversations.withUser.get('cid', { onBehalfOf: 'ann' }))).toMatchObject({
      code: 'ERR_CONVERSATION_NOT_ACCESSIBLE',
    });
  },
);

test('a list of more than one page of users', async () => {
  await using own = await opened();
  const uids = Array.from({ length: 120 }, (_, at) => `u${String(at).padStart(3, '0')}`);
  for (let at = 0; at < uids.length; at += 50)
    await own.service.dataImport.users(uids.slice(at, at + 50).map((uid) => ({ uid, name: uid })));
  for (const perPage of [7, 60, 1_000]) {
    const found = await all(own.service.users.list({ perPage }));
    expect(found.map(({ uid }) => uid).sort()).toEqual(uids);
  }
  expect(await all(own.service.users.list({ searchKey: 'u11' }))).toHaveLength(10);
});

test('a key with scope authOnly is refused what it may not do, and is in no error', async () => {
  await using own = await opened();
  const apiKey = readFileSync(own.sandbox.files.authKey, 'utf8').trim();
  await using service = chatService({ baseUrl: own.sandbox.baseUrl, apiKey });
  await service.users.create({ uid: 'ann', name: 'Ann' });
  const refused = await rejection(all(service.users.list()));
  expect(refused).toMatchObject({ code: 'AUTH_ERR_NO_ACCESS', status: 403 });
  expect((refused as Error).message).not.toContain(apiKey);
});
