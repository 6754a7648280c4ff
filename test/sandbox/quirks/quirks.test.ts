import { expect, test } from 'vitest';
import { parseQuirks, parseRetention } from '../../../src/sandbox/sandbox.ts';
import { codes, importRows, type Json, message, openPopulated, users } from '../sandbox-client.ts';

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

test('overwrite has an import change what exists', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('overwrite') });
  const user = { uid: 'ann', name: 'Ann the Second' };
  expect(codes((await importRows(opened, 'users', { ann: user })).json.data)).toEqual({ ann: 'ok' });
  expect((await opened.get('/users/ann')).json.data.name).toBe('Ann the Second');
  const group = { guid: 'team', name: 'Renamed', type: 'private', owner: 'bob' };
  const answer = await importRows(opened, 'groups', { team: group });
  expect(answer.json.data.team.data).toMatchObject({ name: 'Renamed', membersCount: 1 });
  expect((await opened.get('/groups/team')).json.data).toMatchObject({ name: 'Renamed', type: 'private' });
});

test('membersonly refuses a message whose sender is not in the group', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('membersonly') });
  const to = { receiver: 'team', receiverType: 'group' };
  const rows = { in: message('in', to), out: message('out', { ...to, sender: 'bob' }) };
  expect(codes((await importRows(opened, 'messages', rows)).json.data)).toEqual({
    in: 'ok',
    out: 'ERR_GROUP_NOT_JOINED',
  });
});

test('keystatus and tokensonly change what keys are answered', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('keystatus=401,tokensonly') });
  expect((await opened.get('/users', { key: 'unknown' })).status).toBe(401);
  const key = opened.secret(opened.sandbox.files.authKey);
  const user = await opened.post('/users', { uid: 'new', name: 'New' }, { key });
  expect([user.status, user.json.error.code]).toEqual([403, 'AUTH_ERR_NO_ACCESS']);
  expect((await opened.post('/users/ann/auth_tokens', {}, { key })).status).toBe(200);
});

test('nextatend, total0, limit and numberids change how lists look', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('nextatend,total0,limit=2,numberids') });
  await importRows(opened, 'messages', { a: message('a'), b: message('b'), c: message('c') });
  const first = (await opened.get('/messages')).json;
  expect(first.data.map((one: Json) => one.id)).toEqual([1, 2]);
  const rest = (await opened.get('/messages?affix=append&id=2')).json;
  expect(rest.meta).toEqual({
    current: { limit: 2, count: 1 },
    next: { affix: 'append', sentAt: 1_700_000_000, id: '3' },
  });
  expect((await opened.get('/users')).json.meta.pagination).toMatchObject({ total: 0, count: 3 });
});

test('an age is written as days or none', () => {
  expect([parseRetention('183d'), parseRetention('1d'), parseRetention('none')]).toEqual([183, 1, 0]);
  for (const text of ['183', '0d', '-1d', 'x', '', '6 months', '123456d'])
    expect(() => parseRetention(text)).toThrow(/183d, or none/);
});

test.each([
  'poison=maybe',
  'retention=soon',
  'body=0',
  'limit=0',
  'limit=1001',
  'keystatus=500',
  'total0=1',
  'nested=1x,what',
])('the quirks %s are refused', (text) => {
  expect(() => parseQuirks(text)).toThrow(/unknown quirk/);
});

test('a message that is deleted for good: deletednotes keeps the note on it, fixedactions keeps the notes of groups', async () => {
  for (const [quirks, kept, status] of [
    ['', 1, 200],
    ['deletednotes,fixedactions', 2, 403],
  ] as const) {
    await using opened = await openPopulated({ quirks: parseQuirks(quirks) });
    const permanent = { body: { permanent: true } };
    await importRows(opened, 'messages', { m1: message('m1') });
    const [{ id }] = (await opened.get('/messages')).json.data;
    expect((await opened.remove(`/messages/${id}`, permanent)).status).toBe(200);
    await opened.post('/groups/team/members', { participants: ['bob'] });
    const notes = (await opened.get('/messages')).json.data;
    expect(notes.map((one: Json) => one.data.action)).toEqual(['deleted', 'added'].slice(-kept));
    expect((await opened.remove(`/messages/${notes.at(-1).id}`, permanent)).status).toBe(status);
  }
});
