import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportKinds } from '../../../src/input/exports/neutral.ts';
import type { Verification } from '../../../src/report/result/verification.ts';
import { seeded } from '../../support/random.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { expectedOf, exportHere, fixtures, kindOf, outcomes, summaryOf, sumsOf } from './expected.ts';

const LINES = readFileSync(join(fixtures, 'stream/synthetic/import.jsonl'), 'utf8').trimEnd().split('\n');
type Line = { readonly type: string; readonly item?: Item; readonly data?: Item };
type Item = Readonly<Record<string, unknown>>;
type Message = Item & { readonly data?: Item };
const ITEMS = LINES.map((line) => JSON.parse(line) as Line);
const itemsOf = (type: string): Item[] =>
  ITEMS.flatMap((line) => (line.type === type ? [line.item ?? line.data ?? {}] : []));

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
const ofFiles = (files: Readonly<Record<string, string>>, rest = '', options = ''): Promise<ServiceHere> =>
  serviceHere({ files, rest: `  export: { system: stream, path: export${options} }\n${OLD}\n${rest}` });
const jsonl = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** All messages of a service, by muid. */
async function messagesOf({ service }: ServiceHere): Promise<ReadonlyMap<string, Message>> {
  const found = new Map<string, Message>();
  for await (const message of service.messages.list({ limit: 1000 }))
    found.set(String(message.muid), message as Message);
  return found;
}

describe.each([
  ['stream/synthetic', 'stream/synthetic', '1 × JSON lines'],
  ['stream/synthetic-array', 'stream/synthetic', '1 × JSON array of entries'],
])('%s', (path, counted, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(counted);
    expect(summary).toMatchObject({ system: 'stream', variant });
    expect(expected).toMatchObject(sumsOf(summary));
    expect(kindOf(summary, 'reactions').read).toBe(expected.reactions_named);
    for (const kind of exportKinds)
      expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: expected.by_kind['system'],
      deleted: expected.deleted,
      empty: expected.empty_text_no_file,
      unknownConversation: expected.unknown_conversation,
    });
    expect(kindOf(summary, 'bans').dropped).toEqual({ future_channel_ban: 1 });
    expect(kindOf(summary, 'devices').dropped).toEqual({ device: 1 });
    expect([report.balanced, report.problems.map(({ code, count }) => [code, count])]).toEqual([
      true,
      [['EXPORT.CONVERSATION_UNKNOWN', 1]],
    ]);
  });
});

test('a run lands every text as it was, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere('stream/synthetic');
  const { result } = await here.json('run', '--yes');
  expect(result.entities).toMatchObject({
    ...{ users: { created: 15 }, groups: { created: 6 }, members: { created: 30 } },
    messages: { created: 391, rejected: 1 },
  });
  const landed = await messagesOf(here);
  const texts = itemsOf('message').filter(({ id, text }) => text && landed.has(String(id)));
  expect(texts.length).toBeGreaterThan(350);
  for (const { id, text } of texts) {
    const part = String(landed.get(String(id))?.data?.['text'] ?? '');
    expect(String(text).startsWith(part)).toBe(true);
  }
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('the order of the lines does not matter', async () => {
  const random = seeded(7);
  // Those of a kind stay in their order, which names of groups and lists of reactions have.
  const queues = [...Map.groupBy(LINES, (line) => (JSON.parse(line) as Line).type).values()].reverse();
  const mixed = LINES.map(() => {
    const left = queues.filter(({ length }) => length > 0);
    return left[Math.floor(random() * left.length)]?.shift() ?? '';
  });
  expect(mixed).not.toEqual(LINES);
  await using here = await ofFiles({ 'export/mixed.jsonl': mixed.join('\n') });
  await using plain = await exportHere('stream/synthetic');
  const [found, wanted] = [await summaryOf(here), await summaryOf(plain)];
  expect(found.summary.kinds).toEqual(wanted.summary.kinds);
  await Promise.all([here.json('run', '--yes'), plain.json('run', '--yes')]);
  const [a, b] = [await messagesOf(here), await messagesOf(plain)];
  const told = (all: ReadonlyMap<string, Message>): unknown[] =>
    [...all]
      .map(([muid, { sender, receiver, sentAt, data }]) => [muid, sender, receiver, sentAt, data])
      .sort();
  expect(told(a)).toEqual(told(b));
});

test('messages without a time are rejected, unless the pipeline gives them one', async () => {
  await using here = await exportHere('stream/stream-cli');
  const { summary, report } = await summaryOf(here);
  expect(expectedOf('stream/stream-cli')).toMatchObject(sumsOf(summary));
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.TIME_INVALID', 3]]);

  const options = ', shape: { time: 2022-01-01T00:00:00Z }';
  await using dated = await exportHere('stream/stream-cli', { options });
  const { result } = await dated.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 3, rejected: 0 });
  expect(result.export?.kinds.reactions).toMatchObject({ read: 3, kept: 3 });
  expect((await messagesOf(dated)).get('message3')).toMatchObject({
    ...{ sender: 'user3', receiver: 'user4', receiverType: 'user', sentAt: 1_640_995_200 },
  });
});

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

