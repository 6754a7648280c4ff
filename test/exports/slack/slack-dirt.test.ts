import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExportSummary, KindCounts } from '../../../src/exports/export-summary.ts';
import { exportSection } from '../../../src/report/html/export.ts';
import { exportLines } from '../../../src/report/result/export-lines.ts';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';
import { general, type Shown, shown, slackHere } from './slack-here.ts';

const FIRST = 1751328000;
const ts = (seconds: number): string => `${FIRST + seconds}.000100`;

/** Brings in rows of one channel: what the service has of them, and what was counted. */
async function brought(
  rows: readonly Readonly<Record<string, unknown>>[],
  options: Parameters<typeof slackHere>[1] = {},
  files: Readonly<Record<string, unknown>> = {},
) {
  await using here = await slackHere({ ...files, ...general(...rows) }, options);
  const { result } = await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list({ withTags: true }));
  return { messages: await shown(here), kinds: result.export?.kinds ?? {}, users, result };
}

/** One row becomes one message. */
async function one(row: Readonly<Record<string, unknown>>, options: Parameters<typeof slackHere>[1] = {}) {
  const { messages, ...rest } = await brought([{ ts: ts(0), text: 'hello', user: 'U1', ...row }], options);
  expect(messages).toHaveLength(1);
  return { ...(messages[0] as Shown), ...rest };
}

test.each([
  ['a bot of the list, by its bot_id', { user: undefined, bot_id: 'B3' }, 'u3', 'Deploys'],
  ['a bot that no list has', { user: undefined, bot_id: 'B9', username: 'Cron' }, 'b9', 'Cron'],
  ['a bot without a bot_id', { user: undefined, username: 'Jenkins' }, 'bot-jenkins', 'Jenkins'],
  ['Slackbot', { user: 'USLACKBOT' }, 'uslackbot', 'Slackbot'],
  ['an erased person', { user: 'U8' }, 'u8', 'Deleted user'],
  [
    'a person of another workspace',
    { user: 'U9', user_profile: { real_name: 'Guest Io' } },
    'u9',
    'Guest Io',
  ],
  ['the user U00, who is nobody', { user: 'U00' }, 'u00', 'Deleted user'],
  [
    'a huddle, begun by a person',
    { user: 'USLACKBOT', subtype: 'huddle_thread', room: { created_by: 'U2' } },
    'u2',
    'Bo',
  ],
] as const)('the author: %s', async (_what, row, uid, name) => {
  const { sender, users } = await one(row);
  expect(sender.startsWith(uid)).toBe(true);
  expect(users.find((user) => user.uid === sender)).toMatchObject({ name });
});

test('programs are tagged bot, those who are gone placeholder; bots: skip leaves out the programs alone', async () => {
  const rows = [
    { ts: ts(0), text: 'one', bot_id: 'B9', username: 'Cron' },
    { ts: ts(1), text: 'two', user: 'U8' },
  ];
  const { users, messages } = await brought(rows);
  const tags = Object.fromEntries(users.map(({ name, tags: of }) => [name, of]));
  expect(tags).toMatchObject({ Cron: ['bot'], Deploys: ['bot'], 'Deleted user': ['placeholder'] });
  expect(messages.map(({ text }) => text)).toEqual(['one', 'two']);
  const skipped = await brought(rows, { rest: 'policies: { bots: skip }' });
  expect(skipped.messages.map(({ text }) => text)).toEqual(['two']);
  expect(skipped.kinds.messages?.dropped).toEqual({ bot: 1 });
});

test.each([
  ['a join', { subtype: 'channel_join' }, 'system'],
  ['a topic', { subtype: 'channel_topic', topic: 'x' }, 'system'],
  ['a pinned message', { subtype: 'pinned_item' }, 'system'],
  ['a hidden message', { hidden: true }, 'hidden'],
  ['an ephemeral message', { is_ephemeral: true }, 'ephemeral'],
  ['a tombstone', { subtype: 'tombstone', hidden: true, user: 'USLACKBOT' }, 'deleted'],
  ['a deletion that was logged', { subtype: 'message_deleted', hidden: true, deleted_ts: ts(-5) }, 'deleted'],
  ['a message with nothing in it', { text: '' }, 'empty'],
] as const)('%s is left out by name', async (_what, row, reason) => {
  const { messages, kinds } = await brought([{ ts: ts(0), text: 'hello', user: 'U1', ...row }]);
  expect(messages).toEqual([]);
  expect(kinds.messages).toMatchObject({ read: 1, dropped: { [reason]: 1 } });
});

