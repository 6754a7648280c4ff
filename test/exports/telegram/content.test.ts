import { describe, expect, test } from 'vitest';
import {
  account,
  chat,
  did,
  type Item,
  type Landed,
  NAMES,
  ofFiles,
  run,
  said,
} from './files-of-telegram.ts';

const GROUP = 'private_supergroup';
const one = async (
  message: Item,
  more: { rest?: string; options?: string; files?: Record<string, string> } = {},
) => {
  const { landed, kinds } = await run({ 'result.json': chat(GROUP, 9, [message]), ...more.files }, more);
  return {
    landed: landed[0] as Landed,
    kinds,
    data: landed[0]?.data,
    source: landed[0]?.data?.metadata?.source,
  };
};

describe('text', () => {
  const marked = [
    { type: 'plain', text: 'see ' },
    { type: 'bold', text: 'this' },
    { type: 'plain', text: ', ' },
    { type: 'mention_name', text: 'Bob', user_id: 2 },
    { type: 'plain', text: ' and ' },
    { type: 'mention_name', text: 'Nobody', user_id: 99 },
    { type: 'plain', text: ': ' },
    { type: 'text_link', text: 'page', href: 'https://a.test/' },
  ];
  const messages = [said(1, 1, 1, marked), said(2, 2, 2, 'x')];

  test.each([
    ['convert', 'see **this**, <@uid:user2> and Nobody: [page](https://a.test/)'],
    ['plain', 'see this, Bob and Nobody: page'],
    ['raw', 'see this, Bob and Nobody: page'],
  ])('with markup: %s', async (policy, expected) => {
    const { texts } = await run(
      { 'result.json': chat(GROUP, 9, messages) },
      { rest: `policies: { markup: ${policy} }` },
    );
    expect(texts).toEqual([expected, 'x']);
  });

  test('of old versions is an array without entities', async () => {
    const old = {
      ...said(1, 1, 1, ''),
      text: ['a ', { type: 'bold', text: 'b' }, null],
      text_entities: undefined,
    };
    expect((await one(old)).data?.text).toBe('a **b**');
  });

  test('with control characters as old versions write them is read', async () => {
    const file = JSON.stringify(chat(GROUP, 9, [said(1, 1, 1, 'a@b'), said(2, 2, 1, 'c')], 'x@y'));
    const { texts, landed } = await run({ 'result.json': file.replaceAll('@', String.raw`\x0B`) });
    expect([texts, landed[0]?.['receiver']]).toEqual([['a\u000bb', 'c'], 'channel9']);
  });
});

test('a forwarded message is quoted with the name of who wrote it', async () => {
  const forwarded = said(1, 1, 1, 'two\nlines', { forwarded_from: 'Dora', forwarded_from_id: 'user9' });
  expect((await one(forwarded)).data?.text).toBe('> Dora:\n> two\n> lines');
  expect((await one(forwarded)).source).toMatchObject({ forwardedFrom: 'Dora', forwardedFromId: 'user9' });
  expect((await one(forwarded, { rest: 'policies: { markup: plain }' })).data?.text).toBe(
    'Dora:\ntwo\nlines',
  );
  expect((await one(forwarded, { rest: 'policies: { markup: raw }' })).data?.text).toBe('two\nlines');
});

