import { expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { ANN, AT, conversation, intercomHere, lines, part, textsIn } from './intercom-here.ts';

const codesOf = async (files: Readonly<Record<string, string>>) => {
  await using here = await intercomHere(files);
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  return { codes: report.problems.map(({ code, count }) => `${code} ${count}`), kinds: summary.kinds };
};

test.each(['{"a":}', '{"type":"us', '7', 'null', '"text"', '{}', '{"type":"company","id":"1"}'])(
  'a first line that is no conversation is rejected, and the others count: %s',
  async (first) => {
    const { codes, kinds } = await codesOf({ 'a.ndjson': lines(first, conversation('501', [part()])) });
    expect(codes).toHaveLength(1);
    expect(kinds.messages).toMatchObject({ read: 2, converted: 2 });
  },
);

test('a line that is cut off is rejected with its place, and the file alone says where it ends', async () => {
  const whole = lines(conversation('501', [part()]), conversation('502', [part()]));
  await using here = await intercomHere({ 'a.ndjson': whole.slice(0, -200) });
  const { result } = await here.json('validate');
  expect(result.problems).toMatchObject([{ code: 'NDJSON.SYNTAX_INVALID', count: 1 }]);
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, converted: 2 });
  const page = JSON.stringify({ type: 'conversation.list', conversations: [conversation('501', [part()])] });
  await using cut = await intercomHere({ 'a.json': page.slice(0, -30) });
  await expect(cut.json('validate')).rejects.toThrow(/SOURCE\.(?:TRUNCATED|JSON_INVALID)[\s\S]*a\.json/);
});

test('ids that are missing, and values of other types, end in a rejected row or are left out', async () => {
  const odd = [
    7,
    null,
    [],
    part({ id: null }),
    part({ created_at: 'soon' }),
    part({ author: 'me', body: '<p>nobody</p>' }),
    part({ attachments: 'none', body: { a: 1 } }),
    part({ attachments: [null, {}], redacted: 'no' }),
  ];
  const { codes, kinds } = await codesOf({
    'a.ndjson': lines(
      conversation('501', odd, { title: 7, contacts: 'x', teammates: [1], tags: { tags: 'x' }, topics: [] }),
      conversation('', [part()]),
      { ...conversation('502'), source: 'x', conversation_parts: [1, 2] },
    ),
  });
  expect(codes.toSorted()).toEqual(['EXPORT.ROW_UNKNOWN 3', 'ROW.FIELD_MISSING 2', 'ROW.TIME_INVALID 1']);
  expect(kinds.conversations).toMatchObject({ read: 3, imported: 2, dropped: { unreadable: 1 } });
  expect(kinds.messages).toMatchObject({
    read: 9,
    converted: 3,
    dropped: { unreadable: 4, empty: 1, timeInvalid: 1 },
  });
});

test('names of members that every object has change nothing', async () => {
  const text = lines(conversation('501', [part()])).replace(
    '"type":"conversation"',
    '"__proto__":{"id":"9","state":"closed"},"constructor":{"name":"x"},"type":"conversation"',
  );
  await using here = await intercomHere({
    'a.ndjson': `${text}${lines(conversation('__proto__', [part({ id: 'constructor', author: { type: '__proto__', id: 'toString' } })]))}`,
  });
  const { result } = await here.json('run', '--yes');
  expect(result.problems).toEqual([]);
  expect(result.entities.messages).toMatchObject({ created: 4 });
});

test('a part with a number that another one has is repeated, in its conversation alone', async () => {
  const same = (body: string) => part({ id: '5', body: `<p>${body}</p>`, created_at: AT + 1 });
  await using here = await intercomHere({
    'a.ndjson': lines(conversation('501', [same('a'), same('b')]), conversation('502', [same('c')])),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ read: 5, dropped: { repeated: 1 } });
  expect((await textsIn(here)).map(([, text]) => text).toSorted()).toEqual(['b', 'c', 'hello', 'hello']);
});

test('a conversation that is longer than a row may be is read part by part', async () => {
  const long = Array.from({ length: 700 }, (_, at) =>
    part({
      body: `<p>${at} ${'words '.repeat(400)}</p>`,
      created_at: AT + at,
      ...(at === 699 ? { author: ANN } : {}),
    }),
  );
  const whole = conversation('502', long, { statistics: { count_conversation_parts: 900 } });
  for (const files of [
    { 'a.ndjson': lines(conversation('501', [part()]), whole, conversation('503', [part()])) },
    { 'a.json': JSON.stringify([conversation('501', [part()]), whole, conversation('503', [part()])]) },
  ]) {
    await using here = await intercomHere(files);
    const { report, summary } = await summaryOf(here);
    expect(report.problems).toEqual([]);
    expect(summary.kinds).toMatchObject({
      users: { read: 2, imported: 2 },
      conversations: { read: 3, imported: 3 },
      members: { read: 6, imported: 6 },
      messages: { read: 705 },
    });
    expect(summary.notes.join()).toContain('parts that the export lacks: 200, of conversations: 1 (502)');
  }
});

test('a value that is nested thousands of levels deep costs its conversation alone', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = lines(
    conversation('501', [part()], { custom_attributes: 'DEEP' }),
    conversation('502', [part()]),
  );
  const { codes, kinds } = await codesOf({ 'a.ndjson': text.replace('"DEEP"', deep) });
  expect(codes).toEqual(['NDJSON.TOO_DEEP 1']);
  expect(kinds.messages).toMatchObject({ read: 2, converted: 2 });
});

test.each([
  ['tags without an end', '<b>'],
  ['pictures without an end', '<img '],
  ['pictures without an address', '<img src="'],
  ['pictures', '<img src="https://x.intercomcdn.com/a">'],
  ['entities', '&amp;'],
  ['comments', '<!--'],
])('half a megabyte of HTML takes no longer than its length: %s', async (_, text) => {
  const started = process.cpuUsage();
  const body = text.repeat(Math.floor(500_000 / text.length));
  const { codes } = await codesOf({ 'a.ndjson': lines(conversation('501', [part({ body })])) });
  expect(codes).toEqual([]);
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(3_000);
});
