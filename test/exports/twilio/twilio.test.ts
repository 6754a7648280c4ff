import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, exportHere, fixtures, kindOf, outcomes, summaryOf, sumsOf } from '../expected.ts';
import { landed, sourceOf, written } from './files-of-twilio.ts';

const PATH = 'twilio/synthetic';
type Message = {
  readonly sid: string;
  readonly conversation_sid: string;
  readonly index: number;
  readonly date_created: string;
};

test('the sums of an export are those of another program, and every kind adds up', async () => {
  await using here = await exportHere(PATH);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(PATH);
  expect(summary).toMatchObject({ system: 'twilio', label: 'Twilio' });
  expect(expected).toMatchObject(sumsOf(summary));
  for (const counts of Object.values(summary.kinds)) expect(outcomes(counts)).toBe(counts.read);
  expect(report.balanced).toBe(true);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual([
    ['EXPORT.CONVERSATION_UNKNOWN', expected.unknown_conversation],
  ]);
  expect(kindOf(summary, 'messages').dropped).toEqual({
    system: 19,
    empty: expected.empty_text_no_file,
    unknownConversation: expected.unknown_conversation,
  });
  // Reactions are what an app has put among the attributes: kept, and not guessed.
  expect(summary.kinds.reactions).toBeUndefined();
  expect(summary.kinds.edits).toMatchObject({ read: expected.edited, dropped: { unsure: expected.edited } });
});

test('a run lands the export, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere(PATH);
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.entities).toMatchObject({
    users: { created: 15 },
    groups: { created: 6 },
    members: { created: 30 },
    messages: { created: 391, rejected: 1 },
  });
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([]);
  const reactions: unknown[] = [];
  const order = new Map<string, string[]>();
  for (const each of await written(here)) {
    const source = sourceOf(each);
    if (source['attributes']) reactions.push(source['attributes']);
    const of = String(source['conversation']);
    order.set(of, [...(order.get(of) ?? []), String(source['id'])]);
  }
  expect(reactions.length).toBeGreaterThan(50);
  expect(reactions[0]).toEqual({ reactions: expect.any(Object) });
  // Times have whole seconds: the order is that of time, then of index.
  const indexes = new Map(messages().map((each) => [each.sid, each]));
  for (const [of, sids] of order) {
    const found = sids.map((sid) => indexes.get(sid) as Message);
    const sorted = found.toSorted(
      (a, b) => a.date_created.localeCompare(b.date_created) || a.index - b.index,
    );
    expect(
      found.map(({ sid }) => sid),
      of,
    ).toEqual(sorted.map(({ sid }) => sid));
  }
});

function messages(): readonly Message[] {
  const folder = join(fixtures, PATH);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('messages'))
    .flatMap(
      (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { messages: Message[] }).messages,
    );
}

test('examples with one id for everything: each user and message once, and nobody in the place of somebody else', async () => {
  await using here = await exportHere('twilio/oai-examples');
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    users: { read: 3, imported: 3, dropped: {} },
    conversations: { read: 1, imported: 1 },
    members: { read: 2, imported: 2 },
    messages: { read: 6, dropped: { repeated: 5 } },
  });
  expect(result.balanced).toBe(true);
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ name }) => name).toSorted()).toEqual([
    '+15558675310',
    'Deleted user',
    'John from customs',
    'cake_lover',
    'name',
    'pie_preferrer',
  ]);
  expect(await landed(here)).toEqual([['cake_lover', expect.stringContaining('chaaa'), '[car.jpg]']]);
});
