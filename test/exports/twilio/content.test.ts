import { expect, test } from 'vitest';
import {
  conversation,
  groupOf,
  landed,
  message,
  participant,
  sid,
  sourceOf,
  twilioHere,
  user,
  written,
} from './files-of-twilio.ts';

const PEOPLE = {
  users: [user('ann'), user('ben')],
  conversations: [conversation('quay')],
  participants: [participant('quay', 'ann'), participant('quay', 'ben')],
};
const SMS = { type: 'sms', address: '+15558675310', proxy_address: '+15017122661' };
const WHATSAPP = {
  type: 'whatsapp',
  address: 'whatsapp:+15558675310',
  proxy_address: 'whatsapp:+15017122661',
};

test('somebody who writes from a phone is a user by address, with the name that the app gave them', async () => {
  await using here = await twilioHere({
    ...PEOPLE,
    participants: [
      participant('quay', 'ann'),
      participant('quay', null, { messaging_binding: SMS, attributes: '{"name":"Cy"}' }),
      participant('quay', null, { messaging_binding: WHATSAPP }),
      participant('quay', null, { messaging_binding: { type: 'sms', address: null } }),
    ],
    messages: [message('quay', '+15558675310', 1), message('quay', 'whatsapp:+15558675310', 2)],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.FIELD_MISSING', 1]]);
  expect(result.export?.kinds.members).toMatchObject({ read: 4, imported: 3, dropped: { unreadable: 1 } });
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ name }) => name).toSorted()).toEqual(['ANN', 'BEN', 'Cy', 'whatsapp:+15558675310']);
  const authors = (await written(here)).map(({ sender }) => users.find(({ uid }) => uid === sender)?.name);
  expect(authors).toEqual(['Cy', 'whatsapp:+15558675310']);
});

test('authors are free text: of the server, unknown, or nobody', async () => {
  const messages = [
    message('quay', 'system', 1),
    message('quay', 'Helpful Bot', 2),
    message('quay', null, 3),
    message('quay', 'ann', 4),
  ];
  await using here = await twilioHere({ ...PEOPLE, messages });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({
    read: 4,
    imported: 2,
    dropped: { system: 2 },
    detail: { system: { server: 1, withoutAuthor: 1 } },
  });
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  expect(users.find(({ name }) => name === 'Helpful Bot')?.tags).toEqual(['placeholder']);
  // An app may have a user of this name.
  await using own = await twilioHere({ ...PEOPLE, users: [...PEOPLE.users, user('system')], messages });
  await own.json('run', '--yes');
  expect((await landed(own)).map(([sender, , text]) => [sender, text])).toContainEqual(['system', '1']);
  await using text = await twilioHere({ ...PEOPLE, messages }, { rest: 'policies: { system: text }' });
  expect((await text.json('run', '--yes')).result.export?.kinds.messages?.dropped).toEqual({});
});

test('files are listed with what fetches them, and no address is written', async () => {
  const media = [
    { sid: sid('ME', 1), size: 5, content_type: 'image/png', filename: 'a.png', category: 'media' },
    { sid: '../../x', size: -1, content_type: null, filename: null },
    'odd',
  ];
  const messages = [message('quay', 'ann', 1, { body: null, media }), message('quay', 'ann', 2, { media })];
  await using here = await twilioHere({ ...PEOPLE, messages });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments).toMatchObject({ read: 4, kept: 4 });
  const [first, second] = await written(here);
  expect([first?.data?.text, second?.data?.text]).toEqual(['[a.png]\n[file]', '2']);
  const path = `Services/${sid('IS', 1)}/Media/${sid('ME', 1)}`;
  expect(sourceOf(second ?? {})['files']).toEqual([
    { name: 'a.png', type: 'image/png', size: 5, path },
    { size: -1 },
  ]);
  expect(JSON.stringify([first, second])).not.toContain('https://');
  await using placed = await twilioHere(
    { ...PEOPLE, messages: messages.slice(0, 1) },
    { options: ', filesBase: "https://files.example.com/"' },
  );
  await placed.json('run', '--yes');
  const [landedFile] = await written(placed);
  expect(landedFile?.data?.attachments).toMatchObject([
    { url: `https://files.example.com/${path}`, name: 'a.png' },
  ]);
});