test('messages of the system are counted by their subtype, in JSON and for people', async () => {
  const row = { text: 'hello', user: 'U1' };
  const { result } = await brought([
    ...[0, 1].map((second) => ({ ...row, ts: ts(second), subtype: 'channel_join' })),
    { ...row, ts: ts(2), subtype: 'channel_topic', topic: 'x' },
    { ...row, ts: ts(3), subtype: 'tombstone', user: 'USLACKBOT' },
    { ...row, ts: ts(4), subtype: 'ekm_access_denied', hidden: true },
  ]);
  const { kinds } = result.export as ExportSummary;
  const { dropped, detail } = kinds.messages as KindCounts;
  expect(dropped).toEqual({ deleted: 1, hidden: 1, system: 3 });
  expect(detail).toEqual({ system: { channel_join: 2, channel_topic: 1 } });
  const words = '3 system: 2 channel_join, 1 channel_topic';
  expect(exportLines(result.export as ExportSummary).join('\n')).toContain(
    `5 = 5 not imported (${words}; 1 deleted; 1 hidden)`,
  );
  const { body } = exportSection(result) as { body: unknown };
  expect(String(body)).toContain(words);
});

test('a deletion wins over every copy of its message, and an edit over the text before it', async () => {
  const message = { text: 'hello', user: 'U1' };
  const { messages, kinds } = await brought([
    { ...message, ts: ts(0), text: 'secret' },
    {
      subtype: 'message_deleted',
      hidden: true,
      ts: ts(8),
      deleted_ts: ts(0),
      previous_message: { text: 'secret' },
    },
    {
      subtype: 'message_changed',
      hidden: true,
      ts: ts(9),
      message: { ...message, ts: ts(1), text: 'new', edited: { user: 'U1', ts: ts(9) } },
    },
    { ...message, ts: ts(1), text: 'old' },
  ]);
  expect(messages.map(({ text }) => text)).toEqual(['new']);
  expect(kinds.messages).toMatchObject({ read: 4, dropped: { deleted: 1, repeated: 2 } });
});

test('with deleted: placeholder a tombstone stands for its message, where it may have an author', async () => {
  const tombstone = { type: 'message', subtype: 'tombstone', hidden: true, user: 'USLACKBOT', ts: ts(1) };
  const pair = { 'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }], 'D1/2025-07-01.json': [tombstone] };
  const { messages, result } = await brought(
    [tombstone],
    { rest: 'policies: { deleted: placeholder }' },
    pair,
  );
  expect(messages.map(({ text }) => text)).toEqual(['[deleted]']);
  expect(result.problems).toEqual([]);
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, converted: 1, dropped: { deleted: 1 } });
});

test('replies keep their link, to a deleted message and to one that comes later; a broadcast comes once', async () => {
  const { messages } = await brought([
    { ts: ts(3), text: 'reply to a later day', user: 'U1', thread_ts: ts(5) },
    {
      ts: ts(0),
      subtype: 'tombstone',
      hidden: true,
      user: 'USLACKBOT',
      text: 'This message was deleted.',
      thread_ts: ts(0),
      reply_count: 1,
    },
    { ts: ts(1), text: 'reply', user: 'U2', thread_ts: ts(0) },
    { ts: ts(5), text: 'root', user: 'U1', thread_ts: ts(5), reply_count: 1 },
    {
      ts: ts(6),
      text: 'for all',
      user: 'U2',
      subtype: 'thread_broadcast',
      thread_ts: ts(5),
      root: { text: 'root' },
    },
  ]);
  expect(messages.map(({ text, source }) => [text, source['parentMuid'], source['broadcast']])).toEqual([
    ['reply', `C1:${ts(0)}`, undefined],
    ['reply to a later day', `C1:${ts(5)}`, undefined],
    ['root', undefined, undefined],
    ['for all', `C1:${ts(5)}`, true],
  ]);
});

