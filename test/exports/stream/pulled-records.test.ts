import { expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { type Item, jsonl, messagesOf, ofFiles } from './files-of-stream.ts';

const CID = 'messaging:quay';
const line = (list: string, row: Item, of?: string): Item => ({
  chatferry: 'stream',
  list,
  ...(of === undefined ? {} : { of }),
  row,
});
const at = (second: number): string => `2026-01-01T00:00:${second}.000001Z`;
const message = (id: string, second: number, more: Item = {}): Item => ({
  id,
  cid: CID,
  type: 'regular',
  text: `text of ${id}`,
  user: { id: 'ann', name: 'Ann' },
  created_at: at(second),
  latest_reactions: [],
  reaction_counts: {},
  ...more,
});
const reaction = (user_id: string): Item => ({
  message_id: 'm-1',
  user_id,
  type: 'like',
  created_at: at(50),
});

const FILES = {
  'export/1-conversations.ndjson': jsonl(
    line('conversations', {
      channel: { cid: CID, type: 'messaging', id: 'quay', name: 'Quay', created_by: { id: 'ann' } },
      members: [],
    }),
  ),
  'export/2-messages.ndjson': jsonl(
    line(
      'messages',
      {
        message: message('m-1', 10, { reaction_counts: { like: 2 } }),
        reactions: ['bob', 'cy'].map(reaction),
      },
      CID,
    ),
    line(
      'messages',
      {
        message: message('m-2', 20, {
          parent_id: 'm-1',
          type: 'reply',
          user: { id: 'ghost', name: 'Ghost' },
        }),
        parent_created_at: at(10),
      },
      CID,
    ),
    line('messages', message('m-3', 30, { message: { id: 'of the app' } }), CID),
    line('messages', message('m-4', 40), CID),
  ),
  'export/3-gone.ndjson': jsonl(
    line('gone', { id: 'm-4', time: Date.parse('2026-01-01T00:00:40Z'), sender: 'ann' }, CID),
  ),
  'export/4-members.ndjson': jsonl(line('members', { user_id: 'ann', created_at: at(1) }, CID)),
  'export/5-users.ndjson': jsonl(
    ...['ann', 'bob', 'cy'].map((id) => line('users', { id, name: id.toUpperCase() })),
  ),
};

test('records of the API: a reply and a message with all reactions, one that is gone, an author whom no list has', async () => {
  await using here = await ofFiles(FILES);
  const { result } = await here.json('run', '--yes');
  expect(result.export).toMatchObject({
    variant: 'records of the API',
    kinds: {
      users: { read: 4 },
      reactions: { read: 2, kept: 2 },
      deletions: { read: 1 },
      messages: { read: 5 },
    },
  });
  const found = await messagesOf(here);
  expect([...found.keys()].sort()).toEqual(['m-1', 'm-2', 'm-3']);
  expect(found.get('m-3')?.data).toMatchObject({ metadata: { source: { message: { id: 'of the app' } } } });
  expect(await Array.fromAsync(here.service.users.list())).toContainEqual(
    expect.objectContaining({ uid: 'ghost', name: 'Ghost' }),
  );
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('records that cannot be read are rejected with their place', async () => {
  await using here = await ofFiles({
    ...FILES,
    'export/6-messages.ndjson': `${jsonl(
      line('messages', message('m-5', 45), CID),
      line('messages', { text: 'no id' }, CID),
      { chatferry: 'stream', list: 'messages', of: CID },
      line('members', {}, CID),
    )}{"chatferry":"stream","list":"members","of":"x","row":{"user_id":`,
  });
  const { report, summary } = await summaryOf(here);
  expect(report.problems.map(({ code, count }) => `${code} ${count}`).sort()).toEqual([
    'EXPORT.ROW_UNKNOWN 1',
    'NDJSON.SYNTAX_INVALID 1',
    'ROW.FIELD_MISSING 2',
  ]);
  expect(summary.kinds).toMatchObject({
    members: { dropped: { unreadable: 2 } },
    messages: { dropped: { unreadable: 2 } },
  });
  expect(report.balanced).toBe(true);
});
