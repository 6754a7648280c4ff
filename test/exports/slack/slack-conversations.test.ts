import { expect, test } from 'vitest';
import { general, shown, slackHere } from './slack-here.ts';

const row = (text: string, more: object = {}) => ({
  type: 'message',
  ts: '1751328000.000100',
  user: 'U1',
  text,
  ...more,
});
const day = (...texts: readonly string[]) =>
  texts.map((text, at) => row(text, { ts: `${1751328000 + at}.000100` }));

/** The texts of the service by conversation. */
async function byConversation(
  here: Awaited<ReturnType<typeof slackHere>>,
): Promise<Record<string, unknown[]>> {
  const messages = await shown(here);
  const groups = Object.groupBy(messages, ({ source }) => String(source['conversation']));
  return Object.fromEntries(
    Object.entries(groups).map(([name, all]) => [name, all?.map(({ text }) => text) ?? []]),
  );
}

test('each kind of conversation: channels, private ones, two people, several, notes to oneself', async () => {
  await using here = await slackHere({
    'groups.json': [
      {
        id: 'G1',
        name: 'secret',
        created: 1751328000,
        creator: 'U2',
        is_archived: true,
        members: ['U1', 'U2'],
      },
    ],
    'dms.json': [
      { id: 'D1', members: ['U1', 'U2'] },
      { id: 'D2', members: ['U1'] },
      { id: 'D3', members: ['U2', 'U2'] },
      { id: 'D4', created: 1 },
    ],
    'mpims.json': [
      { id: 'G2', name: 'mpdm-ann--bo--deploys-1', members: ['U1', 'U2', 'U3'] },
      { id: 'G3', name: 'mpdm-bo--ann--deploys-2', members: ['U2', 'U1', 'U3'] },
    ],
    ...general(row('to all')),
    'secret/2025-07-01.json': [row('private')],
    'D1/2025-07-01.json': [row('to you'), row('from a stranger', { user: 'U3', ts: '1751328001.000100' })],
    'D2/2025-07-01.json': [row('note')],
    'D3/2025-07-01.json': [row('my note', { user: 'U2' })],
    'D4/2025-07-01.json': [row('to nobody')],
    'mpdm-ann--bo--deploys-1/2025-07-01.json': [row('to three')],
    'G3/2025-07-01.json': [row('again to three', { ts: '1751328002.000100' })],
  });
  const { result } = await here.json('run', '--yes');
  expect(await byConversation(here)).toEqual({
    C1: ['to all'],
    G1: ['private'],
    D1: ['to you'],
    D2: ['note'],
    D3: ['my note'],
    G2: ['to three'],
    G3: ['again to three'],
  });
  expect(result.problems.map(({ code }) => code)).toEqual(['EXPORT.SENDER_UNKNOWN']);
  expect(result.export?.kinds.conversations).toMatchObject({
    read: 8,
    imported: 2,
    converted: 5,
    dropped: { withoutMembers: 1 },
  });
  const groups = await Array.fromAsync(here.service.groups.list({ withTags: true }));
  // The two lists of the same three people are one group.
  expect(groups.map(({ name, type, tags }) => [name, type, tags ?? []]).toSorted()).toEqual([
    ['Bo, ann, Deploys', 'private', []],
    ['Notes of Bo', 'private', []],
    ['Notes of ann', 'private', []],
    ['general', 'public', []],
    ['secret', 'private', ['archived']],
  ]);
  expect(groups.find(({ name }) => name === 'general')?.createdAt).toBeGreaterThan(1767225600);
  expect(groups.find(({ name }) => name === 'secret')?.createdAt).toBe(1751328000);
});

test('monthly exports overlap: each names its own channels, messages meet by channel and time', async () => {
  const users = [{ id: 'U1', team_id: 'T1', name: 'ann', profile: { real_name: 'Ann' } }];
  const channel = (name: string, members: string[]) => [
    { id: 'C1', name, created: 1751328000, creator: 'U1', members },
  ];
  await using here = await slackHere(
    {
      '2025-07/users.json': users,
      '2025-07/channels.json': channel('old-name', ['U1']),
      '2025-07/old-name/2025-07-01.json': day('one', 'two'),
      '2025-08/users.json': [...users, { id: 'U2', team_id: 'T1', name: 'bo', profile: { real_name: 'Bo' } }],
      '2025-08/channels.json': channel('new-name', ['U1', 'U2']),
      '2025-08/new-name/2025-07-01.json': day('one', 'two', 'three'),
    },
    { path: 'export/*' },
  );
  const { result } = await here.json('run', '--yes');
  expect(result.problems).toEqual([]);
  expect(await byConversation(here)).toEqual({ C1: ['one', 'two', 'three'] });
  expect(result.export?.kinds).toMatchObject({
    users: { read: 3, imported: 2, dropped: { repeated: 1 } },
    conversations: { read: 2, imported: 1, dropped: { repeated: 1 } },
    messages: { read: 5, imported: 3, dropped: { repeated: 2 } },
  });
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name }) => name)).toEqual(['new-name']);
});

