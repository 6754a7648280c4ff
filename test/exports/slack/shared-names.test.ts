import { expect, test } from 'vitest';
import { type Shown, shown, slackHere } from './slack-here.ts';

/** Conversations with one name, whose messages are in one folder. */

const AT = 1_790_000_000;
const row = (user: string, text: string, second = 0, more: object = {}) => ({
  type: 'message',
  user,
  text,
  ts: `${AT + second}.000100`,
  ...more,
});
const channel = (id: string, members: readonly string[], more: object = {}) => ({
  id,
  name: 'general',
  created: 1_700_000_000,
  creator: 'U1',
  members,
  ...more,
});

type Listed = Readonly<Record<string, readonly object[]>>;

/** What lands of a folder `general`, as the ids of conversations, and the notes and problems of the run. */
async function landed(lists: Listed, rows: readonly object[], folder = 'general') {
  const people = ['U1', 'U2', 'U4'].map((id) => ({ id, team_id: 'T1', name: id.toLowerCase() }));
  await using here = await slackHere({ 'users.json': people, ...lists, [`${folder}/2026-09-22.json`]: rows });
  const { exitCode, result } = await here.json('run', '--yes');
  const messages: readonly Shown[] = await shown(here);
  return {
    exitCode,
    in: [...new Set(messages.map(({ source }) => source['conversation']))],
    notes: result.export?.notes.filter((note) => note.includes('general')),
    problems: result.problems.map(({ code, samples }) => [code, samples[0]?.message]),
  };
}

const NOTE = (owner: string, other: string): string =>
  `the folder general is taken for ${owner}, by who wrote in it and when: ${other} has the same name`;

test.each([
  [
    'others than the members of the other one wrote there',
    [channel('C1', ['U1', 'U2']), channel('C7', ['U2'], { is_archived: true })],
    [row('U1', 'root')],
  ],
  [
    'the other one is younger than the messages',
    [channel('C1', ['U1']), channel('C7', ['U1'], { created: AT + 9 })],
    [row('U1', 'root')],
  ],
  [
    'its creator began it with the first message',
    [channel('C1', ['U1'], { created: AT }), channel('C7', ['U1', 'U2'])],
    [row('U1', 'joined', 0, { subtype: 'channel_join' }), row('U1', 'root', 5)],
  ],
])('the folder is of the right one of two channels if %s', async (_of, channels, rows) => {
  // biome-ignore format: a table
  for (const listed of [channels, channels.toReversed()])
    expect(await landed({ 'channels.json': listed }, rows)).toEqual({ exitCode: 0, in: ['C1'], problems: [],
      notes: [NOTE('C1', 'C7')],
    });
});

test('a public and a private channel of one name are told apart', async () => {
  const lists = { 'channels.json': [channel('C8', ['U1'])], 'groups.json': [channel('G5', ['U1', 'U4'])] };
  expect(await landed(lists, [row('U1', 'a'), row('U4', 'secret', 1)])).toMatchObject({
    in: ['G5'],
    notes: [NOTE('G5', 'C8')],
  });
});

test.each([
  ['both have their writers', [row('U1', 'a')]],
  ['neither has all of them', [row('U1', 'a'), row('U2', 'b', 1), row('U4', 'c', 2)]],
])('where %s, the messages are refused with both ids', async (_of, rows) => {
  const lists = {
    'channels.json': [channel('C8', ['U1', 'U2'])],
    'groups.json': [channel('G5', ['U1', 'U4'])],
  };
  expect(await landed(lists, rows)).toMatchObject({
    exitCode: 4,
    in: [],
    problems: [['EXPORT.CONVERSATION_UNCLEAR', 'several conversations have the name of this folder: C8, G5']],
  });
});

test('a folder with the id of its conversation is of that', async () => {
  const lists = { 'channels.json': [channel('C8', ['U1'])], 'groups.json': [channel('G5', ['U1', 'U4'])] };
  expect(await landed(lists, [row('U1', 'a')], 'C8')).toMatchObject({ in: ['C8'], problems: [] });
});

test('one channel in two lists has one name', async () => {
  const lists = { 'channels.json': [channel('C8', ['U1'])], 'groups.json': [channel('C8', ['U1'])] };
  expect(await landed(lists, [row('U1', 'a')])).toMatchObject({ exitCode: 0, in: ['C8'], problems: [] });
});
