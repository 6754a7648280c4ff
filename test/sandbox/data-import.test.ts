import { expect, test } from 'vitest';
import { parseQuirks } from '../../src/sandbox/sandbox.ts';
import { importRows, type Json, message, openPopulated, openSandbox, users } from './sandbox-client.ts';

/** The outcome of a row as one word: ok, or the code of its refusal. */
const codes = (data: Json) =>
  Object.fromEntries(
    Object.entries<Json>(data).map(([key, row]) => [key, row.success ? 'ok' : row.error.code]),
  );

test('users keep their fields, times in either form, and answer by uid', async () => {
  await using opened = await openSandbox();
  const row = {
    uid: 'Ann',
    name: 'Ann 😀 "A"',
    avatar: 'https://example.com/a.png',
    link: 'https://example.com/ann',
    createdAt: 1_500_000_000,
    lastActiveAt: '1600000000',
    metadata: { '@private': { email: 'a@example.com' } },
    tags: ['x', 'y'],
    unknown: 1,
  };
  const answer = await importRows(opened, 'users', { Ann: row });
  expect(answer.status).toBe(200);
  const { uid: _, unknown: __, ...kept } = row;
  const expected = { ...kept, uid: 'ann', lastActiveAt: 1_600_000_000, status: 'offline', role: 'default' };
  expect(answer.json.data).toEqual({ Ann: { success: true, data: expected } });
  expect((await opened.get('/users/ann')).json.data).toEqual(expected);
});

test('each row is judged alone: good rows land around bad ones', async () => {
  await using opened = await openSandbox();
  const user = (over: object) => ({ name: 'N', ...over });
  const answer = await importRows(opened, 'users', {
    good1: user({ uid: 'good1' }),
    'bad id': user({ uid: 'bad id' }),
    nameless: { uid: 'nameless' },
    blank: user({ uid: 'blank', name: ' ' }),
    long: user({ uid: 'long', name: 'n'.repeat(101) }),
    emoji: user({ uid: 'emoji', name: '😀'.repeat(100) }),
    url: user({ uid: 'url', avatar: 'not a url' }),
    role: user({ uid: 'role', role: 'missing' }),
    time: user({ uid: 'time', createdAt: 1_700_000_000_000 }),
    meta: user({ uid: 'meta', metadata: { big: 'x'.repeat(5200) } }),
    metatype: user({ uid: 'metatype', metadata: 'text' }),
    tags: user({ uid: 'tags', tags: Array.from({ length: 26 }, String) }),
    tag: user({ uid: 'tag', tags: ['t'.repeat(101)] }),
    key: user({ uid: 'other' }),
    number: 7,
    ['i'.repeat(101)]: user({ uid: 'i'.repeat(101) }),
    good2: user({ uid: 'good2' }),
  });
  const invalid = 'ERR_IMPORT_INVALID_USER_FORMAT';
  expect(codes(answer.json.data)).toEqual({
    good1: 'ok',
    'bad id': invalid,
    nameless: invalid,
    blank: invalid,
    long: invalid,
    emoji: 'ok',
    url: invalid,
    role: 'ERR_ROLE_NOT_FOUND',
    time: invalid,
    meta: invalid,
    metatype: invalid,
    tags: invalid,
    tag: invalid,
    key: invalid,
    number: invalid,
    ['i'.repeat(101)]: invalid,
    good2: 'ok',
  });
  expect(answer.json.data.nameless.error.details).toEqual({ name: ['The name field is required.'] });
  expect((await opened.get('/users')).json.data.map((one: Json) => one.uid)).toEqual([
    'good1',
    'emoji',
    'good2',
  ]);
});

test('a repeated import answers already-exists for every row and changes nothing', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'messages', { m1: message('m1') });
  const again = async (kind: string, rows: Record<string, unknown>) =>
    codes((await importRows(opened, kind, rows)).json.data);
  expect(await again('users', { ann: { uid: 'ann', name: 'Changed' } })).toEqual({
    ann: 'ERR_UID_ALREADY_EXISTS',
  });
  expect(await again('groups', { team: { guid: 'team', name: 'Changed', type: 'private' } })).toEqual({
    team: 'ERR_GUID_ALREADY_EXISTS',
  });
  const member = { memberId: 'team_member_ann', guid: 'team', uid: 'ann', joinedAt: 1_650_000_000 };
  expect(await again('members', { team_member_ann: member })).toEqual({
    team_member_ann: 'ERR_ALREADY_JOINED',
  });
  expect(await again('messages', { m1: message('m1', { data: { text: 'Changed' } }) })).toEqual({
    m1: 'ERR_IMPORT_MUID_ALREADY_EXISTS',
  });
  expect((await opened.get('/users/ann')).json.data.name).toBe('Name of ann');
  expect((await opened.get('/messages')).json.data).toMatchObject([
    { muid: 'm1', data: { text: 'Text of m1' } },
  ]);
});