describe('files', () => {
  const photo = { photo: 'photos/photo_1@01.jpg', width: 10, height: 10, photo_file_size: 5 };
  test('in the export have its path, from where filesBase puts them', async () => {
    const files = { 'photos/photo_1@01.jpg': 'jpg' };
    const { data, kinds } = await one(said(1, 1, 1, 'look', photo), {
      files,
      options: ', filesBase: "https://files.test/x"',
    });
    expect(data).toMatchObject({
      text: 'look',
      attachments: [{ url: 'https://files.test/x/photos/photo_1%4001.jpg', mimeType: 'image/jpeg' }],
    });
    expect(kinds).toMatchObject({ attachments: { read: 1, converted: 1 } });
  });

  test('of an export in a folder have the path of that', async () => {
    const { landed } = await run({ 'night/result.json': chat(GROUP, 9, [said(1, 1, 1, 'look', photo)]) });
    expect(landed[0]?.data?.metadata?.source).toMatchObject({
      files: [{ path: 'night/photos/photo_1@01.jpg' }],
    });
  });

  test('that are not there are left out by the reason, and other things show in a text what they are', async () => {
    const without = '(File not included. Change data exporting settings to download.)';
    const answers = [{ text: 'Here', voters: 1 }, { text: 'There' }];
    const shown: readonly (readonly [Item, string])[] = [
      [{ file: without, file_name: 'a.pdf' }, '[a.pdf]'],
      [{ file: 'b.pdf (File exceeds maximum size. Change data exporting settings to download.)' }, '[file]'],
      [
        { file: '(File unavailable, please try again later)', media_type: 'voice_message' },
        '[voice message]',
      ],
      [{ photo: without }, '[photo]'],
      [{ file: without, media_type: 'sticker', sticker_emoji: '😀' }, '😀'],
      [{ contact_information: { first_name: 'Dora', last_name: 'X', phone_number: '+1 5' } }, 'Dora X, +1 5'],
      [
        { place_name: 'Quay', address: 'Pier 1', location_information: { latitude: 1.5, longitude: 2 } },
        'Quay, Pier 1, 1.5, 2',
      ],
      [{ location_information: null }, '[location]'],
      [{ poll: { question: 'Where?', closed: false, answers } }, 'Where?\n- Here\n- There'],
      [{ game_title: 'Chess' }, 'Chess'],
      [{ invoice_information: { title: 'Boat', amount: 5 } }, 'Boat'],
      [{ todo_list: { title: 'Jobs' } }, '[list]'],
    ];
    const messages = shown.map(([more], at) => said(at + 1, at, 1, '', more));
    const { texts, kinds } = await run({ 'result.json': chat(GROUP, 9, messages) });
    expect(texts).toEqual(shown.map(([, text]) => text));
    expect(kinds).toMatchObject({
      attachments: { read: 5, dropped: { notIncluded: 3, tooLarge: 1, unavailable: 1 } },
    });
  });

  test('and what they hold is kept', async () => {
    const poll = {
      question: 'Where?',
      closed: true,
      total_voters: 3,
      answers: [{ text: 'Here', voters: 3 }],
    };
    expect((await one(said(1, 1, 1, '', { poll, via_bot: '@vote' }))).source).toMatchObject({
      poll,
      viaBot: '@vote',
    });
  });
});

test('reactions name those who were last; the others are counted', async () => {
  const reactions = [
    { type: 'emoji', count: 3, emoji: '👍', recent: [{ from: 'Bob', from_id: 'user2', date: 'x' }] },
    { type: 'custom_emoji', count: 1, document_id: '5', recent: [] },
    { type: 'paid', count: 2 },
  ];
  const { kinds, source } = await one(said(1, 1, 1, 'x', { reactions }));
  expect(kinds).toMatchObject({ reactions: { read: 6, kept: 6 }, users: { read: 2 }, members: { read: 2 } });
  expect(source?.['reactions']).toEqual([
    { reaction: '👍', count: 3, uids: ['user2'] },
    { reaction: 'custom_emoji_5', count: 1, uids: [] },
    { reaction: '⭐', count: 2, uids: [] },
  ]);
});

test('messages of the system are counted by their action, and are texts if wanted; a call is of who called', async () => {
  const messages = [
    did(1, 0, 1, 'create_group', { title: 'Crew', members: ['Ann', 'Bob', null] }),
    did(2, 1, 2, 'invite_members', { members: ['Cleo', null] }),
    said(3, 2, 1, 'pinned'),
    did(4, 3, 2, 'pin_message', { message_id: 3 }),
    did(5, 4, 1, 'phone_call', { duration_seconds: 7 }),
    did(6, 5, 1, 'set_messages_ttl', { period: 1 }),
  ];
  const dropped = await run({ 'result.json': chat('private_group', 9, messages) });
  expect(dropped.texts).toEqual(['pinned', 'Call, 7 s']);
  expect(dropped.kinds).toMatchObject({
    messages: { dropped: { system: 4 }, detail: { system: { pin_message: 1, create_group: 1 } } },
    pins: { read: 1, kept: 1 },
  });
  const { texts } = await run(
    { 'result.json': chat('private_group', 9, messages) },
    { rest: 'policies: { system: text }' },
  );
  expect(texts).toEqual([
    'Ann created the group Crew',
    'Bob added Cleo, somebody',
    'pinned',
    'Bob pinned a message',
    'Call, 7 s',
    'Ann (set messages ttl)',
  ]);
});

