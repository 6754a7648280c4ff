import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import type { ServiceHere } from '../../support/service-here.ts';
import { summaryOf } from '../expected.ts';
import {
  type Collections,
  type Document,
  dumpOf,
  exportOf,
  landedIn,
  mongoHere,
} from '../mongodb/files-of-mongodb.ts';

const at = (minute: number): Date => new Date(Date.UTC(2025, 0, 1, 0, minute));
const user = (name: string, more: Document = {}): Document => ({
  _id: `id-${name}`,
  username: name,
  name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  active: true,
  roles: ['user'],
  type: 'user',
  ...more,
});
const people = [user('ann'), user('ben'), user('cyd')];
const u = (name: string): Document => ({ _id: `id-${name}`, username: name });
const room = (_id: string, t: string, more: Document = {}): Document => ({
  _id,
  t,
  name: _id,
  usersCount: 2,
  msgs: 1,
  ts: at(0),
  ...more,
});
const message = (_id: string, rid: string, from: string, msg: string, more: Document = {}): Document => ({
  _id,
  rid,
  msg,
  u: u(from),
  ts: at(1),
  _updatedAt: at(1),
  ...more,
});
const member = (rid: string, name: string, more: Document = {}): Document => ({
  _id: `${rid}${name}`,
  rid,
  u: u(name),
  open: true,
  ls: at(1),
  roles: [],
  ...more,
});

async function rocketHere(
  collections: Collections,
  rest: Readonly<Record<string, string>> = {},
): Promise<ServiceHere> {
  return await mongoHere({ ...dumpOf({ users: people, ...collections }, 'rocketchat'), ...rest });
}

describe('rooms of all kinds', () => {
  const rooms = [
    room('town', 'c', { fname: 'Town', topic: 'All about it', announcement: 'Hello' }),
    room('crew', 'p', { u: u('ann') }),
    room('pair', 'd', { uids: ['id-ann', 'id-ben'] }),
    room('old', 'd', { usernames: ['ann', 'cyd'] }),
    room('self', 'd', { uids: ['id-ann'] }),
    room('three', 'd', { uids: ['id-ann', 'id-ben', 'id-cyd'] }),
    room('desk', 'l', { v: { _id: 'id-guest', username: 'guest-1', name: 'Gus' }, servedBy: u('ben') }),
    room('call', 'v'),
    room('talk', 'p', { prid: 'crew', fname: 'A talk' }),
  ];

  test('who is in them, and who may read them', async () => {
    await using here = await rocketHere({
      rocketchat_room: rooms,
      rocketchat_subscription: [
        member('town', 'ann', { roles: ['owner'] }),
        member('crew', 'ann'),
        member('crew', 'cyd', { roles: ['moderator'] }),
        member('talk', 'cyd'),
      ],
      rocketchat_message: [
        message('m1', 'town', 'ann', 'to the town'),
        message('m2', 'pair', 'ben', 'to ann'),
        message('m3', 'old', 'cyd', 'to ann, too'),
        message('m4', 'desk', 'guest', 'help', { u: { _id: 'id-guest', username: 'guest-1' } }),
        message('m5', 'desk', 'ben', 'yes?'),
        message('m6', 'self', 'ann', 'a note'),
      ],
    });
    const { result } = await here.json('run', '--yes');
    expect(result.problems).toEqual([]);
    const landed = await landedIn(here);
    expect(landed).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^public town Town: id-ann$/),
        expect.stringMatching(/^private crew crew of id-ann: id-ann id-cyd$/),
        expect.stringMatching(/^private desk desk: id-ben id-guest$/),
        expect.stringMatching(/^private talk A talk: id-cyd$/),
        expect.stringMatching(/^private dm-\S+ .*: id-ann id-ben id-cyd$/),
        expect.stringMatching(/^private self-id-ann .*: id-ann$/),
        'id-ben to id-ann: to ann',
        'id-cyd to id-ann: to ann, too',
        'id-guest to desk: help',
      ]),
    );
    const tags = new Map<string, unknown>();
    for await (const { uid, tags: own } of here.service.users.list({ withTags: true }))
      tags.set(String(uid), own);
    expect(tags.get('id-guest')).toEqual(['guest']);
  });

  test('without subscriptions, the documents of people say it', async () => {
    await using here = await rocketHere({
      users: [user('ann', { __rooms: ['town'] }), user('ben', { __rooms: ['town', 'crew'] })],
      rocketchat_room: rooms.slice(0, 2),
      rocketchat_message: [message('m1', 'town', 'ann', 'hi')],
    });
    await here.json('run', '--yes');
    expect((await landedIn(here)).slice(0, 2)).toEqual([
      'public town Town: id-ann id-ben',
      'private crew crew of id-ann: id-ben',
    ]);
  });
});

