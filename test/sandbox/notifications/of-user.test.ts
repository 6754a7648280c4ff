import { expect, test } from 'vitest';
import { type Json, openPopulated } from '../sandbox-client.ts';

const NOW = 1_700_000_000;
const MUTE = '/notifications/v1/preferences/mute?uid=ann';
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';

test('conversations are muted until their time, and unmuted', async () => {
  let now = NOW;
  await using opened = await openPopulated({ clock: () => now * 1000 });
  const until = (NOW + 60) * 1000;
  const bob = { id: 'bob', type: 'oneOnOne', until };
  const team = { id: 'TEAM', type: 'group', until: until + 60_000 };
  const muted = async () => (await opened.get(MUTE)).json.data.mutedConversations;
  expect(await muted()).toEqual([]);
  expect((await opened.put(MUTE, { conversations: [bob, team] })).json.data).toEqual({ success: true });
  expect(await muted()).toEqual([bob, { ...team, id: 'team' }]);
  now += 61;
  expect((await muted()).map((one: Json) => one.id)).toEqual(['team']);
  expect(
    (await opened.remove(MUTE, { body: { conversations: [{ id: 'team', type: 'group' }] } })).json.data,
  ).toEqual({ success: true });
  expect(await muted()).toEqual([]);
  const put = async (...conversations: unknown[]) => code(await opened.put(MUTE, { conversations }));
  expect(await put({ ...bob, until: now * 1000 })).toBe('ERR_BAD_REQUEST');
  expect(await put({ ...bob, id: 'nobody', until: until * 2 })).toBe('ERR_UID_NOT_FOUND');
  expect(await put({ ...team, id: 'nowhere', until: until * 2 })).toBe('ERR_GUID_NOT_FOUND');
  expect(await put({ ...bob, type: 'both', until: until * 2 })).toBe('ERR_BAD_REQUEST');
  expect(await put()).toBe('ERR_BAD_REQUEST');
  // One wrong entry, and none is muted.
  expect(await put({ ...team, until: until * 2 }, { ...bob, until: 1 })).toBe('ERR_BAD_REQUEST');
  expect(await muted()).toEqual([]);
});

test('a user has a time zone, and contact details that go with the user', async () => {
  await using opened = await openPopulated();
  const zone = '/notifications/v1/preferences/timezone?uid=ann';
  expect((await opened.get(zone)).json.data).toEqual({ timezone: 'UTC' });
  const set = (timezone: unknown) => opened.call('PATCH', zone, { body: { timezone } });
  expect((await set('Asia/Tokyo')).json.data).toEqual({ timezone: 'Asia/Tokyo' });
  expect(code(await set('Mars/Base'))).toBe('ERR_BAD_REQUEST');
  expect((await opened.get(zone)).json.data).toEqual({ timezone: 'Asia/Tokyo' });
  const contact = '/notifications/v1/contact-details';
  const change = (body: object, as = 'ann') => opened.call('PATCH', contact, { body, as });
  expect((await opened.get(contact, { as: 'ann' })).json.data).toEqual({});
  await change({ email: 'ann@example.org' });
  expect((await change({ phno: '+15550100' })).json.data).toEqual({
    email: 'ann@example.org',
    phno: '+15550100',
  });
  expect((await opened.get(contact, { as: 'bob' })).json.data).toEqual({});
  for (const body of [{}, { email: 'ann' }, { phno: '5550100' }, { phno: '+1 555 0100' }]) {
    expect(code(await change(body))).toBe('ERR_BAD_REQUEST');
  }
  expect(code(await opened.get(contact))).toBe('ERR_BAD_REQUEST');
  expect((await opened.remove(contact, { as: 'ann' })).json.data).toEqual({ success: true });
  expect((await opened.get(contact, { as: 'ann' })).json.data).toEqual({});
  await change({ email: 'ann@example.org' });
  await opened.remove('/users/ann', { body: { permanent: true } });
  await opened.post('/users', { uid: 'ann', name: 'Another Ann' });
  expect((await opened.get(contact, { as: 'ann' })).json.data).toEqual({});
});
