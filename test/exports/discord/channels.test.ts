import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import {
  ANN,
  at,
  BEN,
  CLEO,
  direct,
  discordHere,
  document,
  GENERAL,
  message,
  person,
  type Row,
  shown,
} from './files-of-discord.ts';

const THREAD: Row = {
  id: '52',
  type: 'GuildPublicThread',
  categoryId: '51',
  category: 'general',
  name: 'Lines',
  topic: null,
};
const SECRET: Row = { ...THREAD, id: '53', type: '12', name: 'Surprise' };
const HALL: Row = { ...GENERAL, id: '54', type: 'GuildVoiceChat', name: 'hall' };

const groupsOf = async (options: string): Promise<readonly string[]> => {
  const each = [GENERAL, THREAD, SECRET, HALL].map((channel, n) => [
    `${n}.json`,
    document(channel, [message(n, ANN, 'hi')]),
  ]);
  await using here = await discordHere(Object.fromEntries(each), { system: 'discord', options });
  await here.json('run', '--yes');
  const groups = await Array.fromAsync(here.service.groups.list());
  return groups.map(({ guid, name, type }) => `${guid} ${name} ${type}`).sort();
};

describe('channels of servers', () => {
  test('are private groups unless the pipeline names the public ones; a private thread stays private', async () => {
    const [general, lines, surprise, hall] = ['51 general', '52 Lines', '53 Surprise private', '54 hall'];
    const all = (...types: readonly string[]) => [
      `${general} ${types[0]}`,
      `${lines} ${types[1]}`,
      surprise,
      `${hall} ${types[2]}`,
    ];
    expect(await groupsOf(', shape: { public: true }')).toEqual(all('public', 'public', 'public'));
    expect(await groupsOf(', shape: { public: ["51"] }')).toEqual(all('public', 'public', 'private'));
    expect(await groupsOf(', shape: { public: [hall] }')).toEqual(all('private', 'private', 'public'));
    await expect(groupsOf(', shape: { public: [820000000000000001] }')).rejects.toThrow(
      'EXPORT.SHAPE_INVALID',
    );
    await expect(groupsOf(', shape: { open: true }')).rejects.toThrow('EXPORT.SHAPE_INVALID');
  });

  test('keep their server and category; the parent of a thread is its channel', async () => {
    await using here = await discordHere({
      'a.json': document(GENERAL, [message(1, ANN, 'hi')]),
      'b.json': document(THREAD, [message(2, ANN, 'hi')]),
    });
    const { summary } = await summaryOf(here);
    expect(summary.notes.join()).toContain('shape: { public: true }');
    await here.json('run', '--yes');
    expect(await here.service.groups.get('51')).toMatchObject({
      type: 'private',
      metadata: {
        source: { kind: 'GuildTextChat', server: { id: '41', name: 'Kites' }, category: { id: '61' } },
      },
    });
    expect(await here.service.groups.get('52')).toMatchObject({
      metadata: { source: { channel: { id: '51', name: 'general' } } },
    });
  });
});

describe('direct messages', () => {
  const landedIn = async (channel: Row, messages: readonly Row[], rest = '') => {
    await using here = await discordHere({ 'dm.json': document(channel, messages) }, { rest });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
    return {
      said: (await shown(here)).map(({ from, to, text }) => `${from} ${to} ${text}`),
      users: users.map(({ uid, name }) => `${uid} ${name}`).sort(),
      warnings: result.warnings.join(),
    };
  };

  test('of two people are a conversation of two, also if one of them has only reacted', async () => {
    const both = [message(1, ANN, 'hi'), message(2, BEN, 'ho')];
    expect((await landedIn(direct('55', 'Ben'), both)).said).toEqual(['11 12 hi', '12 11 ho']);
    const reactions = [{ emoji: { name: 'ok' }, count: 1, users: [BEN] }];
    const one = await landedIn(direct('55', 'Ben'), [message(1, ANN, 'hi', { reactions })]);
    expect(one.said).toEqual(['11 12 hi']);
  });

  test('in which one person alone wrote go to somebody with the name of the channel, never to a third person', async () => {
    const alone = await landedIn(direct('55', 'Ben'), [message(1, ANN, 'hi @Cleo', { mentions: [CLEO] })]);
    expect(alone.said).toEqual(['11 dm-55 hi <@uid:13>']);
    expect(alone.users).toEqual(['11 Ann', '13 Cleo', 'dm-55 Ben']);
    expect(alone.warnings).toContain('direct messages with only one visible person: 1');
    // The channel has the name of the one who wrote: of the other one nothing is known.
    const unknown = await landedIn(direct('55', 'Ann'), [message(1, ANN, 'hi')]);
    expect(unknown.said).toEqual(['11 dm-55 hi']);
    expect(unknown.users).toEqual(['11 Ann', 'dm-55 Deleted user']);
    expect(
      (await landedIn(direct('55', 'Ann'), [message(1, ANN, 'hi')], 'policies: { sender: drop }')).said,
    ).toEqual([]);
  });

  test('of several people are a private group of their own, however few of them wrote', async () => {
    const group = direct('56', 'Ann, Ben, Cleo', 'DirectGroupTextChat');
    const added = message(2, ANN, 'Added Cleo to the group.', { type: 'RecipientAdd', mentions: [CLEO] });
    await using here = await discordHere({
      'a.json': document(group, [message(1, ANN, 'hi'), added]),
      'b.json': document(direct('57', 'x', '3'), [message(3, ANN, 'ho')]),
      'c.json': document({ ...direct('58', 'x', '3'), name: null }, [
        message(4, ANN, 'he'),
        message(5, BEN, 'hu'),
      ]),
    });
    await here.json('run', '--yes');
    const groups = await Array.fromAsync(here.service.groups.list());
    expect(groups.map(({ guid, name, type }) => `${guid} ${name} ${type}`).sort()).toEqual([
      '56 Ann, Ben, Cleo private',
      '57 x private',
      '58 Ann, Ben private',
    ]);
    const members = await Array.fromAsync(here.service.members.list('56'));
    expect(members.map(({ uid }) => uid).sort()).toEqual(['11', '13']);
  });
});