test('what says nothing of a text is left out by name: templates, empty messages', async () => {
  await using here = await twilioHere({
    ...PEOPLE,
    messages: [
      message('quay', 'ann', 1, { body: null, content_sid: sid('HX', 1) }),
      message('quay', 'ann', 2, { body: null }),
      message('quay', 'ann', 3, { body: 'written', content_sid: sid('HX', 1) }),
    ],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ imported: 1, dropped: { template: 1, empty: 1 } });
});

test('a later change is kept as such: it may be one of the attributes', async () => {
  const later = { date_updated: '2026-01-02T00:00:00Z' };
  const delivery = { total: 2, sent: 'all', delivered: 'some', read: 'none' };
  await using here = await twilioHere({
    ...PEOPLE,
    messages: [message('quay', 'ann', 1, { ...later, delivery }), message('quay', 'ann', 1, later)],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.edits).toMatchObject({ read: 1, dropped: { unsure: 1 } });
  const [first] = await written(here);
  expect(first?.editedAt).toBeUndefined();
  expect(sourceOf(first ?? {})).toMatchObject({ updatedAt: 1_767_312_000 });
});

test('what an app puts beside records is kept; what is broken as text, and it is said', async () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const attributes = [
    '{ "a": 1 }',
    '{"a":',
    '',
    null,
    '{}',
    '{"__proto__":{"x":1}}',
    '7',
    deep.slice(0, 3_000),
    `"${'x'.repeat(9_000)}"`,
  ];
  await using here = await twilioHere({
    ...PEOPLE,
    users: [user('ann', { attributes: '{"avatar":"https://x.test/a.png"}' }), user('ben')],
    messages: attributes.map((each, at) => message('quay', 'ann', at, { attributes: each })),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.notes).toEqual(
    expect.arrayContaining([
      'attributes that are not JSON: 2; they are kept as text',
      'attributes of more than 4000 bytes: 1; they are not kept',
    ]),
  );
  const kept = (await written(here)).map((each) => sourceOf(each)['attributes']);
  expect(kept.map((each) => JSON.stringify(each))).toEqual([
    '{"a":1}',
    '"{\\"a\\":"',
    undefined,
    undefined,
    undefined,
    '{"__proto__":{"x":1}}',
    '7',
    JSON.stringify(deep.slice(0, 3_000)),
    undefined,
  ]);
  const ann = await here.service.users.get('ann');
  expect(ann.metadata).toMatchObject({ source: { attributes: { avatar: 'https://x.test/a.png' } } });
  expect(ann.avatar).toBeUndefined();
});

test('a closed conversation is archived, and what else is known of one is kept', async () => {
  const timers = { date_closed: '2026-02-01T00:00:00Z' };
  await using here = await twilioHere({
    ...PEOPLE,
    conversations: [
      conversation('quay', {
        state: 'closed',
        unique_name: 'q',
        timers,
        messaging_service_sid: sid('MG', 1),
      }),
      conversation('pier', { state: 'inactive' }),
    ],
  });
  await here.json('run', '--yes');
  const quay = await groupOf(here, 'quay');
  expect([quay.tags, quay.type]).toEqual([['archived'], 'private']);
  expect(quay.metadata).toMatchObject({ source: { archived: true, uniqueName: 'q', timers } });
  expect(JSON.stringify(quay)).not.toContain('MG');
  expect((await groupOf(here, 'pier')).metadata).toMatchObject({
    source: { state: 'inactive' },
  });
});

test('a role is what its permissions say; of one that is not in the files nothing is known', async () => {
  const role = (name: string, type: string, permissions: readonly string[]) => ({
    sid: sid('RL', name),
    account_sid: sid('AC', 1),
    friendly_name: 'channel admin',
    type,
    permissions,
  });
  const names = ['admin', 'moderator', 'user', 'service', 'unknown'];
  await using here = await twilioHere({
    roles: [
      role('admin', 'conversation', ['sendMessage', 'deleteConversation']),
      role('moderator', 'conversation', ['deleteAnyMessage']),
      role('user', 'conversation', ['sendMessage']),
      role('service', 'service', ['deleteConversation']),
    ],
    users: names.map((name) => user(name)),
    conversations: [conversation('quay')],
    participants: names.map((name) =>
      participant('quay', name, { role_sid: sid('RL', name), last_read_message_index: 3 }),
    ),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.reads).toMatchObject({ read: 5, dropped: { participant: 5 } });
  const members = await Array.fromAsync(here.service.members.list((await groupOf(here, 'quay')).guid));
  expect(members.map(({ uid, scope }) => [uid, scope]).toSorted()).toEqual([
    ['admin', 'admin'],
    ['moderator', 'moderator'],
    ['service', 'participant'],
    ['unknown', 'participant'],
    ['user', 'participant'],
  ]);
});

test('what has no counterpart is counted by name', async () => {
  const common = { account_sid: sid('AC', 1), conversation_sid: sid('CH', 'quay') };
  await using here = await twilioHere({
    ...PEOPLE,
    delivery_receipts: [{ ...common, sid: sid('DY', 1), message_sid: sid('IM', 1), status: 'read' }],
    bindings: [{ ...common, sid: sid('BS', 1), identity: 'ann', binding_type: 'apn' }],
    conversations: [
      conversation('quay'),
      { ...common, user_sid: sid('US', 'ann'), unread_messages_count: 3, last_read_message_index: 1 },
    ],
    services: [{ account_sid: sid('AC', 1), sid: sid('IS', 9), friendly_name: 'Another' }],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.reads).toMatchObject({ read: 2, dropped: { receipt: 1, read: 1 } });
  expect(result.export?.kinds.devices).toMatchObject({ read: 1, dropped: { binding: 1 } });
});

test('Programmable Chat: channels, members, and messages that say whether they were edited', async () => {
  const service = { account_sid: sid('AC', 1), service_sid: sid('IS', 1), attributes: '{}' };
  const at = { date_created: '2020-01-01T10:00:00Z', date_updated: '2020-01-01T10:00:05Z' };
  const inQuay = { ...service, ...at, channel_sid: sid('CH', 'quay') };
  await using here = await twilioHere({
    users: [{ ...service, ...at, sid: sid('US', 1), identity: 'ann', friendly_name: 'Ann' }],
    channels: [
      { ...service, ...at, sid: sid('CH', 'quay'), friendly_name: 'Quay', type: 'public', created_by: 'ann' },
      {
        ...service,
        ...at,
        sid: sid('CH', 'pier'),
        friendly_name: 'Pier',
        type: 'private',
        created_by: 'system',
      },
    ],
    members: [{ ...inQuay, sid: sid('MB', 1), identity: 'ann', last_consumed_message_index: 1 }],
    messages: [
      {
        ...inQuay,
        sid: sid('IM', 1),
        from: 'ann',
        body: 'one',
        index: 0,
        was_edited: true,
        last_updated_by: 'ann',
      },
      { ...inQuay, sid: sid('IM', 2), from: 'ann', body: 'two', index: 1, was_edited: false },
      {
        ...inQuay,
        sid: sid('IM', 3),
        from: 'ann',
        body: null,
        index: 2,
        was_edited: false,
        media: { sid: sid('ME', 1), size: 5, content_type: 'image/png', filename: 'a.png' },
      },
    ],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.problems).toEqual([]);
  expect(result.export?.kinds).toMatchObject({
    edits: { read: 1, kept: 1 },
    attachments: { read: 1, kept: 1 },
    reads: { read: 1 },
  });
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name, type, owner }) => [name, type, owner]).toSorted()).toEqual([
    ['Pier', 'private', 'app_system'],
    ['Quay', 'public', 'ann'],
  ]);
  expect((await landed(here)).map(([, , text]) => text)).toEqual(['one', 'two', '[a.png]']);
});
