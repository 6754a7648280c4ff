import { describe, expect, test } from 'vitest';
import {
  ANN,
  at,
  BEN,
  CLEO,
  discordHere,
  document,
  GENERAL,
  landed,
  message,
  person,
  type Row,
  shown,
} from './files-of-discord.ts';

/** Texts of messages, who is named beside them, and what becomes of them. */
const TEXTS: readonly (readonly [why: string, content: string, mentions: readonly Row[], wanted: string])[] =
  [
    ['a name, as the exporter writes it', 'hi @Ben, all well?', [BEN], 'hi <@uid:12>, all well?'],
    [
      'the longest of two names',
      '@Ben Li and @Ben',
      [BEN, person('15', 'Ben Li')],
      '<@uid:15> and <@uid:12>',
    ],
    ['a name that is part of a word', '@Benjamin, a@Ben', [BEN], '@Benjamin, a@Ben'],
    ['a name that two of them have', '@Ben!', [BEN, person('16', 'Ben')], '@Ben!'],
    [
      'a name that one shows and another one has',
      '@Ben',
      [BEN, person('18', 'Ben', { nickname: 'Bo' })],
      '<@uid:12>',
    ],
    ['a name that is not shown', 'hi @bo', [person('18', 'Bo', { nickname: 'Benno' })], 'hi <@uid:18>'],
    ['a name of nobody who is mentioned', '@Cleo', [BEN], '@Cleo'],
    ['a name in code', '`@Ben` ```\n@Ben\n``` @Ben', [BEN], '`@Ben` ```\n@Ben\n``` <@uid:12>'],
    ['an odd name', 'to @a.*[b', [person('17', 'a.*[b')], 'to <@uid:17>'],
    ['ids, where nothing was formatted', '<@12> <@!13> <@99>', [], '<@uid:12> <@uid:13> <@99>'],
    ['channels and roles', '<#51> <#99> <@&71> <@&99>', [], '#general <#99> @pilots <@&99>'],
    ['emoji of a server', 'a <:kite:123> <a:spin:4> :smile:', [], 'a :kite: :spin: :smile:'],
    ['a time', 'at <t:1767225600:F>', [], 'at 2026-01-01 00:00 UTC'],
    ['emoji in code', '`<:kite:1>` <:kite:1>', [], '`<:kite:1>` :kite:'],
  ];

test('mentions become those of users; emoji, channels, roles and times are written out, but not in code', async () => {
  const ann = person('11', 'Ann', { roles: [{ id: '71', name: 'pilots', position: 1 }] });
  const rows = TEXTS.map(([, content, mentions], n) => message(n, ann, content, { mentions }));
  const found = await landed([...rows, message(98, BEN, 'x'), message(99, CLEO, 'y')]);
  expect(TEXTS.map(([why], n) => [why, found[n]?.text])).toEqual(
    TEXTS.map(([why, , , wanted]) => [why, wanted]),
  );
});

test('texts stand as they are with markup: raw, and without marks with plain', async () => {
  const row = message(3, ANN, '**hi** @Ben <:up:1>', { mentions: [BEN] });
  expect((await landed([row], 'policies: { markup: raw }'))[0]?.text).toBe('**hi** @Ben <:up:1>');
  expect((await landed([row], 'policies: { markup: plain }'))[0]?.text).toBe('hi <@uid:12> :up:');
});

test('stickers are shown by their name; those that are pictures come as files', async () => {
  const sticker = (name: string, format: string) => ({
    id: '1',
    name,
    format,
    sourceUrl: `https://cdn.discordapp.com/stickers/${name}.png`,
  });
  const [wave, both] = await landed([
    message(1, ANN, '', { stickers: [sticker('Wave', 'Lottie')] }),
    message(2, ANN, 'look', { stickers: [sticker('Cat', 'Apng')] }),
  ]);
  expect(wave).toMatchObject({ text: ':Wave:', files: [], source: { stickers: [{ name: 'Wave' }] } });
  expect(both).toMatchObject({
    text: 'look\n:Cat:',
    files: [{ url: 'https://cdn.discordapp.com/stickers/Cat.png', mimeType: 'image/apng' }],
  });
});