test('time keeps its microseconds, and reactions their number where fewer people are named', async () => {
  const reactions = [{ name: 'thumbsup::skin-tone-3', users: ['U1'], count: 4 }];
  const { source, kinds } = await one({ ts: '1751328000.123456', reactions });
  expect(source).toMatchObject({
    time: 1751328000123.456,
    reactions: [{ reaction: 'thumbsup::skin-tone-3', count: 4, uids: [expect.stringMatching(/^u1/)] }],
  });
  expect(kinds.reactions).toMatchObject({ read: 4, kept: 4 });
});

test.each([
  ['no time', { ts: undefined }],
  ['a time that is none', { ts: 'yesterday' }],
  ['the time 0', { ts: '0.000000' }],
])('a message with %s is rejected with its place', async (_what, row) => {
  const { messages, result } = await brought([{ text: 'hello', user: 'U1', ...row }]);
  expect(messages).toEqual([]);
  expect(result.problems).toMatchObject([
    {
      code: 'ROW.TIME_INVALID',
      count: 1,
      samples: [{ file: expect.stringContaining('general/2025-07-01.json'), line: 2 }],
    },
  ]);
});

test('rows that are none, and a file that is cut, are rejected; the files around them are read', async () => {
  const day = (text: string) => [{ type: 'message', ts: ts(0), user: 'U1', text }];
  await using here = await slackHere({
    'general/2025-07-01.json': day('first'),
    'general/2025-07-02.json': '[{"type":"message","ts":"1751414400.000100","user":"U1","text":"cut he',
    'general/2025-07-03.json': `[null, 7, {"ts":"${ts(9)}","user":"U1","text":"third"}]`,
    'general/2025-07-04.json': '',
    'general/2025-07-05.json': '[]',
    'general/2025-07-06.json': '<html>not JSON</html>',
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect((await shown(here)).map(({ text }) => text)).toEqual(['first', 'third']);
  expect(result.balanced).toBe(true);
  expect(result.export?.kinds.messages).toMatchObject({ read: 6, imported: 2, dropped: { unreadable: 4 } });
});

test('a day that is too large to be read whole has the same rows, and the same places', async () => {
  const text = 'x'.repeat(1_000);
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ user: 'U1', ts: ts(at), text }));
  await using here = await slackHere(general(...rows, { user: 'U1', ts: '0.000000', text }));
  const { result } = await here.json('validate');
  expect(result.export?.kinds.messages).toMatchObject({
    read: 5_001,
    imported: 5_000,
    dropped: { timeInvalid: 1 },
  });
  // Each row has six lines with its brackets.
  expect(result.problems[0]?.samples[0]).toMatchObject({ line: 5_000 * 6 + 2 });
});

test.each(['0.000001', '0', '12.5'])('a time that no message has is counted as wrong (%s)', async (wrong) => {
  const { kinds, messages } = await brought([
    { ts: wrong, text: 'when', user: 'U1' },
    { ts: ts(0), text: 'now', user: 'U1' },
  ]);
  expect(kinds.messages).toMatchObject({ read: 2, imported: 1, dropped: { timeInvalid: 1 } });
  expect(messages.map(({ text }) => text)).toEqual(['now']);
});

test('inspect names the damaged file of an archive', async () => {
  await using here = await slackHere(general());
  const day = (n: number) => ({
    name: `general/2025-07-0${n}.json`,
    content: JSON.stringify([{ type: 'message', ts: ts(n), text: 'hello', user: 'U1' }]),
  });
  const parts = ['users.json', 'channels.json'].map((name) => ({
    name,
    content: readFileSync(join(here.folder, 'export', name)),
  }));
  const zip = join(here.folder, 'export.zip');
  writeFileSync(zip, zipOf([...parts, day(1), { ...day(2), crc32: 1 }]));
  const { stdout, stderr } = await runHere(['inspect', zip]);
  expect(stdout + stderr).toMatch(
    /messages +2 = 1 imported \+ 1 not imported \(1 unreadable: 1 general\/2025-07-02\.json\)/,
  );
});
