import { expect, test } from 'vitest';
import { parseQuirks } from '../../src/sandbox/sandbox.ts';
import { codes, importRows, type Json, message, openPopulated, users } from './sandbox-client.ts';

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
