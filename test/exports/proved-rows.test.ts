import { expect, test } from 'vitest';
import { type Item, jsonl, messagesOf, ofFiles } from './stream/files-of-stream.ts';

/** With ids of an app's own, every row is read as a row: no byte of it proves anything. */
const AS_ROWS = { 'ids.csv': 'entity,source,id\nusers,nobody,nobody\n' };

const IDS = ['ann', 'Bob', 'U0ABC', 'Zoë Ü', '1.23E+18', '12e5', 'a'.repeat(120), ' padded ', '日本'];
const created_at = '2026-01-01T00:00:00.123456Z';
const user = (id: string) => ({ type: 'user', data: { id, role: 'user', name: `User ${id}`, created_at } });
const member = (id: string) => ({
  type: 'member',
  data: { channel_type: 'messaging', channel_id: 'quay', user_id: id, created_at },
});
const message = (id: string, more: Item) => ({
  type: 'message',
  data: {
    id,
    channel_type: 'messaging',
    channel_id: 'quay',
    user: 'ann',
    type: 'regular',
    text: `Text ${id}`,
    created_at: '2026-01-02T00:00:00.654321Z',
    updated_at: '2026-01-02T00:00:00.654321Z',
    ...more,
  },
});
const lines = [
  ...IDS.map(user),
  { type: 'channel', data: { id: 'quay', type: 'messaging', name: 'Quay', created_by: 'ann', created_at } },
  ...IDS.map(member),
  ...IDS.map((id, at) => message(`m${at}`, { user: id })),
  message('quotes', { text: 'She said "no" \\ and \n left\t.' }),
  message('control', { text: 'a \u0007 bell' }),
  message('turned', { text: 'a \u202e turn' }),
  message('long', { text: 'word '.repeat(900) }),
  message('kept', { color: 'blue', list: [1, 2.5, { a: null }], 'odd "name"': '\\' }),
  message('digits', { number: 1767225753000.123, other: 9007199254740991 }),
  message('reply', { parent_id: 'm0' }),
  message('edited', { message_text_updated_at: '2026-01-03T00:00:00Z' }),
  message('gone', { deleted_at: '2026-01-03T00:00:00Z' }),
  message('early', { created_at: '1999-01-02T00:00:00Z', updated_at: '1999-01-02T00:00:00Z' }),
  message('blank', { text: ' ' }),
  // Ordinary ones, which are counted together.
  ...[1, 2, 3, 4, 5].map((at) => message(`later${at}`, { created_at: `2026-01-04T00:00:0${at}Z` })),
];
const files = { 'export/export.jsonl': jsonl(...lines) };

test.each(['read', 'keep'])(
  'rows of an export that are proved by their bytes are those that are read as rows, unread: %s',
  async (unread) => {
    const policies = `policies: { unread: ${unread} }\n`;
    await using proved = await ofFiles(files, policies);
    await using rows = await ofFiles({ ...files, ...AS_ROWS }, `${policies}idMap: ids.csv\n`);
    for (const command of [['validate'], ['plan'], ['run', '--yes']] as const) {
      const [name, ...options] = command;
      const [{ result: a }, { result: b }] = [
        await proved.json(name, ...options),
        await rows.json(name, ...options),
      ];
      expect(a.entities).toEqual(b.entities);
      expect(a.notices).toEqual(b.notices);
      expect(a.sentAsRead).toBe(b.sentAsRead);
      expect(a.kept).toEqual(b.kept);
      expect(a.profile?.files).toEqual(b.profile?.files);
    }
    const [a, b] = [await messagesOf(proved), await messagesOf(rows)];
    expect(a.size).toBeGreaterThan(10);
    const shown = (found: typeof a) =>
      [...found.values()].map(({ muid, sender, receiver, sentAt, readAt, data }) => [
        muid,
        sender,
        receiver,
        sentAt,
        readAt,
        JSON.stringify(data, (key, value: unknown) => (key === 'createdAt' ? undefined : value)),
      ]);
    expect(shown(a)).toEqual(shown(b));
  },
);
