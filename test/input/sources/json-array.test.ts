import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../src/input/rows/row.ts';
import { JsonArrayRows } from '../../../src/input/sources/json/json-array-rows.ts';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import { ROW_BYTES_MAX } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { sourceConformance } from '../../conformance/source.ts';
import { rowsIn, rowsOf, told } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

sourceConformance({
  name: 'a JSON array',
  format: ndjson,
  header: '[\n',
  footer: ']\n',
  between: /^[\s,[\]]*$/,
  pieces: [
    '{"uid":"a","name":"Ä😀"}',
    '{"n":[1,{"x":null}]}',
    '{\n  "uid": "b"\n}',
    '{}',
    '{"a":1,"a":2}',
    '[1]',
    '{"a"',
    '"',
    '\\',
    ' ',
    ',',
    ',',
    ']',
    '\n',
    '\n',
    '\r\n',
    '\r',
    new Uint8Array([0xff]),
    '😀',
    '12345678901234567890',
  ],
  good: (number) => `{"uid":"u-${number}","text":"line ${number}"},\n`,
  parser: (from) => new JsonArrayRows(0, 'utf-8', from),
});

const values = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 5 }).filter((name) => name !== '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);

test('every array of objects gives its objects, however it is formatted', async () => {
  const indents = fc.constantFrom(undefined, 1, 2, '\t');
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 8 }), indents, async (objects, indent) => {
      // Whole numbers beyond 2^53 come back as bigints, with their digits.
      fc.pre(!/\d{16}/.test(JSON.stringify(objects)));
      const rows = await rowsIn(ndjson, 'a.json', JSON.stringify(objects, null, indent));
      expect(rows.map((row) => row.values)).toEqual(JSON.parse(JSON.stringify(objects)));
    }),
    { numRuns: 100 },
  );
});

const good = '  {\n    "uid": "z"\n  }';