describe('what nobody may see is never imported', () => {
  const hidden = [
    message('m1', 'desk', 'ben', 'INTERNAL: difficult', { t: 'livechat_transfer_history' }),
    message('m2', 'desk', 'ben', 'INTERNAL: closed it', { t: 'livechat-close' }),
    message('m3', 'desk', 'ben', 'an old version', { _hidden: true }),
    message('m4', 'desk', 'ben', 'gibberish', { t: 'e2e' }),
    message('m5', 'desk', 'ben', '', { t: 'rm', editedAt: at(2), editedBy: u('ann') }),
    message('m6', 'desk', 'ben', 'seen'),
  ];

  test.each(['drop', 'text'])('with system: %s', async (policy) => {
    await using here = await mongoHere(
      dumpOf({ users: people, rocketchat_room: [room('desk', 'l')], rocketchat_message: hidden }),
      { rest: `policies: { system: ${policy} }\n` },
    );
    const { summary } = await summaryOf(here);
    expect(summary.kinds.messages).toMatchObject({
      imported: 1,
      dropped: { internal: 2, hidden: 1, encrypted: 1, deleted: 1 },
    });
    await here.json('run', '--yes');
    expect((await landedIn(here)).filter((line) => line.includes(' to '))).toEqual(['id-ben to desk: seen']);
  });
});

test('people: programs, deleted and closed accounts, and those whose names changed', async () => {
  await using here = await rocketHere({
    users: [
      ...people,
      user('cat', { type: 'bot' }),
      user('poll', { type: 'app', username: 'poll.app' }),
      user('gone', { active: false, emails: [{ address: 'gone@example.com' }] }),
    ],
    rocketchat_room: [room('town', 'c')],
    rocketchat_message: [
      message('m1', 'town', 'nobody', 'from somebody who was deleted'),
      message('m2', 'town', 'ann', 'liked', {
        reactions: { ':+1:': { usernames: ['ben', 'cyd', 'former'] }, ':odd:': 'x' },
      }),
    ],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    users: { imported: 6 },
    reactions: { read: 3 },
  });
  const tags = new Map<string, unknown>();
  for await (const { uid, tags: own } of here.service.users.list({ withTags: true }))
    tags.set(String(uid), own);
  expect(tags.get('id-cat')).toEqual(['bot']);
  expect(tags.get('id-poll')).toEqual(['bot']);
  expect(tags.get('id-nobody')).toEqual(['placeholder']);
});

test('texts: marks, mentions, quotes and the words under files', async () => {
  await using here = await rocketHere({
    rocketchat_room: [room('town', 'c')],
    rocketchat_message: [
      message('m1', 'town', 'ann', '*bold* ~no~ `*code*` @ben @benny', {
        mentions: [{ _id: 'id-ben', username: 'ben', type: 'user' }],
      }),
      message('m2', 'town', 'ben', '[ ](https://chat.example/channel/town?msg=m1) I agree', {
        attachments: [
          {
            text: 'first words',
            author_name: 'ann',
            message_link: 'https://chat.example/channel/town?msg=m1',
          },
        ],
      }),
      message('m3', 'town', 'ben', '', {
        attachments: [{ title: 'Build 7', text: 'failed', fields: [{ title: 'Branch', value: 'main' }] }],
      }),
    ],
  });
  await here.json('run', '--yes');
  expect((await landedIn(here)).filter((line) => line.includes(' to '))).toEqual([
    'id-ann to town: **bold** ~~no~~ `*code*` <@uid:id-ben> @benny',
    'id-ben to town: > ann: first words\nI agree',
    'id-ben to town: Build 7\nfailed\nBranch: main',
  ]);
});