test('a batch takes 50 rows and refuses 51 as a whole', async () => {
  await using opened = await openSandbox();
  const uids = Array.from({ length: 51 }, (_, index) => `u${index}`);
  const tooMany = await importRows(opened, 'users', users(...uids));
  expect([tooMany.status, tooMany.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(tooMany.json.error.details.users[0]).toContain('50');
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(0);
  const full = await importRows(opened, 'users', users(...uids.slice(0, 50)));
  expect(Object.keys(full.json.data)).toHaveLength(50);
});

test.each([[{}], [{ users: [] }], [{ users: 'x' }], [{ users: {} }], [{ users: null }], [{ groups: {} }]])(
  'the body %j is refused as a whole',
  async (body) => {
    await using opened = await openSandbox();
    const answer = await opened.post('/data_import/users', body);
    expect([answer.status, answer.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
    expect(Object.keys(answer.json.error.details)).toEqual(['users']);
  },
);

test('groups: type and password rules, owner must exist, owner does not become a member', async () => {
  await using opened = await openPopulated();
  const group = (guid: string, over: object) => ({ guid, name: 'G', type: 'public', ...over });
  const answer = await importRows(opened, 'groups', {
    typeless: { guid: 'typeless', name: 'G' },
    odd: group('odd', { type: 'open' }),
    closed: group('closed', { type: 'password' }),
    locked: group('locked', { type: 'password', password: 'pw' }),
    orphan: group('orphan', { owner: 'nobody' }),
    mine: group('mine', { owner: 'bob', createdAt: '1500000000', description: 'not in the schema' }),
    brought: group('brought', { owner: 'dora', groupOwnerDetails: { uid: 'dora', name: 'Dora' } }),
    plain: group('plain', {}),
  });
  const invalid = 'ERR_IMPORT_INVALID_GROUP_FORMAT';
  expect(codes(answer.json.data)).toEqual({
    typeless: invalid,
    odd: invalid,
    closed: 'ERR_EMPTY_GROUP_PASS',
    locked: 'ok',
    orphan: 'ERR_UID_NOT_FOUND',
    mine: 'ok',
    brought: 'ok',
    plain: 'ok',
  });
  expect((await opened.get('/groups/mine')).json.data).toEqual({
    guid: 'mine',
    name: 'G',
    type: 'public',
    membersCount: 0,
    conversationId: 'group_mine',
    createdAt: 1_500_000_000,
    owner: 'bob',
  });
  expect(answer.text).not.toContain('"pw"');
  expect((await opened.get('/groups/plain')).json.data.owner).toBe('app_system');
  expect((await opened.get('/users/dora')).json.data.name).toBe('Dora');
});

test('members: references, scope, joinedAt between the group and now, no action message', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'groups', {
    old: { guid: 'old', name: 'Old', type: 'public', createdAt: 1_600_000_000 },
  });
  const member = (guid: string, uid: string, over: object = {}) => {
    const memberId = `${guid}_member_${uid}`;
    return [memberId, { memberId, guid, uid, joinedAt: 1_650_000_000, ...over }] as const;
  };
  const now = Math.floor(Date.now() / 1000);
  const rows = Object.fromEntries([
    member('old', 'ann'),
    member('old', 'bob', { joinedAt: 1_600_000_000 }),
    member('old', 'cid', { joinedAt: now + 1000 }),
    member('old', 'nobody'),
    member('none', 'ann'),
    member('team', 'bob', { scope: 'owner' }),
    member('team', 'cid', { scope: 'moderator', joinedAt: '1650000000' }),
  ]);
  const wrongId = { memberId: 'team_member_bob', guid: 'team', uid: 'ann', joinedAt: 1_650_000_000 };
  const answer = await importRows(opened, 'members', {
    ...rows,
    'no-id': { guid: 'team', uid: 'bob' },
    team_member_bob: wrongId,
  });
  expect(codes(answer.json.data)).toEqual({
    old_member_ann: 'ok',
    old_member_bob: 'ERR_IMPORT_INVALID_JOINEDAT',
    old_member_cid: 'ERR_IMPORT_INVALID_JOINEDAT',
    old_member_nobody: 'ERR_UID_NOT_FOUND',
    none_member_ann: 'ERR_GUID_NOT_FOUND',
    team_member_bob: 'ERR_IMPORT_INVALID_MEMBER_FORMAT',
    team_member_cid: 'ok',
    'no-id': 'ERR_IMPORT_INVALID_MEMBER_FORMAT',
  });
  expect(answer.json.data.team_member_cid.data).toEqual({
    guid: 'team',
    uid: 'cid',
    scope: 'moderator',
    joinedAt: 1_650_000_000,
  });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(2);
  expect((await opened.get('/messages')).json.data).toEqual([]);
});

test('a banned member is neither listed nor counted', async () => {
  await using opened = await openPopulated();
  const row = {
    memberId: 'team_member_bob',
    guid: 'team',
    uid: 'bob',
    joinedAt: 1_650_000_000,
    isBanned: true,
  };
  expect(
    (await importRows(opened, 'members', { team_member_bob: row })).json.data.team_member_bob.success,
  ).toBe(true);
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(1);
  expect((await opened.get('/groups/team/members')).json.data.map((one: Json) => one.uid)).toEqual(['ann']);
});

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
  const entity = (uid: string) => ({
    entity: { uid, name: `Name of ${uid}`, status: 'offline', role: 'default' },
    entityType: 'user',
  });
  expect(answer.json.data.m1).toEqual({
    success: true,
    data: {
      id: '1',
      muid: 'm1',
      conversationId: 'user_ann_user_bob',
      sender: 'ann',
      receiverType: 'user',
      receiver: 'bob',
      category: 'message',
      type: 'text',
      data: { text: 'Text of m1', entities: { sender: entity('ann'), receiver: entity('bob') } },
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

test('poison=batch500: the good rows are in, the answer is ERR_EXCEPTION', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('poison=batch500,retention=183d') });
  const recent = Math.floor(Date.now() / 1000) - 1000;
  const rows = {
    m1: message('m1', { sentAt: recent }),
    old: message('old', { sentAt: recent - 200 * 86_400 }),
    m2: message('m2', { sentAt: recent }),
    lost: message('lost', { sentAt: recent, receiver: 'nobody' }),
    m3: message('m3', { sentAt: recent }),
  };
  const answer = await importRows(opened, 'messages', rows);
  expect([answer.status, answer.json.error.code]).toEqual([500, 'ERR_EXCEPTION']);
  expect((await opened.get('/messages')).json.data.map((one: Json) => one.muid)).toEqual(['m1', 'm2', 'm3']);
  const { old: _, ...good } = rows;
  expect(codes((await importRows(opened, 'messages', good)).json.data)).toEqual({
    m1: 'ERR_IMPORT_MUID_ALREADY_EXISTS',
    m2: 'ERR_IMPORT_MUID_ALREADY_EXISTS',
    lost: 'ERR_UID_NOT_FOUND',
    m3: 'ERR_IMPORT_MUID_ALREADY_EXISTS',
  });
  expect(
    (await importRows(opened, 'messages', { b: message('b', { sentAt: recent, data: { text: '' } }) }))
      .status,
  ).toBe(500);
});

test('poison=batch400: nothing of a batch with a bad row is in, and the row is named', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('poison=batch400') });
  const bad = await importRows(opened, 'messages', {
    m1: message('m1', { sender: 'eve', senderUserDetails: { uid: 'eve', name: 'Eve' } }),
    m2: message('m2', { data: { text: '' } }),
  });
  expect([bad.status, bad.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(Object.keys(bad.json.error.details)).toEqual(['m2']);
  expect((await opened.get('/messages')).json.data).toEqual([]);
  expect((await opened.get('/users/eve')).status).toBe(404);
  expect((await importRows(opened, 'messages', { m1: message('m1') })).json.data.m1.success).toBe(true);
  const twice = await importRows(opened, 'messages', { m1: message('m1'), m3: message('m3') });
  expect(codes(twice.json.data)).toEqual({ m1: 'ERR_IMPORT_MUID_ALREADY_EXISTS', m3: 'ok' });
});

test('retention refuses an old message alone; without it age does not matter', async () => {
  const clock = () => 1_800_000_000_000;
  const rows = {
    old: message('old', { sentAt: 1_800_000_000 - 31 * 86_400 }),
    new: message('new', { sentAt: 1_800_000_000 - 29 * 86_400 }),
  };
  await using strict = await openPopulated({ quirks: parseQuirks('retention=30d'), clock });
  expect(codes((await importRows(strict, 'messages', rows)).json.data)).toEqual({
    old: 'ERR_IMPORT_INVALID_MESSAGE_FORMAT',
    new: 'ok',
  });
  await using lenient = await openPopulated({ clock });
  expect(codes((await importRows(lenient, 'messages', rows)).json.data)).toEqual({ old: 'ok', new: 'ok' });
});

test('nested answers rows one level deeper, conflict409 changes the status', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('nested,conflict409') });
  const answer = await importRows(opened, 'users', users('dora'));
  expect(answer.json.data.dora.data.data.uid).toBe('dora');
  expect((await opened.post('/users', { uid: 'ann', name: 'A' })).status).toBe(409);
  expect((await opened.post('/groups', { guid: 'team', name: 'A', type: 'public' })).status).toBe(409);
});

test.each(['poison=maybe', 'retention=soon', 'body=0', 'nested=1x,what'])(
  'the quirks %s are refused',
  (text) => {
    expect(() => parseQuirks(text)).toThrow(/unknown quirk/);
  },
);