describe('rows that cannot be taken', () => {
  const user = (id: string) => ({ type: 'user', data: { id, name: id } });
  const channel = (data: object) => ({ type: 'channel', data: { type: 'messaging', ...data } });
  const message = (data: object) => ({
    type: 'message',
    data: {
      channel_type: 'messaging',
      channel_id: 'c',
      user: 'ann',
      text: 'hi',
      created_at: '2026-01-01T00:00:00Z',
      ...data,
    },
  });
  const of = async (lines: readonly object[], more = '', rest = '') => {
    await using here = await ofFiles({ 'export/a.jsonl': jsonl(...lines) + more }, rest);
    const { report, summary } = await summaryOf(here);
    return {
      report,
      kinds: summary.kinds,
      codes: report.problems.map(({ code, count }) => `${code} ${count}`),
    };
  };
  const FINE = [user('ann'), channel({ id: 'c' }), message({ id: 'm-1' })];

  test('are named with their place: broken, cut, without an id, of an unknown kind', async () => {
    const { codes, kinds, report } = await of(
      [
        ...FINE,
        user(''),
        channel({}),
        message({ id: null }),
        message({ id: 'm-2', channel_id: null }),
        { type: 'shelf', data: { id: 1 } },
      ],
      '{"type":"message","data":{"id":"m-9",}}\n{"type":"member","data":{"channel_id":"c","channel_type":"messaging"}}\n{"type":"user","da',
    );
    expect(codes.sort()).toEqual(['EXPORT.ROW_UNKNOWN 1', 'NDJSON.SYNTAX_INVALID 2', 'ROW.FIELD_MISSING 5']);
    expect(kinds).toMatchObject({
      users: { read: 3, imported: 1, dropped: { unreadable: 2 } },
      conversations: { read: 2, imported: 1, dropped: { unreadable: 1 } },
      members: { read: 1, dropped: { unreadable: 1 } },
      messages: { read: 5, imported: 1, dropped: { unreadable: 4 } },
    });
    expect(report.balanced).toBe(true);
    expect(report.problems.flatMap(({ samples }) => samples.map(({ line }) => line)).sort()).toEqual(
      expect.arrayContaining([4, 8, 9]),
    );
  });

  test('a channel of the same id under another type is another one, as is a copy of a message with a later change', async () => {
    const { kinds, codes } = await of([
      ...FINE,
      { type: 'channel', data: { type: 'livestream', id: 'c' } },
      message({ id: 'm-1', text: 'hello', updated_at: '2026-01-02T00:00:00Z' }),
      message({ id: 'm-3', channel_type: 'livestream' }),
    ]);
    expect([kinds.conversations?.imported, kinds.messages, codes]).toMatchObject([
      2,
      { read: 3, imported: 2, dropped: { repeated: 1 } },
      [],
    ]);
  });

  test('numbers beyond 2^53 in what an app has added keep their digits', async () => {
    await using here = await ofFiles({
      'export/a.jsonl': jsonl(...FINE).replace('"text":"hi"', '"text":"hi","order":12345678901234567890'),
    });
    await here.json('run', '--yes');
    expect((await messagesOf(here)).get('m-1')?.data).toMatchObject({
      metadata: { source: { order: '12345678901234567890' } },
    });
  });

  test('a file that ends in the middle of its array is refused, and one of another system too', async () => {
    await using cut = await ofFiles({ 'export/a.json': JSON.stringify(FINE).slice(0, -20) });
    await expect(cut.json('validate')).rejects.toThrow('SOURCE.TRUNCATED');
    await using other = await ofFiles({
      'export/a.json': '{"active_users":[{"user_id":"ann","nickname":"Ann"}]}',
    });
    await expect(other.json('validate')).rejects.toThrow('EXPORT.OTHER_SYSTEM');
  });
});
