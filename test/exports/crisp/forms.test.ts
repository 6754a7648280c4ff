import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { AT, answer, conversation, crispHere, lines, message, SESSION } from './crisp-here.ts';

const BO = { user_id: 'o-1', nickname: 'Bo' };
const MESSAGES = [message(), message({ from: 'operator', user: BO })];

test.each([
  [
    'pages',
    { 'a.json': JSON.stringify(answer([conversation()])), 'b.json': JSON.stringify(answer(MESSAGES)) },
  ],
  [
    'an answer for one conversation',
    { 'a.json': JSON.stringify(answer(conversation()), null, 2), 'b.json': JSON.stringify(answer(MESSAGES)) },
  ],
  ['arrays', { 'a.json': JSON.stringify([conversation()]), 'b.json': JSON.stringify(MESSAGES) }],
  ['lines, the messages first', { 'a.ndjson': lines(...MESSAGES, conversation()) }],
  ['packed lines', { 'a.ndjson.gz': gzipSync(lines(conversation(), ...MESSAGES)) }],
])('%s', async (_, files) => {
  await using here = await crispHere(files);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems, result.export?.notes]).toEqual([0, [], []]);
  expect(result.export?.kinds).toMatchObject({
    users: { read: 2, imported: 2 },
    conversations: { read: 1, imported: 1 },
    members: { read: 2, imported: 2 },
    messages: { read: 2, imported: 2 },
  });
  const found = await Array.fromAsync(here.service.messages.list());
  expect(found.map(({ sender }) => sender).toSorted()).toEqual(['operator-o-1', SESSION]);
});

test('visitors and operators with one id, and sessions without proof, are people of their own', async () => {
  const same = (from: string) => message({ from, user: { user_id: 'x', nickname: from } });
  await using here = await crispHere({
    'a.ndjson': lines(
      conversation(),
      conversation({ session_id: 'session_2' }),
      conversation({ session_id: 'operator-x' }),
      same('user'),
      same('operator'),
      message({ session_id: 'operator-x', user: { user_id: 'operator-x' } }),
      message({ session_id: 'session_2', user: {} }),
      message({ from: 'robot' }),
    ),
  });
  await here.json('run', '--yes');
  const found = await Array.fromAsync(here.service.messages.list({ limit: 100 }));
  expect(found.map(({ receiver, sender }) => `${receiver} ${sender}`).toSorted()).toEqual([
    'operator-x visitor-operator-x',
    'session_1 operator-x',
    'session_1 system',
    'session_1 visitor-x',
    'session_2 session_2',
  ]);
});

test.each(['{"a":}', '{"type":"us', '7', 'null', '"text"', '{}', '{"session":1}'])(
  'a first line that is nothing of Crisp is rejected, and the others count: %s',
  async (first) => {
    await using here = await crispHere({ 'a.ndjson': lines(first, conversation(), message()) });
    const { report, summary } = await summaryOf(here);
    expect([report.balanced, report.problems]).toMatchObject([true, [{ count: 1 }]]);
    expect(summary.kinds.messages).toMatchObject({ imported: 1 });
  },
);

test('ids that are missing, and values of other types, end in a rejected row or are left out', async () => {
  await using here = await crispHere({
    'a.ndjson': lines(
      conversation({ meta: 'x', assigned: 7, state: [], people_id: {}, is_verified: true }),
      conversation({ session_id: null }),
      conversation({ session_id: '__proto__', meta: { nickname: '__proto__', segments: 'x' } }),
      message({ fingerprint: null }),
      message({ session_id: 7, content: 'whose' }),
      message({ session_id: [] }),
      message({ timestamp: 'soon' }),
      message({ session_id: '__proto__', user: { user_id: 'constructor' } }),
      message({ content: { a: 1 }, user: 'me', mentions: 3 }),
      message({ type: 'file', content: 'x' }),
      message({ type: 'picker', content: { text: 'q', choices: [1, { label: 'a' }] } }),
      message({ type: 7 }),
    ),
  });
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  expect(report.problems.map(({ code, count }) => `${code} ${count}`).toSorted()).toEqual([
    'EXPORT.CONVERSATION_UNKNOWN 1',
    'ROW.FIELD_MISSING 3',
    'ROW.TIME_INVALID 1',
  ]);
  expect(summary.kinds.messages).toMatchObject({
    read: 9,
    dropped: { unreadable: 2, unknownConversation: 1, timeInvalid: 1, empty: 1, unknownKind: 1 },
  });
});

test('a message that comes twice counts once, in its session alone', async () => {
  const twice = message({ fingerprint: 5 });
  await using here = await crispHere({
    'a.json': JSON.stringify(answer([conversation(), conversation({ session_id: 'session_2' })])),
    'b.json': JSON.stringify(answer([twice, message({ fingerprint: 5, session_id: 'session_2' })])),
    'c.json': JSON.stringify(answer([twice])),
  });
  const { summary } = await summaryOf(here);
  expect(summary.kinds.messages).toMatchObject({ read: 3, imported: 2, dropped: { repeated: 1 } });
});

test('a conversation of the import tool may be longer than a row, and equal ones stay apart', async () => {
  const said = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      text: `${at} ${'w'.repeat(2_000)}`,
      date: AT + at,
      from: 'user',
    }));
  const user = { name: 'Ann', email: 'ann@example.com' };
  await using here = await crispHere(
    {
      'a.json': JSON.stringify([
        { user, messages: said(2) },
        { user, messages: said(700) },
        { user: { name: 'Cy' }, messages: [null, 7, { date: 'x', from: 'user', text: 'hi' }] },
        { user },
        { user: { name: 'LONG' }, messages: said(1) },
      ]).replace('"LONG"', '12345678901234567890'),
    },
    { system: 'crisp' },
  );
  const { report, summary } = await summaryOf(here);
  expect(report.problems.map(({ code, count }) => `${code} ${count}`).toSorted()).toEqual([
    'EXPORT.ROW_UNKNOWN 3',
    'ROW.TIME_INVALID 1',
  ]);
  expect(summary.kinds).toMatchObject({
    conversations: { read: 4, imported: 4 },
    messages: { read: 707, imported: 703, dropped: { unreadable: 3, timeInvalid: 1 } },
  });
});

test('an answer that is an error is rejected, and other files are named', async () => {
  await using here = await crispHere({
    'a.json': JSON.stringify(answer([conversation()])),
    'b.json': JSON.stringify({ error: true, reason: 'invalid_session', data: {} }),
    'c.html': '<!doctype html>',
  });
  const { report, summary } = await summaryOf(here);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
  expect(report.problems[0]?.samples[0]?.message).toContain('invalid_session');
  expect(summary.kinds.messages).toMatchObject({ read: 1, dropped: { unreadable: 1 } });
  expect(summary.notes).toContain("files that are in no form of Crisp's were skipped: 1 (c.html)");
});

test('what the visitor did not get, or was deleted, is not published', async () => {
  await using here = await crispHere({
    'a.ndjson': lines(
      conversation(),
      message({ content: 'stays' }),
      message({ from: 'operator', user: BO, content: 'hidden', stealth: true }),
      message({ content: 'gone', deleted: true }),
    ),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ imported: 1, dropped: { internal: 1, deleted: 1 } });
  const found = await Array.fromAsync(here.service.messages.list());
  expect(found.map(({ data }) => data?.text)).toEqual(['stays']);
});
