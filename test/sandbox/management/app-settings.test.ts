import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { openManaged } from './receiver.ts';

const DEFAULTS = {
  'core.conversations.updateOnGroupActions': true,
  'core.conversations.updateOnReplies': true,
  'core.conversations.updateOnMessageActions': false,
  'core.conversations.updateOnCallActivity': false,
  'core.threads.updateOnMessageActions': false,
  'core.notifications.push.enabled': false,
  'file.count.max': 10,
  'file.size.max': 104_857_600,
};

const PATH = '/apps/first/settings';

test('settings of an app have the published defaults, are set by key and unset again', async () => {
  await using managed = await openManaged({ appId: 'first', apps: ['second'] });
  const { manage } = managed;
  const list = async (path = PATH) => (await manage('GET', path)).json.data;
  expect(await list()).toEqual(DEFAULTS);
  const settings = { 'core.notifications.push.enabled': true, own: ['a', 1] };
  const message = 'Added setting(s) successfully.';
  expect((await manage('POST', PATH, { settings })).json.data).toEqual({
    'core.notifications.push.enabled': { success: true, message },
    own: { success: true, message },
  });
  expect(await list()).toEqual({ ...DEFAULTS, ...settings });
  expect(await list('/apps/second/settings')).toEqual(DEFAULTS);
  await manage('DELETE', PATH, { settings: ['own'] });
  expect(await list()).toEqual({ ...DEFAULTS, 'core.notifications.push.enabled': true });
  expect((await manage('DELETE', PATH)).json.data).toEqual({ success: true, message: expect.any(String) });
  expect(await list()).toEqual(DEFAULTS);
  expect((await manage('GET', '/apps/nobody/settings')).json.error.code).toBe('ERR_APP_NOT_FOUND');
});

test('settings are refused without any, with too many, and too large', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const details = async (body: object) => {
    const { status, json } = await managed.manage('POST', PATH, body);
    return [status, Object.keys(json.error.details)];
  };
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key${at}`, true]));
  for (const settings of [undefined, {}, [], 'x', many, { text: 'x'.repeat(70_000) }])
    expect(await details({ settings })).toEqual([400, ['settings']]);
  const half = { settings: { a: 'x'.repeat(40_000) } };
  expect((await managed.manage('POST', PATH, half)).status).toBe(200);
  expect(await details({ settings: { b: 'x'.repeat(40_000) } })).toEqual([400, ['settings']]);
  expect((await managed.manage('DELETE', PATH, { settings: [7] })).status).toBe(400);
});

test('a setting turns a rule of conversations on and off, whatever the switches say, in its app alone', async () => {
  const rule = 'core.conversations.updateOnGroupActions';
  for (const quirks of ['', 'groupactions=none', 'groupactions=last']) {
    await using managed = await openManaged({ appId: 'first', quirks: parseQuirks(quirks) });
    const { manage } = managed;
    expect((await manage('GET', PATH)).json.data[rule]).toBe(quirks !== 'groupactions=none');
    const seen: string[] = [];
    for (const value of [true, false]) {
      await manage('POST', PATH, { settings: { [rule]: value } });
      await managed.post('/groups/team/members', { participants: ['bob'] });
      const { data } = (await managed.get('/groups/team/conversation', { as: 'ann' })).json;
      seen.push(`${data.unreadMessageCount} ${data.lastMessage?.data.action}`);
      await managed.remove('/groups/team/members/bob');
      await managed.post('/groups/team/conversation/read', {}, { as: 'ann' });
    }
    expect(seen).toEqual(['1 added', '0 undefined']);
  }
});

test('settings of an app say how many attachments a message may have, and how large', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const file = {
    url: 'https://x.example/a.png',
    name: 'a',
    mimeType: 'image/png',
    extension: 'png',
    size: 50,
  };
  const send = async (count: number) => {
    const data = { attachments: Array(count).fill(file) };
    const body = { receiver: 'bob', receiverType: 'user', type: 'image', data };
    return (await managed.post('/messages', body, { as: 'ann' })).json.error?.code ?? 'ok';
  };
  const set = (settings: object) => managed.manage('POST', PATH, { settings });
  expect([await send(2), await send(11)]).toEqual(['ok', 'ERR_FILE_COUNT_EXCEEDED']);
  await set({ 'file.count.max': 1 });
  expect([await send(1), await send(2)]).toEqual(['ok', 'ERR_FILE_COUNT_EXCEEDED']);
  await set({ 'file.count.max': 20, 'file.size.max': 49 });
  expect([await send(1), await send(11)]).toEqual(['ERR_FILE_SIZE_EXCEEDED', 'ERR_FILE_SIZE_EXCEEDED']);
  // The service checks no types: what is no number limits nothing.
  await set({ 'file.count.max': 'many', 'file.size.max': 'all' });
  expect(await send(11)).toBe('ok');
});
