import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonDocumentRows } from '../../../../src/input/sources/json/json-document-rows.ts';
import { parseParentColumn, parseRowsPath } from '../../../../src/input/sources/json/json-path.ts';
import { ndjson } from '../../../../src/input/sources/json/ndjson.ts';
import type { SourceOptions } from '../../../../src/input/sources/source.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { IN_TIME } from '../../../support/in-time.ts';
import { rowsIn, rowsInPieces, rowsOf } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';

/** The rows of a document in short: the values or the code. */
async function read(content: unknown, rows: string, options: Omit<SourceOptions, 'files'> = {}) {
  const text = typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content);
  const read = await rowsIn(ndjson, 'a.json', text, { rows, ...options });
  return read.map(({ values, fault }) => fault?.code ?? values);
}

const parserOf = (path: string, parents: readonly string[] = []): JsonDocumentRows =>
  new JsonDocumentRows(
    {
      path: 'a.json',
      file: 0,
      encoding: 'utf-8',
      rows: parseRowsPath(path),
      parents: parents.map(parseParentColumn),
    },
    0,
  );

describe('the rows at a path', () => {
  const chats = {
    name: 'export',
    users: { u1: { name: 'Ann' }, u2: { name: 'Ben', $key: 'own' } },
    channels: [
      { id: 'c1', messages: [{ id: 1 }, { id: 2 }] },
      { id: 'c2', topic: null, messages: [] },
      { id: 'c3', other: 3, messages: [{ id: 3 }] },
    ],
    'odd name': [['a'], ['b', 1]],
  };

  test.each([
    ['$.channels[*].messages[*]', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['$.channels[1]', [chats.channels[1]]],
    ['$.channels[0].messages[1]', [{ id: 2 }]],
    [
      '$.users.*',
      [
        { $key: 'u1', name: 'Ann' },
        { $key: 'own', name: 'Ben' },
      ],
    ],
    ['$.users.u1', [{ name: 'Ann' }]],
    ["$['odd name'][*][*]", [{ value: 'a' }, { value: 'b' }, { value: 1 }]],
    [
      '$["odd name"].*.*',
      [
        { $key: '0', value: 'a' },
        { $key: '0', value: 'b' },
        { $key: '1', value: 1 },
      ],
    ],
    ['$.name', [{ value: 'export' }]],
    ['$.channels[*].topic', [{ value: null }]],
    ['$', [chats]],
    [
      '$.channels[*].messages.*',
      [
        { $key: '0', id: 1 },
        { $key: '1', id: 2 },
        { $key: '0', id: 3 },
      ],
    ],
  ])('%s', async (path, rows) => {
    expect(await read(chats, path)).toEqual(rows);
  });

  test('an array of objects or of bare values is a document as well', async () => {
    expect(await read([{ a: 1 }, 'x', null, [1, 2]], '$[*]')).toEqual([
      { a: 1 },
      { value: 'x' },
      { value: null },
      { value: [1, 2] },
    ]);
  });

  test('a file of several documents, one after the other, gives the rows of each', async () => {
    const text = '{"m":[{"a":1}]}\n{"m":[{"a":2}]} {"m":[]}\n';
    expect(await read(text, '$.m[*]', { parents: ['^.id'] })).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('whole numbers beyond 2^53 keep their digits', async () => {
    const text = '{"id":12345678901234567890,"m":[{"id":9007199254740993},98765432109876543210]}';
    expect(await read(text, '$.m[*]', { parents: ['^.id'] })).toEqual([
      { '^.id': 12345678901234567890n, id: 9007199254740993n },
      { '^.id': 12345678901234567890n, value: 98765432109876543210n },
    ]);
  });

  test('names that JavaScript knows are ordinary names', async () => {
    const text = '{"constructor":{"__proto__":[{"__proto__":1,"toString":2}]}}';
    const [row] = await rowsIn(ndjson, 'a.json', text, {
      rows: '$.constructor.__proto__[*]',
      parents: ['^.x'],
    });
    expect(JSON.stringify(row?.values)).toBe('{"__proto__":1,"toString":2}');
  });

  test('each row has its line and byte, and reading goes on after any row', async () => {
    const text = '{ "list": [\r\n  {"a": 1,\n "b": 2},\r  "x", 3\n] }';
    await using file = await tempFile('a.json', text);
    const source = await ndjson.open(file.path, 4, { files: realFiles, rows: '$.list[*]' });
    const rows = await rowsOf(source);
    expect(source.plain).toBe(false);
    expect(
      rows.map(({ line, byte, endLine, endByte, row }) => [row, line, endLine, text.slice(byte, endByte)]),
    ).toEqual([
      [1, 2, 3, '{"a": 1,\n "b": 2}'],
      [2, 4, 4, '"x"'],
      [3, 4, 4, '3'],
    ]);
    for (const [index, { row, endByte: byte, endLine: line }] of rows.entries())
      expect(await rowsOf(source, { file: 4, row, line, byte })).toEqual(rows.slice(index + 1));
  });

  test('other encodings and a byte order mark are read as in every file', async () => {
    const text = '\ufeff{"m":[{"name":"Zoë 😀"}]}';
    expect(await read(Buffer.from(text, 'utf16le'), '$.m[*]')).toEqual([{ name: 'Zoë 😀' }]);
    expect(await read(Buffer.from(text), '$.m[*]')).toEqual([{ name: 'Zoë 😀' }]);
  });

  test('nulls are absent', async () => {
    expect(await read({ m: [{ a: 'NULL', b: 1 }] }, '$.m[*]', { nulls: ['NULL'] })).toEqual([{ b: 1 }]);
  });
});

describe('a value of an enclosing object', () => {
  test('is taken from as many levels up as the column has ^', async () => {
    const text = { app: 'x', rooms: { r1: { info: { id: 'R' }, messages: { m1: { t: 1 } } } } };
    const parents = ['^.info.id', '^^.info.id', '^.^.$key', '^.$key', '^^^.app', '^^^^.app', '^^^^.rooms'];
    expect(await read(text, '$.rooms.*.messages.*', { parents })).toEqual([
      {
        $key: 'm1',
        '^^.info.id': 'R',
        '^.^.$key': 'r1',
        '^.$key': 'messages',
        '^^^^.app': 'x',
        t: 1,
      },
    ]);
  });

  test('is the one of the object around this row, not of the one before', async () => {
    const text = { list: [{ id: 1, m: [1, 2] }, { m: [3] }, { id: null, m: [4] }, { id: { a: 1 }, m: [5] }] };
    expect(await read(text, '$.list[*].m[*]', { parents: ['^.id'] })).toEqual([
      { '^.id': 1, value: 1 },
      { '^.id': 1, value: 2 },
      { value: 3 },
      { '^.id': null, value: 4 },
      { value: 5 },
    ]);
  });

  test('that comes only after the rows is SOURCE.PARENT_LATE, with its line', async () => {
    const text = '{"list": [{"m": [1],\n"channel": {"name": "x", "id": 7}}]}';
    await expect(read(text, '$.list[*].m[*]', { parents: ['^.channel.id'] })).rejects.toMatchObject({
      code: 'SOURCE.PARENT_LATE',
      message: expect.stringContaining('^.channel.id in line 2'),
      hint: expect.stringContaining('write "channel" before the rows'),
    });
  });

  test('comes late without harm where no row stands before it', async () => {
    expect(await read('{"m": [], "id": 1}', '$.m[*]', { parents: ['^.id'] })).toEqual([]);
  });
});

describe('whatever the document', () => {
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1.5e10, '', 'a"\\', 'ä😀', '\n]', '}{'),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'm', 'é"'), tie('json'), { maxKeys: 4 }),
    ),
  }));

  test('the rows are the values at the path, however the bytes are cut and however it is written', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    const indent = fc.constantFrom(undefined, 1, '\t', '  \r\n');
    fc.assert(
      fc.property(json, sizes, indent, fc.constantFrom('m', 'a'), (value, cut, space, name) => {
        const text = Buffer.from(JSON.stringify({ a: value, m: value }, undefined, space));
        const expected = Array.isArray(value) ? value : [];
        const parser = parserOf(`$.${name}[*]`);
        const rows = rowsInPieces(parser, text, cut);
        const plain = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each);
        expect(rows.map(({ values }) => values)).toEqual(
          expected.map((each: unknown) => (plain(each) ? each : { value: each })),
        );
        for (const { byte, endByte, values } of rows) {
          const again: unknown = JSON.parse(text.subarray(byte, endByte).toString());
          expect(plain(again) ? again : { value: again }).toEqual(values);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a text is refused exactly if JSON refuses it, however the bytes are cut', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"m"',
      '1',
      'tru',
      'true',
      ' ',
      '\n',
      '"',
      '\\',
    );
    const text = fc.array(token, { maxLength: 12 }).map((tokens) => Buffer.from(tokens.join('')));
    const outcome = (bytes: Buffer, cut: readonly number[]) => {
      try {
        return rowsInPieces(parserOf('$.m[*]'), bytes, cut).map(({ values, fault }) => fault?.code ?? values);
      } catch (error) {
        return (error as { code?: string }).code ?? error;
      }
    };
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (bytes, piece) => {
        const whole = outcome(bytes, []);
        expect(outcome(bytes, [piece])).toEqual(whole);
        let isJson = true;
        try {
          JSON.parse(bytes.toString());
        } catch {
          isJson = false;
        }
        if (isJson) expect(Array.isArray(whole)).toBe(true);
      }),
      { numRuns: 20_000, ...IN_TIME },
    );
  });
});

test('memory stays flat over a long document', () => {
  const parser = parserOf('$.m[*]', ['^.id']);
  let rows = 0;
  const sink = { row: () => void rows++ };
  parser.push(Buffer.from(`{"id":1,"skip":"`), sink);
  const filler = Buffer.alloc(131_072, 'x');
  for (let piece = 0; piece < 800; piece += 1) parser.push(filler, sink);
  parser.push(Buffer.from('","m":[0'), sink);
  const many = Buffer.from(',{"text":"hello"}'.repeat(8_000));
  global.gc?.();
  const before = process.memoryUsage().arrayBuffers;
  for (let piece = 0; piece < 50; piece += 1) parser.push(many, sink);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  parser.push(Buffer.from(']}'), sink);
  parser.end(sink);
  expect(rows).toBe(400_001);
});
