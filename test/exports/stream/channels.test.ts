import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { summaryOf } from '../expected.ts';
import { type Item, jsonl, messagesOf, ofFiles } from './files-of-stream.ts';

const ANN = { id: 'ann', name: 'Ann', role: 'admin', team: 'red' };
const STATE = {
  channel: {
    cid: 'messaging:quay',
    id: 'quay',
    type: 'messaging',
    created_by: ANN,
    frozen: true,
    colour: 'blue',
  },
  messages: [
    {
      id: 'm-1',
      cid: 'messaging:quay',
      user: ANN,
      text: 'first',
      type: 'regular',
      created_at: '2026-01-01T00:00:00.000500000Z',
    },
    {
      id: 'm-2',
      user: { id: 'gone', name: 'Gone Gil' },
      text: 'left',
      type: 'regular',
      created_at: '2026-01-01T00:00:01Z',
      pinned: true,
      pinned_at: '2026-01-02T00:00:00Z',
      pinned_by: ANN,
    },
    {
      id: 'm-3',
      user: ANN,
      text: 'secret',
      type: 'deleted',
      created_at: '2026-01-01T00:00:02Z',
      deleted_at: '2026-01-01T00:01:00Z',
    },
    { id: 'm-4', user: ANN, text: 'only mine', type: 'ephemeral', created_at: '2026-01-01T00:00:03Z' },
    {
      id: 'm-5',
      user: ANN,
      text: 'nobody',
      type: 'regular',
      shadowed: true,
      created_at: '2026-01-01T00:00:04Z',
    },
    {
      id: 'm-6',
      user: ANN,
      text: 'see',
      type: 'reply',
      parent_id: 'm-1',
      quoted_message_id: 'm-2',
      created_at: '2026-01-01T00:00:05Z',
      attachments: [
        { type: 'image', image_url: 'https://cdn.example/a.png' },
        { type: 'file', title: 'b.pdf', asset_url: 'https://cdn.example/b.pdf?Expires=1&Signature=x' },
        { og_scrape_url: 'https://example.com', title_link: 'https://example.com', title: 'Example' },
        { type: 'trip', from: 'Kiel' },
      ],
    },
  ],
  pinned_messages: [
    {
      id: 'm-2',
      user: { id: 'gone', name: 'Gone Gil' },
      text: 'left',
      type: 'regular',
      created_at: '2026-01-01T00:00:01Z',
      pinned: true,
      pinned_at: '2026-01-02T00:00:00Z',
      pinned_by: ANN,
    },
  ],
  reactions: [
    { message_id: 'm-1', user_id: 'bob', type: 'love', created_at: '2026-01-01T00:00:09Z' },
    { message_id: 'm-404', user_id: 'bob', type: 'love', created_at: '2026-01-01T00:00:09Z' },
  ],
  members: [
    { user_id: 'ann', user: ANN, role: 'owner', created_at: '2026-01-01T00:00:00Z' },
    {
      user_id: 'bob',
      user: { id: 'bob', name: 'Bob', deactivated_at: '2026-01-05T00:00:00Z' },
      channel_role: 'channel_moderator',
      banned: true,
    },
    {
      user_id: 'cyd',
      user: { id: 'cyd', name: 'Cyd' },
      invited: true,
      invite_rejected_at: '2026-01-02T00:00:00Z',
    },
  ],
  reads: [{ user: ANN, last_read: '2026-01-03T00:00:00Z', unread_messages: 0 }],
};

test.each([
  ['an array of channels', JSON.stringify([STATE], null, 2)],
  ['one channel', JSON.stringify(STATE)],
  ['the answer of a query', JSON.stringify({ channels: [STATE] })],
])('an export of channels as %s has their people, messages and reactions', async (_, text) => {
  await using here = await ofFiles({ 'export/channels.json': text });
  const { summary } = await summaryOf(here);
  expect(summary.kinds).toMatchObject({
    users: { read: 4, imported: 4 },
    conversations: { imported: 1 },
    members: { read: 3, imported: 2, dropped: { inviteRejected: 1 } },
    messages: {
      read: 7,
      imported: 2,
      converted: 1,
      dropped: { repeated: 1, deleted: 1, ephemeral: 1, shadowed: 1 },
    },
    reactions: { read: 2, kept: 1, dropped: { messageMissing: 1 } },
    attachments: { read: 4, imported: 1, converted: 1, kept: 1, dropped: { linkPreview: 1 } },
    pins: { read: 1, kept: 1 },
    reads: { read: 1, dropped: { read: 1 } },
  });
  await here.json('run', '--yes');
  const landed = await messagesOf(here);
  expect([...landed.keys()].sort()).toEqual(['m-1', 'm-2', 'm-6']);
  expect(landed.get('m-2')).toMatchObject({ sender: 'gone' });
  expect(landed.get('m-6')?.data).toMatchObject({
    text: 'see\n[b.pdf](https://cdn.example/b.pdf?Expires=1&Signature=x)',
    attachments: [{ url: 'https://cdn.example/a.png' }],
    metadata: {
      source: { quotedMessage: 'm-2', attachments: [{ type: 'trip', from: 'Kiel' }], parentMuid: 'm-1' },
    },
  });
  expect(landed.get('m-1')?.data).toMatchObject({
    metadata: {
      source: { time: 1_767_225_600_000.5, reactions: [{ reaction: 'love', uids: ['bob'] }] },
    },
  });
  const users: unknown[] = [];
  for await (const { uid, name, tags, metadata } of here.service.users.list({ withTags: true }))
    users.push([uid, name, tags, (metadata?.['source'] as Item | undefined)?.['team']]);
  expect(users).toContainEqual(['ann', 'Ann', undefined, 'red']);
  expect(users).toContainEqual(['gone', 'Gone Gil', undefined, undefined]);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

test('lines of an export of channels, with the reactions in the messages alone', async () => {
  const { channel, members } = STATE;
  const message = {
    ...STATE.messages[0],
    latest_reactions: [{ user_id: 'bob', type: 'love' }],
    reaction_counts: { love: 3 },
  };
  const lines = [
    { message },
    { channel },
    ...members.map((member) => ({ member: { ...member, cid: channel.cid } })),
  ];
  await using here = await ofFiles({ 'export/lines.jsonl': jsonl(...lines) });
  const { summary } = await summaryOf(here);
  expect(summary.variant).toBe('1 × export of channels, JSON lines');
  expect(summary.kinds).toMatchObject({
    users: { read: 3, imported: 3 },
    messages: { read: 1, imported: 1 },
    reactions: { read: 3, kept: 1, dropped: { unnamed: 2 } },
  });
});

test('a value nested too deep leaves out its message alone, wherever it stands', async () => {
  const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown;
  const [first, ...others] = STATE.messages;
  const state = { ...STATE, config: deep, messages: [{ ...first, extra: deep }, ...others] };
  const summaries = [];
  for (const one of [STATE, state]) {
    await using here = await ofFiles({ 'export/export.json': JSON.stringify([one]) });
    summaries.push(await summaryOf(here));
  }
  const [plain, odd] = summaries.map(({ summary }) => summary.kinds);
  expect(odd?.messages?.read).toBe(plain?.messages?.read);
  expect(odd?.messages?.dropped).toEqual({ ...plain?.messages?.dropped, unreadable: 1 });
  expect(odd?.members).toEqual(plain?.members);
  expect(summaries[1]?.report.problems.map(({ code, count }) => [code, count])).toEqual([
    ['NDJSON.TOO_DEEP', 1],
  ]);
});
