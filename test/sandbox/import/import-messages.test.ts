import { expect, test } from 'vitest';
import { codes, importRows, type Json, message, openPopulated, openSandbox } from '../sandbox-client.ts';

test('messages answer whole: ids in sequence, conversation, entities, kept times', async () => {
  await using opened = await openPopulated();
  const answer = await importRows(opened, 'messages', {
    m1: message('m1', {
      sentAt: '1700000000',
      deliveredAt: 1_700_000_001,
      readAt: '1700000002',
      tags: ['t'],
    }),
    m2: message('m2', {
      sender: 'bob',
      receiver: 'team',
      receiverType: 'group',
      data: { text: 'x', entities: 'own' },
    }),
  });
  const entity = (uid: string, more = {}) => ({
    entity: {
      uid,
      name: `Name of ${uid}`,
      status: 'offline',
      role: 'default',
      createdAt: expect.any(Number),
      ...more,
    },
    entityType: 'user',
  });
  const conversationId = 'user_ann_user_bob';
  expect(answer.json.data.m1).toEqual({
    success: true,
    data: {
      id: '1',
      muid: 'm1',
      conversationId,
      sender: 'ann',
      receiverType: 'user',
      receiver: 'bob',
      category: 'message',
      type: 'text',
      data: {
        text: 'Text of m1',
        entities: { sender: entity('ann'), receiver: entity('bob', { conversationId }) },
      },
      sentAt: 1_700_000_000,
      deliveredAt: 1_700_000_001,
      readAt: 1_700_000_002,
      updatedAt: 1_700_000_000,
      tags: ['t'],
    },
  });
  expect(answer.json.data.m2.data).toMatchObject({ id: '2', conversationId: 'group_team', receiver: 'team' });
  expect(answer.json.data.m2.data.data.entities.receiver).toMatchObject({
    entityType: 'group',
    entity: { guid: 'team' },
  });
});

test('messages: every rule has its code', async () => {
  await using opened = await openPopulated();
  const attachment = { url: 'https://example.com/f.png', name: 'f', mimeType: 'image/png', extension: 'png' };
  const answer = await importRows(opened, 'messages', {
    blank: message('blank', { data: { text: ' \n ' } }),
    notext: message('notext', { data: {} }),
    nodata: message('nodata', { data: undefined }),
    sender: message('sender', { sender: 'nobody' }),
    receiver: message('receiver', { receiver: 'nobody' }),
    group: message('group', { receiver: 'nogroup', receiverType: 'group' }),
    kind: message('kind', { receiverType: 'channel' }),
    late: message('late', { sentAt: undefined }),
    millis: message('millis', { sentAt: 1_700_000_000_000 }),
    float: message('float', { sentAt: 1_700_000_000.5 }),
    category: message('category', { category: 'action' }),
    type: message('type', { type: 'hologram' }),
    big: message('big', { data: { text: 'x'.repeat(10_240) } }),
    number: message('number', { data: { text: 5 } }),
    metadata: message('metadata', { data: { text: 'x', metadata: 'x' } }),
    file: message('file', { type: 'image', data: { attachments: [{ ...attachment, url: undefined }] } }),
    image: message('image', { type: 'image', data: { attachments: [attachment] } }),
    custom: message('custom', { category: 'custom', type: 'location', data: { customData: { at: 1 } } }),
    self: message('self', { receiver: 'ann' }),
    system: message('system', { sender: 'app_system' }),
  });
  const invalid = 'ERR_IMPORT_INVALID_MESSAGE_FORMAT';
  expect(codes(answer.json.data)).toEqual({
    blank: 'ERR_EMPTY_MESSAGE_TEXT',
    notext: 'ERR_EMPTY_MESSAGE_TEXT',
    nodata: 'ERR_EMPTY_MESSAGE_TEXT',
    sender: 'ERR_UID_NOT_FOUND',
    receiver: 'ERR_UID_NOT_FOUND',
    group: 'ERR_GUID_NOT_FOUND',
    kind: invalid,
    late: invalid,
    millis: invalid,
    float: invalid,
    category: invalid,
    type: invalid,
    big: invalid,
    number: invalid,
    metadata: invalid,
    file: invalid,
    image: 'ok',
    custom: 'ok',
    self: 'ok',
    system: 'ok',
  });
});

test('a message may bring the users and the group that it refers to', async () => {
  await using opened = await openSandbox();
  const answer = await importRows(opened, 'messages', {
    m1: message('m1', {
      sender: 'zoe',
      receiver: 'club',
      receiverType: 'group',
      senderUserDetails: { uid: 'zoe', name: 'Zoe' },
      receiverGroupDetails: { guid: 'club', name: 'Club', type: 'private', owner: 'max' },
      receiverGroupOwnerDetails: { uid: 'max', name: 'Max' },
      mentionedUserDetails: { ian: { uid: 'ian', name: 'Ian' } },
    }),
    m2: message('m2', {
      sender: 'zoe',
      receiver: 'max',
      senderUserDetails: { uid: 'zoe', name: 'Other name' },
    }),
    m3: message('m3', { sender: 'zoe', receiver: 'max', senderUserDetails: { uid: 'zoe' } }),
  });
  expect(codes(answer.json.data)).toEqual({ m1: 'ok', m2: 'ok', m3: 'ERR_IMPORT_INVALID_USER_FORMAT' });
  expect((await opened.get('/users')).json.data.map((one: Json) => one.name)).toEqual(['Zoe', 'Max', 'Ian']);
  expect((await opened.get('/groups/club')).json.data.type).toBe('private');
});

test('text survives: emoji, right-to-left, NUL, lone surrogates, markup', async () => {
  await using opened = await openPopulated();
  const texts = ['👩‍👩‍👧 emoji', 'שלום עולם', 'a\u0000b', 'half \ud83d', '<b>&amp;"\\', '漢字\u2028line'];
  const rows = Object.fromEntries(
    texts.map((text, index) => [`t${index}`, message(`t${index}`, { data: { text } })]),
  );
  await importRows(opened, 'messages', rows);
  const read = (await opened.get('/messages')).json.data.map((one: Json) => one.data.text);
  expect(read).toEqual(texts);
});
