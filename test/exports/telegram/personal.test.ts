import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import {
  account,
  addFile,
  chat,
  did,
  landedOf,
  ofFiles,
  run,
  START,
  said,
  textsOf,
} from './files-of-telegram.ts';

/** What both said, with the numbers that the account of one of them gives it. */
const talk = (from: number) => [
  said(from, 1, 1, 'hi'),
  said(from + 3, 2, 2, 'hello', { reply_to_message_id: from }),
  said(from + 7, 3, 1, 'how are you?'),
];

describe('one chat in the exports of both people', () => {
  test('is one conversation, in order, each message once; a note says that copies are a guess', async () => {
    const { landed, kinds, notes } = await run({
      'ann.json': account(1, [
        chat('personal_chat', 2, [...talk(10), said(30, 4, 2, 'only for Ann')], 'Bob'),
      ]),
      'bob.json': account(2, [
        chat('personal_chat', 1, [...talk(500), said(600, 5, 1, 'only for Bob')], 'Ann'),
      ]),
    });
    expect(landed.map(({ sender, receiver, data }) => [sender, receiver, data?.text])).toEqual([
      ['user1', 'user2', 'hi'],
      ['user2', 'user1', 'hello'],
      ['user1', 'user2', 'how are you?'],
      ['user2', 'user1', 'only for Ann'],
      ['user1', 'user2', 'only for Bob'],
    ]);
    expect(kinds).toMatchObject({
      conversations: { read: 2, converted: 1, dropped: { repeated: 1 } },
      messages: { read: 8, imported: 5, dropped: { repeated: 3 } },
    });
    expect(notes).toContain('recognised only by time, author and content: 3');
    const [first, answer] = landed;
    expect(answer?.data?.metadata?.source).toMatchObject({ parentMuid: first?.['muid'] });
  });

  test('a copy with a later edit counts, also in the export of the other one', async () => {
    const edited = said(501, 1, 1, 'hi there', { edited_unixtime: '1767225700' });
    const files = {
      'ann.json': account(1, [chat('personal_chat', 2, [said(10, 1, 1, 'hi')])]),
      'bob.json': account(2, [chat('personal_chat', 1, [edited])]),
    };
    expect((await run(files)).texts).toEqual(['hi there']);
    // Whichever is read first.
    expect((await run({ '2.json': files['ann.json'], '1.json': files['bob.json'] })).texts).toEqual([
      'hi there',
    ]);
  });

  test('the pictures that somebody sent in one second are told apart, and are once each', async () => {
    const photo = (id: number, text: string, width = 640) =>
      said(id, 1, 1, text, { photo: `photos/photo_${id}.jpg`, width, height: 480 });
    const { landed, kinds } = await run({
      'ann.json': account(1, [
        chat('personal_chat', 2, [photo(1, 'album'), photo(2, ''), photo(3, ''), photo(4, '', 10)]),
      ]),
      'bob.json': account(2, [
        chat('personal_chat', 1, [photo(71, 'album'), photo(72, ''), photo(73, ''), photo(74, '', 10)]),
      ]),
    });
    expect(landed).toHaveLength(4);
    expect(kinds).toMatchObject({ messages: { read: 8, dropped: { repeated: 4 } } });
  });

  test('a caption of one of them that was edited changes it in the next export of the same account', async () => {
    const photo = (id: number, text: string, edited?: object) =>
      said(id, 1, 1, text, { photo: 'a.jpg', width: 1, height: 1, ...edited });
    const later = { edited_unixtime: '1767225700' };
    const { landed } = await run({
      '1.json': account(1, [chat('personal_chat', 2, [photo(1, 'old'), photo(2, 'other')])]),
      '2.json': account(1, [chat('personal_chat', 2, [photo(1, 'new', later), photo(2, 'other')])]),
    });
    expect(landed.map(({ data }) => data?.text).toSorted()).toEqual(['new', 'other']);
  });
});

test('a second night of both adds only what is new, and changes what was edited', async () => {
  await using here = await ofFiles(
    {
      'ann-1.json': account(1, [chat('personal_chat', 2, talk(10))]),
      'bob-1.json': account(2, [chat('personal_chat', 1, talk(500))]),
    },
    { rest: 'sync: { onMissing: delete, maxDelete: 5 }' },
  );
  const first = await here.json('run', '--yes');
  expect([first.exitCode, first.result.entities.messages]).toMatchObject([0, { created: 3 }]);
  addFile(
    here,
    'ann-2.json',
    account(1, [chat('personal_chat', 2, [...talk(10), said(40, 9, 1, 'night two')])]),
  );
  const edited = said(503, 2, 2, 'hello!', { reply_to_message_id: 500, edited_unixtime: '1767225700' });
  addFile(here, 'bob-2.json', account(2, [chat('personal_chat', 1, [talk(500)[0] as object, edited])]));
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { created: 1, updated: 1, unchanged: 2 }]);
  expect(await textsOf(here)).toEqual(['hi', 'hello!', 'how are you?', 'night two']);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  expect((await here.json('run', '--yes')).result.requests.sent).toBe(0);
});

test('a small group in the exports of two members is one group, and each message comes once', async () => {
  const group = (from: number) =>
    chat(
      'private_group',
      77,
      [said(from, 1, 1, 'a'), said(from + 1, 2, 2, 'b'), said(from + 2, 3, 3, 'c')],
      'Crew',
    );
  const { landed, kinds } = await run({
    'ann.json': account(1, [group(5)]),
    'bob.json': account(2, [group(900)]),
  });
  expect(landed.map(({ receiver, data }) => [receiver, data?.text])).toEqual([
    ...['a', 'b', 'c'].map((text) => ['chat77', text]),
  ]);
  expect(kinds).toMatchObject({ members: { read: 3, imported: 3 } });
});

