import { expect, test } from 'vitest';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import { NdjsonRows } from '../../../src/input/sources/json/ndjson-rows.ts';
import { sourceConformance } from '../../conformance/source.ts';
import { rowsIn, told } from './read-rows.ts';

sourceConformance({
  format: ndjson,
  header: '',
  pieces: [
    '{"uid":"a","name":"Ä😀"}',
    '{"n":[1,{"x":null}]}',
    '{}',
    '{"a":1,"a":2}',
    '[1]',
    '{"a"',
    '"',
    '\\',
    ' ',
    '\n',
    '\n',
    '\r\n',
    '\r',
    new Uint8Array([0xff]),
    '😀',
    '12345678901234567890',
  ],
  good: (number) => `{"uid":"u-${number}","text":"line ${number}"}\n`,
  parser: (from) => new NdjsonRows(0, 'utf-8', from),
});

const good = '{"uid":"z"}';

type Fault = readonly [what: string, line: string, code: string, column: number | undefined];

const faults: readonly Fault[] = [
  ['a line cut off', '{"uid":"a","na', 'NDJSON.SYNTAX_INVALID', 15],
  ['a trailing comma', '{"uid":"a",}', 'NDJSON.SYNTAX_INVALID', 12],
  ['a name without quotes', '{uid:"a"}', 'NDJSON.SYNTAX_INVALID', 2],
  ['NaN', '{"uid":NaN}', 'NDJSON.SYNTAX_INVALID', 8],
  ['an escape that JSON does not know', '{"uid":"\\x01"}', 'NDJSON.SYNTAX_INVALID', 9],
  ['a control character', '{"uid":"\u0001"}', 'NDJSON.SYNTAX_INVALID', 9],
  ['two objects on one line', '{"uid":"a"} {"uid":"b"}', 'NDJSON.SYNTAX_INVALID', 13],
  ['a duplicate key', '{"uid":"a","n":{"x":1,"\\u0078":2}}', 'NDJSON.SYNTAX_INVALID', 23],
  ['a duplicate __proto__', '{"__proto__":{"a":1},"__proto__":{"b":2}}', 'NDJSON.SYNTAX_INVALID', 22],
  ['an array', '["uid"]', 'NDJSON.NOT_OBJECT', undefined],
  ['a bare value', '42', 'NDJSON.NOT_OBJECT', undefined],
  ['null', 'null', 'NDJSON.NOT_OBJECT', undefined],
  ['nesting over 64', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'NDJSON.TOO_DEEP', undefined],
  ['nesting over any stack', `${'['.repeat(300_000)}`, 'NDJSON.TOO_DEEP', undefined],
];

test.each(faults)('ndjson refuses %s and reads the rows around it', async (_what, line, code, column) => {
  const rows = await rowsIn(ndjson, 'a.ndjson', `${good}\n\n${line}\r\n${good}`);
  const bytes = Buffer.byteLength(line);
  expect(rows.map(told)).toEqual([
    { line: 1, byte: 0, values: { uid: 'z' } },
    { line: 3, byte: 13, code, column },
    { line: 4, byte: 15 + bytes, values: { uid: 'z' } },
  ]);
  expect(rows[1]?.raw).toBe(line.slice(0, 65_536));
  expect(rows[1]?.endByte).toBe(15 + bytes);
});

test('ndjson refuses invalid UTF-8 with the offset and the bytes', async () => {
  const rows = await rowsIn(
    ndjson,
    'a.ndjson',
    Buffer.concat([Buffer.from(`${good}\n{"uid":"`), Buffer.from([0xe9, 0x22]), Buffer.from(`}\n${good}\n`)]),
  );
  expect(rows.map((row) => row.fault?.message)).toEqual([
    undefined,
    'invalid UTF-8 at byte 20: e9 22 7d; it looks like windows-1252 (guessed)',
    undefined,
  ]);
});

test('ndjson keeps the digits of whole numbers that JavaScript would round', async () => {
  const line =
    '{"id":1154468745624535081,"safe":9007199254740991,"f":0.1234567890123456,"s":"1154468745624535081"}';
  const [row] = await rowsIn(ndjson, 'a.ndjson', `${line}\n`);
  expect(row?.values).toEqual({
    id: 1154468745624535081n,
    safe: 9007199254740991,
    f: 0.1234567890123456,
    s: '1154468745624535081',
  });
});

test('ndjson keeps a member called __proto__ as a member', async () => {
  const [row] = await rowsIn(ndjson, 'a.ndjson', '{"__proto__":{"polluted":1},"id":1154468745624535081}\n');
  expect(Object.keys(row?.values ?? {})).toEqual(['__proto__', 'id']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('ndjson gives no rows for a file of blank lines', async () => {
  expect(await rowsIn(ndjson, 'a.ndjson', '\n \t \r\n\r\r\n')).toEqual([]);
});

test('ndjson reads a file that begins with a byte order mark', async () => {
  const rows = await rowsIn(ndjson, 'a.ndjson', `\ufeff${good}\n`);
  expect(rows.map(told)).toEqual([{ line: 1, byte: 3, values: { uid: 'z' } }]);
});

test('a broken first line that looks like the beginning of one large object loses only that row', async () => {
  const rows = await rowsIn(ndjson, 'a.ndjson', '{\n{"id":"1"}\n{"id":"2"}\n');
  expect(rows.map(({ line, values, fault }) => fault?.code ?? [line, values])).toEqual([
    'NDJSON.SYNTAX_INVALID',
    [2, { id: '1' }],
    [3, { id: '2' }],
  ]);
});