test('embeds are the text of a message that has nothing else; beside a text they are counted', async () => {
  const embed = {
    title: 'Build [7]',
    url: 'https://ci.example/7',
    description: 'All *green*',
    author: { name: 'CI' },
    fields: [{ name: 'Time', value: '3 min' }],
    footer: { text: 'main' },
  };
  const picture = {
    title: '',
    url: null,
    image: { url: 'a/b.png', canonicalUrl: 'https://x.example/b.png' },
  };
  await using here = await discordHere({
    'general.json': document(GENERAL, [
      message(1, ANN, '', { embeds: [embed] }),
      message(2, ANN, '', { embeds: [picture] }),
      message(3, ANN, 'see https://ci.example/7', { embeds: [embed, picture] }),
      message(4, ANN, '', { embeds: [{}] }),
    ]),
  });
  const { result } = await here.json('run', '--yes');
  expect((await shown(here)).map(({ text }) => text)).toEqual([
    'CI\n[Build \\[7\\]](https://ci.example/7)\nAll *green*\nTime: 3 min\nmain',
    'https://x.example/b.png',
    'see https://ci.example/7',
  ]);
  expect(result.export?.kinds).toMatchObject({
    messages: { read: 4, imported: 3, dropped: { empty: 1 } },
    attachments: { read: 2, dropped: { linkPreview: 1, embed: 1 } },
  });
});

test('a forwarded message is a quote with its files; a reply is linked, if it answers one of the same channel', async () => {
  const reference = (channelId: string | null, type = 'Default') => ({
    type,
    messageId: '901',
    channelId,
    guildId: '41',
  });
  const file = { id: '1', url: 'https://x.example/a.png', fileName: 'a.png', fileSizeBytes: 3 };
  const forwardedMessage = {
    timestamp: at(0),
    content: 'line one\n\nline two',
    attachments: [file],
    embeds: [],
    stickers: [],
  };
  const [, here, old, elsewhere, forward] = await landed([
    message(1, ANN, 'first'),
    message(2, BEN, 'answer', { type: 'Reply', reference: reference('51') }),
    message(3, BEN, 'answer', { type: '19', reference: { messageId: '7', channelId: null } }),
    message(4, BEN, 'answer', { type: 19, reference: reference('52') }),
    message(5, BEN, '', { reference: reference('51', 'Forward'), forwardedMessage }),
  ]);
  expect(here?.source['parentMuid']).toBe('51:901');
  expect(old?.source['parentMuid']).toBe('51:7');
  expect(elsewhere?.source).toMatchObject({ reference: { channelId: '52' } });
  expect(elsewhere?.source['parentMuid']).toBeUndefined();
  expect(forward).toMatchObject({
    text: '> line one\n>\n> line two',
    files: [{ url: 'https://x.example/a.png' }],
    source: { forwarded: { time: at(0) }, reference: { type: 'Forward' } },
  });
});

