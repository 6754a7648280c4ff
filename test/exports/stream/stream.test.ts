import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { seeded } from '../../support/random.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf, sumsOf } from '../expected.ts';
import { type Item, messagesOf, ofFiles } from './files-of-stream.ts';

const LINES = readFileSync(join(fixtures, 'stream/synthetic/import.jsonl'), 'utf8').trimEnd().split('\n');
type Line = { readonly type: string; readonly item?: Item; readonly data?: Item };
const ITEMS = LINES.map((line) => JSON.parse(line) as Line);
const itemsOf = (type: string): Item[] =>
  ITEMS.flatMap((line) => (line.type === type ? [line.item ?? line.data ?? {}] : []));

describe.each([
  ['stream/synthetic', 'stream/synthetic', '1 × JSON lines'],
  ['stream/synthetic-array', 'stream/synthetic', '1 × JSON array of entries'],
])('%s', (path, counted, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(counted);
    expect(summary).toMatchObject({ system: 'stream', variant });
    expectSums({ summary, report }, expected);
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: expected.by_kind['system'],
      deleted: expected.deleted,
      empty: expected.empty_text_no_file,
      unknownConversation: expected.unknown_conversation,
    });
    expect(kindOf(summary, 'bans').dropped).toEqual({ future_channel_ban: 1 });
    expect(kindOf(summary, 'devices').dropped).toEqual({ device: 1 });
  });
});

test('a run lands every text as it was, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere('stream/synthetic');
  const { result } = await here.json('run', '--yes');
  expect(result.entities).toMatchObject({
    users: { created: 15 },
    groups: { created: 6 },
    members: { created: 30 },
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
  const told = (all: Awaited<ReturnType<typeof messagesOf>>): unknown[] =>
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
    sender: 'user3',
    receiver: 'user4',
    receiverType: 'user',
    sentAt: 1_640_995_200,
  });
});
