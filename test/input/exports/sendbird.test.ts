import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { serviceHere } from '../../support/service-here.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf } from './expected.ts';

const PATH = 'sendbird/synthetic';

test('the sums of an export are those of another program, and every kind adds up', async () => {
  await using here = await exportHere(PATH);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(PATH);
  expect(summary).toMatchObject({ system: 'sendbird', label: 'Sendbird' });
  expectSums({ summary, report }, expected);
  expect(kindOf(summary, 'messages').dropped).toEqual({
    system: expected.by_kind['system'],
    deleted: expected.deleted,
    repeated: expected.message_rows - expected.messages,
    empty: expected.empty_text_no_file,
    unknownConversation: expected.unknown_conversation,
  });
});

test('a run lands the export, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere(PATH);
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.entities).toMatchObject({
    users: { created: 15 },
    groups: { created: 6 },
    members: { created: 30 },
    messages: { created: 436, rejected: 1 },
  });
  const verified = await here.json<Verification>('verify');
  expect(verified.exitCode).toBe(0);
  const sent = here.requests.length;
  const again = await here.json('run', '--yes');
  expect(again.result.entities).toEqual(result.entities);
  expect(again.result.export).toEqual(result.export);
  expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('a deleted message is never published, whatever the policies', async () => {
  const removed = new Set(
    ['messages-1.json', 'messages-2.json'].flatMap((name) => {
      const text = readFileSync(join(fixtures, PATH, 'messages', name), 'utf8');
      const { messages } = JSON.parse(text) as { messages: { message_id: number; is_removed: boolean }[] };
      return messages.filter((row) => row.is_removed).map((row) => String(row.message_id));
    }),
  );
  expect(removed.size).toBe(expectedOf(PATH).deleted);
  for (const rest of ['', 'policies: { deletions: metadata }', 'policies: { deleted: placeholder }']) {
    await using here = await exportHere(PATH, { rest });
    await here.json('run', '--yes');
    const found: unknown[] = [];
    for await (const { muid, data } of here.service.messages.list({ limit: 1000 }))
      if (removed.has(String(muid))) found.push(data?.text);
    expect(found).toEqual(Array.from({ length: rest === '' ? 0 : removed.size }, () => '[deleted]'));
  }
});

test('one of two overlapping exports wins: the copy that was changed last', async () => {
  const message = (text: string, updated: number) =>
    `{"messages":[{"type":"MESG","message_id":7,"message":"${text}","created_at":1751328000000,"updated_at":${updated},"channel_url":"c","user":{"user_id":"ann","nickname":"Ann"},"reactions":[{"key":"ok","user_ids":["ann"]}]}]}`;
  await using here = await serviceHere({
    files: {
      'export/1.json': message('new', 1751329000000),
      'export/2.json': message('old', 0),
      'export/u.json': '{"active_users":[{"user_id":"ann","nickname":"Ann"}]}',
      'export/c.json':
        '{"group_channels":[{"channel_url":"c","name":"C","is_public":true,"members":[{"user_id":"ann"}]}]}',
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, imported: 1, dropped: { repeated: 1 } });
  expect(result.export?.kinds.reactions).toMatchObject({ read: 1, kept: 1 });
  const texts: unknown[] = [];
  for await (const { data } of here.service.messages.list()) texts.push(data?.text);
  expect(texts).toEqual(['new']);
});
