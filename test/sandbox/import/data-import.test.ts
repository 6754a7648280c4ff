import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import {
  codes,
  importRows,
  type Json,
  message,
  openPopulated,
  openSandbox,
  users,
} from '../sandbox-client.ts';

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

test.each([[{}], [{ users: {} }], [{ users: null }], [{ groups: {} }]])(
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

test('batches that come at once are refused and kept each by itself', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('poison=batch400') });
  const batch = (name: string, over: Record<string, unknown> = {}) =>
    Object.fromEntries(
      ['1', '2', '3'].map((row) => [`${name}-${row}`, message(`${name}-${row}`, row === '2' ? over : {})]),
    );
  const eve = { sender: 'eve', senderUserDetails: { uid: 'eve', name: 'Eve' } };
  const wanted = new Map<string, Record<string, unknown>>([
    ['a', batch('a')],
    // Brings a user with it and is then refused, so the user is gone again for everyone.
    ['bad', { 'bad-0': message('bad-0', eve), ...batch('bad', { data: { text: '' } }) }],
    ['b', batch('b')],
    ['orphan', batch('orphan', { sender: 'eve' })],
    ['c', batch('c')],
  ]);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from(wanted, async ([name, rows]) => [name, (await importRows(opened, 'messages', rows)).status]),
    );
    expect(Object.fromEntries(answers)).toEqual({ a: 200, bad: 400, b: 200, orphan: 400, c: 200 });
  }
  const kept = (await opened.get('/messages')).json.data.map((one: Json) => one.muid);
  expect(kept.toSorted()).toEqual(['a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'b-3', 'c-1', 'c-2', 'c-3']);
  expect((await opened.get('/users/eve')).status).toBe(404);
});

test('whoever reads or writes while batches come sees them whole', async () => {
  await using opened = await openSandbox();
  const seen: Promise<number>[] = [];
  const batches = Array.from({ length: 20 }, (_, batch) =>
    users(...Array.from({ length: 10 }, (_unused, row) => `u${batch}-${row}`)),
  );
  const answers = batches.map((rows, batch) => {
    const answer = importRows(opened, 'users', rows);
    seen.push(opened.get('/users').then(({ json }) => json.meta.pagination.total as number));
    return answer.then(async ({ status }) => [
      status,
      (await opened.put(`/users/u${batch}-0`, { name: 'Changed' })).status,
    ]);
  });
  for (const answer of await Promise.all(answers)) expect(answer).toEqual([200, 200]);
  for (const total of await Promise.all(seen)) expect(total % 10).toBe(0);
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(200);
});