test.each([
  ['a trailing comma', '  {"uid": "a",}', 'NDJSON.SYNTAX_INVALID', 15],
  ['a name without quotes', '  {uid: "a"}', 'NDJSON.SYNTAX_INVALID', 4],
  ['NaN', '  {"uid": NaN}', 'NDJSON.SYNTAX_INVALID', 11],
  ['a quote that is not closed', '  {"uid": "a}', 'NDJSON.SYNTAX_INVALID', 14],
  ['a bracket that is not closed', '  {"uid": [1}', 'NDJSON.SYNTAX_INVALID', 13],
  ['a duplicate key', '  {"uid":1,"uid":2}', 'NDJSON.SYNTAX_INVALID', 12],
  ['a list', '  ["uid"]', 'NDJSON.NOT_OBJECT', undefined],
  ['a bare value', '  42', 'NDJSON.NOT_OBJECT', undefined],
  ['no value at all', '  what', 'NDJSON.SYNTAX_INVALID', 3],
  ['nesting over 64', `  {"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'NDJSON.TOO_DEEP', undefined],
])(
  '%s is refused at its place, and the elements around it are read',
  async (_what, element, code, column) => {
    const text = `[\n${good},\n${element},\n${good},\n${good}\n]\n`;
    const rows = await rowsIn(ndjson, 'a.json', text);
    const at = 2 + good.length + 2;
    expect(rows.map(told)).toEqual([
      { line: 2, byte: 4, values: { uid: 'z' } },
      { line: 5, byte: at + 2, code, column },
      { line: 6, byte: at + element.length + 4, values: { uid: 'z' } },
      { line: 9, byte: at + element.length + 6 + good.length, values: { uid: 'z' } },
    ]);
    expect(rows[1]?.raw).toBe(element.trim());
  },
);

test('a fault in a later line of an element is reported with that line and column', async () => {
  const text = `[\n${good},\n  {\n    "uid": "a"\n    "name": "b"\n  },\n${good}\n]`;
  const rows = await rowsIn(ndjson, 'a.json', text);
  expect(rows.map((row) => row.fault?.message)).toEqual([
    undefined,
    ', or } is expected, found " in column 5 of line 7',
    undefined,
  ]);
});

test('on one line, a fault is reported with its byte, and the next element is found by its first name', async () => {
  const text = '[{"uid":"a","n":[{"x":1},{"x":2}]},{"uid":"b},{"uid":"c","n":[{"x":1},{"x":2}]},{"uid":"d"}]';
  const rows = await rowsIn(ndjson, 'a.json', text);
  expect(rows.map((row) => row.fault?.code ?? (row.values as { uid: string }).uid)).toEqual([
    'a',
    'NDJSON.SYNTAX_INVALID',
    'c',
    'd',
  ]);
  expect(rows[1]).toMatchObject({ byte: text.indexOf('{"uid":"b'), raw: '{"uid":"b}' });
});

test('an array that is cut off gives every complete element, then SOURCE.TRUNCATED', async () => {
  for (const end of ['', ',', ',\n', ', {"uid"']) {
    await using file = await tempFile('a.json', `[{"uid":"a"},\n{"uid":"b"}${end}`);
    const source = await ndjson.open(file.path, 0, { files: realFiles });
    const rows: Row[] = [];
    const reading = (async () => {
      for await (const chunk of source.read(undefined, new AbortController().signal)) rows.push(...chunk);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
    expect(rows.filter((row) => !row.fault)).toHaveLength(2);
    // A resumed run must not mistake the end of the file for the end of the array.
    const from = { file: 0, row: 2, line: 2, byte: 24 };
    if (end === '') await expect(rowsOf(source, from)).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
  }
});

test('a complete element over the limit is one row, whatever its content', async () => {
  const inner = JSON.stringify(Array.from({ length: 60_000 }, (_, n) => ({ uid: `in-${n}`, x: 1 })));
  expect(inner.length).toBeGreaterThan(ROW_BYTES_MAX);
  const rows = await rowsIn(ndjson, 'a.json', `[{"uid":"a"},{"uid":"big","n":${inner}},{"uid":"c"}]`);
  expect(rows.map((row) => row.fault?.code)).toEqual([undefined, 'ROW.TOO_LARGE', undefined]);
});

test('an extra or missing comma, an empty array and several arrays lose no row', async () => {
  const uids = async (text: string) =>
    (await rowsIn(ndjson, 'a.json', text)).map((row) => (row.values as { uid: number }).uid);
  expect(await uids('[{"uid":1},]')).toEqual([1]);
  expect(await uids('[{"uid":1} {"uid":2},,{"uid":3}]')).toEqual([1, 2, 3]);
  expect(await uids(' [ ] ')).toEqual([]);
  expect(await uids('[{"uid":1}]\n[{"uid":2}]\n')).toEqual([1, 2]);
});

test('lines that begin with an array are lines, and one object over several lines is refused with a hint', async () => {
  const rows = await rowsIn(ndjson, 'a.ndjson', '["a"]\n{"uid":"b"}\n');
  expect(rows.map((row) => row.fault?.code)).toEqual(['NDJSON.NOT_OBJECT', undefined]);
  await expect(rowsIn(ndjson, 'a.json', '{\n "messages": []\n}')).rejects.toMatchObject({
    code: 'SOURCE.FORMAT_UNKNOWN',
    hint: expect.stringContaining('rows: $.messages[*]'),
  });
});

test('long numbers keep their digits, and a broken row of a thousand opening brackets is refused quickly', async () => {
  const [row] = await rowsIn(ndjson, 'a.json', '[{"id":1154468745624535081}]');
  expect(row?.values).toEqual({ id: 1154468745624535081n });
  const before = process.cpuUsage();
  const hostile = `[\n${'{"a":\n'.repeat(100_000)}`;
  await expect(rowsIn(ndjson, 'a.json', hostile)).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