test('one more folder at the root, an organization, names in another form of Unicode', async () => {
  await using here = await slackHere(
    {
      'acme/org_users.json': [{ id: 'W1', team_id: 'E1', name: 'ann', profile: { real_name: 'Ann' } }],
      'acme/channels.json': [{ id: 'C1', name: 'général', created: 1, creator: 'W1', members: ['W1'] }],
      [`acme/${'général'.normalize('NFD')}/2025-07-01.json`]: [row('bonjour', { user: 'W1' })],
      'acme/teams/T1/channels.json': [
        { id: 'C2', name: 'général', created: 1, creator: 'W1', members: ['W1'] },
      ],
      'acme/teams/T1/général/2025-07-01.json': [row('of a team', { user: 'W1' })],
      'acme/teams/T2/général/2025-07-01.json': [row('of no team', { user: 'W1', ts: '1751328001.000100' })],
      'acme/__uploads/F1/users.json': '[{"id":"U666","name":"a file that somebody sent"}]',
    },
    { path: 'export', options: '' },
  );
  const { result } = await here.json('run', '--yes');
  expect(await byConversation(here)).toMatchObject({ C1: ['bonjour', 'of no team'], C2: ['of a team'] });
  expect(result.export?.kinds.users).toMatchObject({ read: 4 });
});

test.each([
  ['pages of HTML', { 'index.html': '<html>', 'general/2025-07-01.html': '<html>' }],
  ['lists of another system', { 'users.json': '[{"id":17,"email":"a@b.c"}]', 'channels.json': '[{"id":3}]' }],
])('%s are not an export of Slack', async (_what, files) => {
  await using here = await slackHere(files, { path: 'export/*' });
  await expect(here.json('validate')).rejects.toThrow(/EXPORT\.(?:UNKNOWN|NOT_READ)|no export/);
});

test('what is lost where a workspace gave no list of a conversation is rejected by name', async () => {
  await using here = await slackHere({ 'gone/2025-07-01.json': day('one', 'two') });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.problems).toMatchObject([{ code: 'EXPORT.CONVERSATION_UNKNOWN', count: 2 }]);
});

test('what people wrote about canvases is left out by name, what they reported is no message', async () => {
  const id = 'F0CANVAS001';
  await using here = await slackHere({
    ...general({ ts: '1751328000.000100', user: 'U1', text: 'hello' }),
    'general/canvas_in_the_conversation.json': [{ id: 'F0CANVAS002', title: 'Plan' }],
    'file_conversations.json': [
      { id: 'C7', name: `FC:${id}:Plan`, created: 1, creator: 'USLACKBOT', members: ['U1'] },
      { id: 'C8', name: 'a list of things', created: 1, creator: 'USLACKBOT', members: ['U1'] },
    ],
    [`FC:${id}:Plan/2025-07-01.json`]: day('about the plan', 'and again'),
    'a list of things/2025-07-01.json': day('about a list'),
    // As an archive is unpacked where no name may have a colon; and by an older export, which lists none of them.
    [`FC_${id}_Plan/2025-07-02.json`]: day('about the plan, later'),
    [`${id}:Plan/2025-07-03.json`]: day('about the plan, at last'),
    [`FC:${id}:Q1/Q2/2025-07-04.json`]: day('about a quarter'),
    'content_flags/2025-07-01.json': [{ flag: 'spam', message: '1751328000.000100' }],
    'canvases.json': [{ id }],
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, await byConversation(here)]).toEqual([0, { C1: ['hello'] }]);
  expect(result.export?.kinds.messages).toEqual({
    read: 7,
    imported: 1,
    converted: 0,
    kept: 0,
    dropped: { canvasMessages: 6 },
  });
  expect(result.export?.notes).toEqual([
    'not imported, because they are not messages: canvases.json, canvas_in_the_conversation.json',
    'not imported, because they are not messages: content_flags, reports by users',
  ]);
});

test('a channel may be called content_flags', async () => {
  await using here = await slackHere({
    'channels.json': [{ id: 'C2', name: 'content_flags', created: 1, creator: 'U1', members: ['U1'] }],
    'content_flags/2025-07-01.json': day('of a channel'),
  });
  const { result } = await here.json('run', '--yes');
  expect(await byConversation(here)).toEqual({ C2: ['of a channel'] });
  expect(result.export?.notes).toEqual([]);
});
