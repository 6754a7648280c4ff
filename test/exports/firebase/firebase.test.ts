import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf } from '../expected.ts';
import { messagesOf } from './files-of-firebase.ts';

describe.each([
  ['firebase/rtdb', 'JSON of a database, layout chats'],
  ['firebase/firestore', 'Firestore, layout flutter_firebase_chat_core'],
])('%s', (path, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(path);
    expect(summary).toMatchObject({ system: 'firebase', variant });
    expectSums({ summary, report }, expected);
    const { unknown_conversation: unknown } = expected;
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: expected.by_kind['system'],
      deleted: expected.deleted,
      empty: expected.empty_text_no_file,
      ...(unknown > 0 ? { unknownConversation: unknown } : {}),
    });
  });

  test('a run lands all of it, and verify finds it', async () => {
    await using here = await exportHere(path);
    const { result } = await here.json('run', '--yes');
    expect(result.entities).toMatchObject({
      users: { created: 15 },
      groups: { created: 6 },
      members: { created: 30 },
      messages: { created: 391 },
    });
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);
    const sent = here.requests.length;
    await here.json('run', '--yes');
    expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});

test('both databases give the same conversations: the same texts, authors and order', async () => {
  const told = async (path: string, options = ''): Promise<unknown[]> => {
    await using here = await exportHere(path, { options });
    await here.json('run', '--yes');
    const found = [...(await messagesOf(here)).values()].map(({ sender, sentAt, data }) => [
      sentAt,
      sender,
      String(data?.['text']),
    ]);
    // What a long text is split into depends on what stands beside it.
    return found
      .filter(([, , text]) => String(text).length < 1_000)
      .map((each) => each.join(' '))
      .sort();
  };
  // The Realtime Database refuses dots in keys, and this app writes commas instead.
  const rtdb = await told('firebase/rtdb', ', shape: { preset: chats, commas: true }');
  expect(rtdb.length).toBeGreaterThan(380);
  expect(await told('firebase/firestore')).toEqual(rtdb);
});

test('messages without a time have that of their key', async () => {
  await using here = await exportHere('firebase/friendlychat');
  const { result } = await here.json('run', '--yes');
  expect(result.export).toMatchObject({ variant: 'JSON of a database, layout friendlychat' });
  const text = readFileSync(join(fixtures, 'firebase/friendlychat/initial_messages.json'), 'utf8');
  const { messages } = JSON.parse(text) as { messages: Record<string, { text: string }> };
  const landed = [...(await messagesOf(here)).values()];
  expect(landed.map(({ data }) => data?.['text'])).toEqual(Object.values(messages).map((each) => each.text));
  expect(landed.map(({ sentAt }) => new Date(Number(sentAt) * 1000).toISOString())).toEqual([
    '2015-11-09T23:37:14.000Z',
    '2015-11-09T23:37:18.000Z',
    '2015-11-09T23:37:21.000Z',
  ]);
});