test('reactions with and without names, pins, edits, commands, calls, polls and what is new', async () => {
  const emoji = (name: string | null, id = '') => ({ id, name, code: name, isAnimated: false, imageUrl: '' });
  const poll = {
    question: 'When?',
    allowsMultipleAnswers: false,
    answers: [
      { id: 1, text: 'Now' },
      { id: 2, text: 'Later' },
    ],
    results: { isFinalized: true, answers: [{ id: 2, count: 3 }] },
  };
  const rows = [
    message(1, ANN, 'kites', {
      timestampEdited: at(61),
      isPinned: true,
      reactions: [
        { emoji: emoji('🪁'), count: 3, users: [BEN, { ...BEN }] },
        { emoji: emoji('kite', '77'), count: 2 },
        { emoji: emoji(null), count: 1, users: null },
      ],
    }),
    message(2, person('19', 'Bot', { isBot: true }), 'done', {
      type: '20',
      interaction: { id: '1', name: 'wind', user: CLEO },
    }),
    message(3, ANN, 'Started a call that lasted 5 minutes.', { type: 'Call', callEndedTimestamp: at(300) }),
    message(4, ANN, '', { poll }),
    message(5, ANN, 'Poll over', { type: '46' }),
    message(6, ANN, 'odd', { type: 'Sparkle' }),
    message(7, ANN, 'buttons', { components: [{ type: 'ActionRow' }] }),
    message(8, ANN, 'Joined the server.', { type: 7 }),
  ];
  await using here = await discordHere({ 'general.json': document(GENERAL, rows) });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    users: { read: 4 },
    members: { read: 3 },
    messages: {
      read: 8,
      dropped: { system: 4 },
      detail: { system: { Call: 1, PollResult: 1, Sparkle: 1, GuildMemberJoin: 1 } },
    },
    reactions: { read: 6, kept: 6 },
  });
  const [kites, command, asked, buttons] = await shown(here);
  expect(kites?.source).toMatchObject({
    pinned: {},
    editedAt: Date.parse(at(61)) / 1000,
    reactions: [
      { reaction: '🪁', count: 3, uids: ['12'] },
      { reaction: ':kite:', count: 2 },
      { reaction: 'unknown', count: 1 },
    ],
  });
  expect(command).toMatchObject({
    from: '19',
    text: 'done',
    source: { kind: 'ChatInputCommand', interaction: { name: 'wind', user: '13' } },
  });
  expect(asked?.text).toBeUndefined();
  expect(buttons?.source).toMatchObject({ components: [{ type: 'ActionRow' }] });
  await using told = await discordHere(
    { 'general.json': document(GENERAL, rows) },
    { rest: 'policies: { system: text }' },
  );
  await told.json('run', '--yes');
  expect((await shown(told)).map(({ from, text }) => [from, text])).toContainEqual([
    'system',
    'Started a call that lasted 5 minutes.',
  ]);
});

describe('files', () => {
  const attachments = (...urls: readonly string[]) =>
    urls.map((url, n) => ({ id: String(n), url, fileName: `f${n}.png`, fileSizeBytes: 10 }));
  const CDN = 'https://cdn.discordapp.com/attachments/51/1/f0.png?ex=66&is=67&hm=ab';
  const PATHS = [
    'general.json_Files/f-1A.png',
    'general.json_Files\\f-1A.png',
    'C:\\out\\kites\\general.json_Files\\f-1A.png',
    '/home/ann/kites/general.json_Files/f-1A.png',
  ];

  test('an address of Discord that stops working is a link, others are attachments', async () => {
    const [one] = await landed([
      message(1, ANN, 'two', { attachments: attachments(CDN, 'https://x.example/f1.png') }),
    ]);
    expect(one).toMatchObject({
      text: `two\n[f0.png](${CDN})`,
      files: [{ url: 'https://x.example/f1.png' }],
    });
  });

  test('files that the exporter has fetched are found, by any form of their path', async () => {
    const rows = PATHS.map((url, n) => message(n, ANN, '', { attachments: attachments(url) }));
    await using here = await discordHere(
      {
        'kites/general.json': document(GENERAL, rows),
        'kites/general.json_Files/f-1A.png': 'picture',
      },
      { options: ', filesBase: "https://files.example/d/"' },
    );
    await here.json('run', '--yes');
    const urls = (await shown(here)).map(({ files }) => files[0]?.['url']);
    expect(urls).toEqual(PATHS.map(() => 'https://files.example/d/kites/general.json_Files/f-1A.png'));
  });

  test('what somebody has sent is no document, even if it looks like one', async () => {
    await using here = await discordHere({
      'general.json': document(GENERAL, [message(1, ANN, 'hi')]),
      'general.json_Files/general-1A2B3.json': document(GENERAL, [message(2, BEN, 'never said')]),
    });
    await here.json('run', '--yes');
    expect((await shown(here)).map(({ text }) => text)).toEqual(['hi']);
  });

  test('a file that is missing, and a path that leads out, keep their names', async () => {
    const [one, out] = await landed([
      message(1, ANN, '', { attachments: attachments('general.json_Files/gone.png') }),
      message(2, ANN, '', { attachments: attachments('../../../etc/passwd') }),
    ]);
    expect(one).toMatchObject({
      text: '[f0.png]',
      source: { files: [{ path: 'general.json_Files/gone.png' }] },
    });
    expect(out).toMatchObject({ source: { files: [{ path: 'etc/passwd' }] } });
  });
});