test('parts of a channel and exports that overlap are one; the copy that was edited last counts, else the newest export', async () => {
  const edited = (n: number, text: string, seconds: number) =>
    message(n, ANN, text, { timestampEdited: at(seconds) });
  const pinned = message(3, ANN, 'three', { isPinned: true });
  await using here = await discordHere({
    'z [51] [part 2].json': document(GENERAL, [message(4, BEN, 'four')], '2026-02-01T00:00:01Z'),
    'z [51].json': document(GENERAL, [
      edited(1, 'new', 90),
      message(2, ANN, 'two'),
      message(3, ANN, 'three'),
    ]),
    'a.json': document(
      { ...GENERAL, name: 'general-2' },
      [edited(1, 'old', 60), pinned],
      '2026-03-01T00:00:00Z',
    ),
    'b.json': document({ ...GENERAL, name: 'older' }, [message(3, ANN, 'three')], '2026-01-15T00:00:00Z'),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export).toMatchObject({
    variant: '4 JSON documents of DiscordChatExporter, 1 channel',
    kinds: { conversations: { read: 1 }, messages: { read: 7, imported: 4, dropped: { repeated: 3 } } },
  });
  expect((await shown(here)).map(({ text }) => text)).toEqual(['new', 'two', 'three', 'four']);
  expect((await shown(here))[2]?.source).toMatchObject({ pinned: {} });
  expect(await Array.fromAsync(here.service.groups.list())).toMatchObject([
    { guid: '51', name: 'general-2' },
  ]);
});

test('people have the name of the newest message; bots, webhooks and accounts that are gone are marked', async () => {
  const hook = (nickname: string) => person('20', nickname, { isBot: true });
  const pilot = person('11', 'Captain Ann', { name: 'ann', roles: [{ id: '71', name: 'pilots' }] });
  await using here = await discordHere({
    'general.json': document(GENERAL, [
      message(4, pilot, 'later'),
      message(1, ANN, 'first'),
      message(2, hook('Deploy'), 'a'),
      message(3, hook('Build'), 'b'),
      message(5, person('21', 'Deleted User', { name: 'Deleted User', nickname: null }), 'gone'),
      message(6, person('22', 'Deleted User', { name: 'Deleted User', discriminator: '1234' }), 'not gone'),
      message(8, person('23', 'deleted_user_5f2c9d'), 'gone'),
      message(9, person('24', 'x', { name: 'Deleted User 5f2c9d01', discriminator: '1234' }), 'gone'),
      message(7, BEN, 'x', {
        reactions: [{ emoji: { name: 'ok' }, count: 1, users: [{ ...ANN, roles: undefined }] }],
      }),
    ]),
  });
  await here.json('run', '--yes');
  const users = new Map<string, Row>();
  for await (const user of here.service.users.list({ withTags: true }))
    users.set(String(user.uid), user as Row);
  expect(users.get('11')).toMatchObject({
    name: 'Captain Ann',
    avatar: 'https://cdn.discordapp.com/avatars/11/a.png',
    metadata: { source: { handle: 'ann', roles: ['pilots'] } },
  });
  expect(users.get('20')).toMatchObject({ name: 'Build', tags: ['bot'] });
  for (const id of ['21', '23', '24']) expect(users.get(id), id).toMatchObject({ tags: ['deactivated'] });
  expect(users.get('22')?.['tags']).toBeUndefined();
  expect((await shown(here)).find(({ text }) => text === 'a')?.source).toMatchObject({ username: 'Deploy' });
});

test('a second night brings what is new or edited, and sends nothing else', async () => {
  const night = (n: number, messages: readonly Row[]) =>
    document(GENERAL, messages, `2026-02-0${n}T00:00:00Z`);
  const [one, two] = [message(1, ANN, 'one'), message(2, BEN, 'two')];
  await using here = await discordHere(
    { '1.json': night(1, [one, two]) },
    { rest: 'sync: { onMissing: keep }' },
  );
  await here.json('run', '--yes');
  const edited = message(2, BEN, 'two!', { timestampEdited: at(70) });
  writeFileSync(join(here.folder, 'export/2.json'), night(2, [edited, message(3, ANN, 'three')]));
  const { result } = await here.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 1, updated: 1 });
  // An edit has a message of the service itself, without a text.
  const texts = (await shown(here)).flatMap(({ text }) => text ?? []);
  expect(texts).toEqual(['one', 'two!', 'three']);
  const again = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(again).filter((request) => !request.startsWith('GET'))).toEqual([]);
});