test('uploads: previews and those that broke off are none, captions are text, addresses are listed', async () => {
  const file = (id: string, more: Document = {}): Document => ({
    _id: id,
    name: `${id}.png`,
    type: 'image/png',
    ...more,
  });
  const link = (id: string): Document => ({
    title: `${id}.png`,
    title_link: `/file-upload/${id}/${id}.png`,
    type: 'file',
  });
  const collections: Collections = {
    rocketchat_room: [room('town', 'c')],
    rocketchat_uploads: [
      { ...file('f1'), size: 7, store: 'GridFS:Uploads', complete: true, rid: 'town', description: 'A kite' },
      { ...file('f2'), store: 'GridFS:Uploads', complete: false, rid: 'town' },
      { ...file('f3'), store: 'GridFS:Uploads', complete: true, rid: 'town', typeGroup: 'thumb' },
    ],
    rocketchat_message: [
      message('m1', 'town', 'ann', '', {
        file: file('f1'),
        files: [file('f1'), file('f3'), file('t1', { typeGroup: 'thumb' })],
        attachments: [link('f1')],
      }),
      message('m2', 'town', 'ann', 'nothing came', { file: file('f2'), files: [file('f2')] }),
    ],
  };
  await using here = await rocketHere({
    ...collections,
    rocketchat_settings: [{ _id: 'Site_Url', value: 'https://chat.example/' }],
  });
  const { summary } = await summaryOf(here);
  expect(summary.kinds.attachments).toMatchObject({ read: 1 });
  await here.json('run', '--yes');
  const texts = (await landedIn(here)).filter((line) => line.includes(' to '));
  expect(texts).toEqual([
    'id-ann to town: A kite\n[f1.png](https://chat.example/file-upload/f1/f1.png)',
    'id-ann to town: nothing came',
  ]);
});

test('files that are not called as in the database are told apart by what is in them', async () => {
  const files = exportOf({
    people,
    places: [room('town', 'c', { lastMessage: message('m1', 'town', 'ann', 'hi') })],
    seats: [member('town', 'ben')],
    talk: [message('m1', 'town', 'ann', 'hi')],
  });
  await using here = await mongoHere(files);
  const { summary } = await summaryOf(here);
  expect(summary).toMatchObject({
    system: 'rocketchat',
    kinds: {
      users: { imported: 3 },
      conversations: { imported: 1 },
      members: { read: 1 },
      messages: { imported: 1 },
    },
  });
});

test('an object is no id, and what has none is rejected by name', async () => {
  await using here = await rocketHere({
    rocketchat_room: [room('town', 'c'), { ...room('x', 'c'), _id: { a: 1 } }],
    rocketchat_message: [
      message('m1', 'town', 'ann', 'hi'),
      message('m2', 'town', 'ann', 'no room', { rid: { a: 1 } }),
    ],
  });
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.FIELD_MISSING', 2]]);
});

test('answers of the REST API are refused with what to do', async () => {
  await using here = await mongoHere({
    'export/history.json': JSON.stringify({
      messages: [{ ...message('m1', 'town', 'ann', 'hi') }],
      success: true,
    }),
  });
  const { stdout, stderr, exitCode } = await runHere([
    'init',
    `${here.folder}/export`,
    '--out',
    `${here.folder}/x.yaml`,
  ]);
  expect(exitCode).not.toBe(0);
  expect(stdout + stderr).toContain('answer of the REST API of Rocket.Chat');
  expect(stdout + stderr).toContain('mongodump');
});
