import { expect, test } from 'vitest';
import { account, chat, did, landedOf, ofFiles, run, said } from './files-of-telegram.ts';

const FORUM = account(1, [
  chat(
    'private_supergroup',
    50,
    [
      did(1, 0, 1, 'create_channel', { title: 'Forum' }),
      said(2, 1, 1, 'in general'),
      did(3, 2, 1, 'topic_created', { title: 'Plans' }),
      said(4, 3, 2, 'first of plans', { reply_to_message_id: 3 }),
      did(5, 4, 2, 'topic_created', { title: 'Food' }),
      said(6, 5, 1, 'an answer', { reply_to_message_id: 4 }),
      said(7, 6, 2, 'soup', { reply_to_message_id: 5 }),
    ],
    'Forum',
  ),
]);

test('a topic is a tag on its messages; what answers one of them is of it, too', async () => {
  await using here = await ofFiles({ 'result.json': FORUM });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    topics: { read: 2, converted: 2 },
    replies: { read: 1, kept: 1 },
    messages: { read: 7, imported: 4, dropped: { system: 3 } },
  });
  expect(result.export?.notes.join()).not.toContain('topics');
  const landed = await Array.fromAsync(here.service.messages.list({ limit: 100, withTags: true }));
  expect(landed.reverse().map(({ data, tags }) => [data?.text, tags])).toEqual([
    ['in general', undefined],
    ['first of plans', ['topic:Plans']],
    ['an answer', ['topic:Plans']],
    ['soup', ['topic:Food']],
  ]);
});

test('as threads, messages of a topic answer the message that opened it, which has its name', async () => {
  const { landed, kinds } = await run({ 'result.json': FORUM }, { rest: 'policies: { topics: thread }' });
  expect(
    landed.map(({ sender, data }) => [sender, data?.text, data?.metadata?.source?.['parentMuid']]),
  ).toEqual([
    ['user1', 'in general', undefined],
    ['user1', 'Plans', undefined],
    ['user2', 'first of plans', 'channel50:3'],
    ['user2', 'Food', undefined],
    ['user1', 'an answer', 'channel50:4'],
    ['user2', 'soup', 'channel50:5'],
  ]);
  expect(kinds).toMatchObject({ topics: { converted: 2 }, replies: { read: 3, kept: 3 } });
});

test('as groups, each topic is a group of the same kind with the same members', async () => {
  await using here = await ofFiles({ 'result.json': FORUM }, { rest: 'policies: { topics: group }' });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced, result.entities.groups, result.entities.members]).toMatchObject([
    0,
    true,
    { created: 3 },
    { created: 6 },
  ]);
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name, type, membersCount }) => [name, type, membersCount]).toSorted()).toEqual([
    ['Food', 'private', 2],
    ['Forum', 'private', 2],
    ['Plans', 'private', 2],
  ]);
  const guids = new Map(groups.map(({ guid, name }) => [guid, name]));
  const landed = await landedOf(here);
  expect(landed.map(({ receiver, data }) => [guids.get(String(receiver)), data?.text])).toEqual([
    ['Forum', 'in general'],
    ['Plans', 'first of plans'],
    ['Plans', 'an answer'],
    ['Food', 'soup'],
  ]);
  const [, first, answer] = landed;
  expect(answer?.data?.metadata?.source?.['parentMuid']).toBe(first?.['muid']);
});

test('a later export without the message that opened a topic has it from an earlier one', async () => {
  const later = account(1, [
    chat('private_supergroup', 50, [said(8, 9, 1, 'more soup', { reply_to_message_id: 7 })], 'Forum'),
  ]);
  await using here = await ofFiles({ '1.json': FORUM, '2.json': later });
  await here.json('run', '--yes');
  const landed = await Array.fromAsync(here.service.messages.list({ limit: 100, withTags: true }));
  expect(landed[0]).toMatchObject({ data: { text: 'more soup' }, tags: ['topic:Food'] });
});

test('a topic with a name too long for a tag costs nobody a message', async () => {
  const messages = [
    did(3, 2, 1, 'topic_created', { title: 'é😀'.repeat(200) }),
    said(4, 3, 2, 'x', { reply_to_message_id: 3 }),
  ];
  for (const topics of ['tag', 'group', 'thread']) {
    const { exitCode, texts } = await run(
      { 'result.json': chat('public_supergroup', 50, messages) },
      { rest: `policies: { topics: ${topics} }` },
    );
    expect([topics, exitCode, texts.at(-1)]).toEqual([topics, 0, 'x']);
  }
});