test('chats become groups and conversations by their type, with their owner and who writes in them', async () => {
  await using here = await ofFiles({
    'result.json': account(
      1,
      [
        chat(
          'public_supergroup',
          10,
          [did(1, 0, 2, 'create_channel', { title: 'x' }), said(2, 1, 1, 'a')],
          'Town',
        ),
        chat(
          'private_channel',
          11,
          [said(1, 1, 1, 'post', { from: 'News', from_id: 'channel11', author: 'Ann' })],
          'News',
        ),
        chat('private_group', 12, [], 'Empty'),
        chat('replies', 13, [said(1, 1, 1, 'copy')]),
      ],
      {
        contacts: {
          about: '',
          list: [
            { user_id: 2, first_name: 'Robert', last_name: '' },
            { user_id: 70, first_name: 'Aunt' },
          ],
        },
      },
    ),
    'left.json': {
      about: '',
      left_chats: { about: '', list: [chat('public_channel', 14, [said(1, 1, 3, 'gone')], 'Past')] },
    },
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    users: { read: 5, imported: 4, dropped: { contactOnly: 1 } },
    conversations: { read: 5, imported: 4, dropped: { replies: 1 } },
    messages: { dropped: { system: 1, replies: 1 } },
  });
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ guid, type, name, owner }) => [guid, type, name, owner]).toSorted()).toMatchObject([
    ['channel10', 'public', 'Town', 'user2'],
    ['channel11', 'private', 'News', expect.anything()],
    ['channel14', 'public', 'Past', expect.anything()],
    ['chat12', 'private', 'Empty', expect.anything()],
  ]);
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  expect(users.map(({ uid, name, tags }) => [uid, name, tags])).toEqual(
    expect.arrayContaining([
      ['user1', 'Ann', undefined],
      ['user2', 'Bob', undefined],
      ['channel11', 'News', ['channel']],
    ]),
  );
  expect(JSON.stringify(users)).not.toContain('+1');
});

test('a program of a chat with one is a user with the tag bot', async () => {
  const files = {
    'result.json': account(1, [chat('bot_chat', 8, [said(1, 1, 8, 'beep', { from: 'Robo' })], 'Robo')]),
  };
  await using here = await ofFiles(files);
  await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  expect(users.find(({ uid }) => uid === 'user8')).toMatchObject({ name: 'Robo', tags: ['bot'] });
  expect((await run(files, { rest: 'policies: { bots: skip }' })).kinds).toMatchObject({
    messages: { dropped: { bot: 1 } },
    users: { dropped: { bot: 1 } },
  });
});

test('an account that was deleted has no name; numbers of old versions are those of newer ones', async () => {
  await using here = await ofFiles({
    'result.json': chat(GROUP, 9, [
      said(1, 1, 7, 'from nobody'),
      { ...said(2, 2, 1, 'old'), from_id: 1 },
      { ...said(3, 3, 1, 'post'), from: 'News', from_id: 2 ** 33 + 5 },
      { ...said(4, 4, 1, 'by name'), from: NAMES[1], from_id: undefined },
    ]),
  });
  await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  expect(users.map(({ uid, name, tags }) => [uid.replace(/-\w{12}$/, '-…'), name, tags])).toEqual(
    expect.arrayContaining([
      ['user7', 'Deleted Account', ['deactivated']],
      ['user1', 'Ann', undefined],
      ['channel5', 'News', ['channel']],
      ['name-ann-…', 'Ann', undefined],
    ]),
  );
});