test('a larger group is known by the numbers of its messages, which all exports share', async () => {
  const group = (more: object[]) =>
    chat('private_supergroup', 78, [said(5, 1, 1, 'same'), said(6, 1, 1, 'same'), ...more], 'Crew');
  const { landed, notes } = await run({
    'ann.json': account(1, [group([])]),
    'bob.json': account(2, [group([said(7, 2, 2, 'more')])]),
  });
  expect(landed.map(({ muid }) => muid)).toEqual(['channel78:5', 'channel78:6', 'channel78:7']);
  expect(notes).not.toContain('guess');
});

test('chats of which only one is an author are with the other one; who exported a single chat may be unknown', async () => {
  const { landed, notes } = await run({
    'result.json': account(1, [
      chat('personal_chat', 2, [said(1, 1, 2, 'from Bob')], 'Bob'),
      chat('bot_chat', 3, [said(2, 2, 1, '/start')], 'Robo'),
    ]),
  });
  expect(landed.map(({ sender, receiver }) => [sender, receiver])).toEqual([
    ['user2', 'user1'],
    ['user1', 'user3'],
  ]);
  expect(notes).not.toContain('stands for');

  const single = { 'result.json': chat('personal_chat', 2, [said(1, 1, 2, 'from Bob')], 'Bob') };
  const unknown = await run(single);
  expect(unknown.landed.map(({ sender, receiver }) => [sender, receiver])).toEqual([['user2', 'exporter']]);
  expect(unknown.notes).toContain('to name the person:  shape: { exporter: 123456 }');
  const declared = await run(single, { options: ', shape: { exporter: 1 }' });
  expect(declared.landed.map(({ receiver }) => receiver)).toEqual(['user1']);
});

test('what people save for themselves is a group of one, also what others wrote', async () => {
  await using here = await ofFiles({
    'result.json': account(1, [
      chat('saved_messages', 1, [said(1, 1, 1, 'note'), said(2, 2, 2, 'kept', { forwarded_from: 'Bob' })]),
    ]),
  });
  await here.json('run', '--yes');
  const landed = await landedOf(here);
  expect(landed.map(({ sender, receiver, data }) => [sender, receiver, data?.text])).toEqual([
    ['user1', 'self-user1', 'note'],
    ['user1', 'self-user1', '> Bob:\n> kept'],
  ]);
  expect(landed[1]?.data?.metadata?.source).toMatchObject({ from: 'Bob', forwardedFrom: 'Bob' });
});

test('an answer in a later export finds its message in an earlier one of the same account; the more whole copy counts', async () => {
  const file = (path: string) => ({ file: path, mime_type: 'application/pdf', file_name: 'a.pdf' });
  const without = file('(File not included. Change data exporting settings to download.)');
  const answer = (id: number, to: number, more: object) =>
    said(id, 2, 2, 'answer', { reply_to_message_id: to, ...more });
  const { landed, kinds } = await run({
    '1.json': account(1, [chat('personal_chat', 2, [said(10, 1, 1, 'question')])]),
    '2.json': account(1, [chat('personal_chat', 2, [answer(11, 10, file('files/a.pdf'))])]),
    '3.json': account(2, [chat('personal_chat', 1, [answer(900, 899, without)])]),
  });
  expect(landed.map(({ data }) => data?.text)).toEqual(['question', 'answer']);
  expect(landed[1]?.data?.metadata?.source).toMatchObject({ parentMuid: landed[0]?.['muid'] });
  expect(kinds).toMatchObject({ attachments: { read: 1, kept: 1 }, messages: { dropped: { repeated: 1 } } });
});

test('what one second of another chat has changes no id', async () => {
  const talkOf = { 'a.json': account(1, [chat('personal_chat', 2, [said(1, 1, 1, 'one')])]) };
  const other = account(1, [chat('personal_chat', 3, [said(5, 1, 1, 'x'), said(6, 1, 1, 'y')])]);
  const [alone, both] = [await run(talkOf), await run({ ...talkOf, 'b.json': other })];
  expect(both.landed.map(({ muid }) => muid)).toContain(alone.landed[0]?.['muid']);
});

test('a later export that no longer has the beginning of a group takes nothing from it', async () => {
  const group = (messages: readonly object[]) =>
    account(1, [chat('private_supergroup', 9, messages, 'Crew')]);
  await using here = await ofFiles({
    '1.json': group([
      did(1, 0, 2, 'create_channel', { title: 'Crew' }),
      said(2, 1, 1, 'a'),
      said(3, 2, 2, 'b'),
    ]),
    '2.json': group([said(3, 2, 2, 'b'), did(4, 3, 2, 'pin_message', { message_id: 2 })]),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({ pins: { read: 1, kept: 1 } });
  const [found] = await Array.fromAsync(here.service.groups.list());
  expect([found?.owner, found?.createdAt]).toEqual(['user2', START]);
});

test('everybody has the name that their own export gives them, not the one in the contacts of another', async () => {
  await using here = await ofFiles({
    'ann.json': account(1, [chat('personal_chat', 2, [said(1, 1, 2, 'x', { from: 'Bobby' })], 'Bobby')]),
    'bob.json': account(2, []),
  });
  await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.find(({ uid }) => uid === 'user2')?.name).toBe('Bob');
});
