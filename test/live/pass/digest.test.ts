import { expect, test } from 'vitest';
import type { LiveRow } from '../../../src/features/live/pass/lane-writer.ts';
import type { OriginRow } from '../../../src/origin/origin.ts';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { writerHere } from './writer-here.ts';

const signal = new AbortController().signal;
const BEGIN = 1_780_000_000;

const file = (name: string): object => ({
  url: `https://files.example.com/${name}?X-Amz-Signature=a`,
  name,
  mimeType: 'image/png',
  extension: 'png',
  size: 10,
});

const people: readonly OriginRow[] = [
  ...[
    { uid: 'ann', name: 'Ann é 🐢', avatar: 'https://example.com/a.png', link: 'https://example.com/me' },
    { uid: 'ben', name: 'Ben', tags: ['vip', 'a'], metadata: { plan: 'gold', nested: { b: 1, a: [1, 2] } } },
    { uid: 'cid', name: 'Cid', deactivatedAt: BEGIN + 5 },
  ].map((row) => ({ list: 'users', row: { ...row, createdAt: BEGIN } })),
  {
    list: 'conversations',
    row: {
      guid: 'g1',
      name: 'G1',
      type: 'private',
      owner: 'ann',
      icon: 'https://example.com/i.png',
      createdAt: BEGIN,
    },
  },
  {
    list: 'conversations',
    row: {
      guid: 'g2',
      name: 'G2',
      type: 'public',
      owner: 'ben',
      metadata: { t: 1 },
      tags: ['x'],
      createdAt: BEGIN,
    },
  },
  { list: 'members', of: 'g1', row: { uid: 'ann', scope: 'admin', joinedAt: BEGIN + 1 } },
  { list: 'members', of: 'g1', row: { uid: 'ben', scope: 'participant', joinedAt: BEGIN + 1 } },
  { list: 'members', of: 'g2', row: { uid: 'ben', scope: 'moderator', joinedAt: BEGIN + 1 } },
];

const kinds: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'text', data: { text: 'plain <b> "é" 漢 🐢' } },
  { type: 'text', data: { text: ' with\nlines and  blanks ' } },
  {
    type: 'text',
    data: { text: 'facts', metadata: { at: 1, deep: { z: [1, { y: null }] } } },
    tags: ['b', 'a'],
  },
  { type: 'text', data: { text: 'mentions <@uid:ben>' } },
  { type: 'text', data: { text: 'edited' }, editedAt: BEGIN + 60, editedBy: 'ann' },
  { type: 'text', data: { text: 'read' }, deliveredAt: BEGIN + 60, readAt: BEGIN + 61 },
  { type: 'text', data: { text: 'to a person' }, receiverType: 'user', receiver: 'ben' },
  { type: 'image', data: { attachments: [file('1.png')] } },
  { type: 'image', data: { attachments: [file('2.png'), file('3.png')], text: 'a caption' } },
  { type: 'file', data: { attachments: [{ url: 'https://files.example.com/4' }] } },
  { category: 'custom', type: 'location', data: { customData: { lat: 1.5, tags: ['b', 'a'] } } },
  { category: 'custom', type: 'poll', data: { text: 'seen by old apps', customData: { question: 'when?' } } },
];

const messages: readonly OriginRow[] = kinds.map((row, at) => ({
  list: 'messages',
  row: {
    id: String(at + 1),
    muid: `m-${at}`,
    sender: 'ann',
    receiverType: 'group',
    receiver: 'g1',
    category: 'message',
    sentAt: BEGIN + 10 + at,
    ...row,
  },
}));

/** Records of an app as its lists give them. */
async function recordsOf(service: ChatService): Promise<readonly OriginRow[]> {
  const found: OriginRow[] = [];
  const add = (list: string, rows: readonly object[], of?: string): void => {
    for (const row of rows)
      found.push({ list, ...(of === undefined ? {} : { of }), row: row as OriginRow['row'] });
  };
  add('users', await Array.fromAsync(service.users.list({ withTags: true, withDeactivated: true })));
  const groups = await Array.fromAsync(service.groups.list({ withTags: true }));
  add('conversations', groups);
  for (const { guid } of groups) add('members', await Array.fromAsync(service.members.list(guid)), guid);
  add(
    'messages',
    await Array.fromAsync(service.messages.list({ affix: 'append', limit: 1_000, withTags: true })),
  );
  return found;
}

test.each(['import', 'send'] as const)(
  'what was written by %s has the digest that it is read back with',
  async (how) => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    const pipeline = movePipeline(here.folder, old, next);
    await using writer = await writerHere(pipeline, 'new');
    await using reader = await writerHere(pipeline, 'old');
    const { rows } = await writer.convert([...people, ...messages], signal);
    const outcomes = await writer.write({ rows, removals: [], how }, signal);
    expect(outcomes.filter(({ outcome }) => outcome.status !== 'created')).toEqual([]);
    const back = await reader.convert(await recordsOf(next.service), signal);
    for (const entity of ['users', 'groups', 'members', 'messages'] as const) {
      const written = rows[entity] ?? [];
      const digests = (list: readonly LiveRow[]) =>
        Object.fromEntries(list.map((row) => [writer.keyOf(entity, row), writer.digestOf(entity, row)]));
      expect(digests(back.rows[entity] ?? []), entity).toEqual(digests(written));
      const different = new Set(written.map((row) => writer.digestOf(entity, row)));
      if (entity === 'messages') expect(different.size).toBe(written.length);
    }
  },
);

test('a digest changes with what people see, and with nothing else', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  await using writer = await writerHere(movePipeline(here.folder, old, next), 'new');
  const base = {
    muid: 'a',
    sender: 'ann',
    sentAt: 1,
    type: 'text',
    data: { text: 'x', attachments: [file('1.png')] },
  };
  const digest = (row: LiveRow): string => writer.digestOf('messages', row);
  const same: readonly LiveRow[] = [
    { ...base, muid: 'b', sentAt: 2, editedAt: 3, readAt: 4, parentMuid: 'c' },
    { ...base, tags: null, data: { ...base.data, metadata: { source: { id: '1' }, '@injected': {} } } },
    {
      ...base,
      data: { ...base.data, attachments: [{ ...file('1.png'), url: 'https://files.example.com/1.png?b' }] },
    },
  ];
  for (const row of same) expect(digest(row)).toBe(digest(base));
  const other: readonly LiveRow[] = [
    { ...base, data: { ...base.data, text: 'y' } },
    { ...base, data: { ...base.data, metadata: { at: 1 } } },
    { ...base, tags: ['t'] },
    { ...base, data: { ...base.data, attachments: [] } },
    { ...base, data: { ...base.data, attachments: [file('2.png')] } },
    { ...base, deletedAt: 5 },
  ];
  expect(new Set([base, ...other].map(digest)).size).toBe(other.length + 1);
});
