import { describe, expect, test } from 'vitest';
import { ndjson } from '../../../../src/input/sources/json/ndjson.ts';
import { ROW_BYTES_MAX, type SourceOptions } from '../../../../src/input/sources/source.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { rowsIn } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';

/** The rows of a document in short: the values or the code. */
async function read(content: unknown, rows: string, options: Omit<SourceOptions, 'files'> = {}) {
  const text = typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content);
  const read = await rowsIn(ndjson, 'a.json', text, { rows, ...options });
  return read.map(({ values, fault }) => fault?.code ?? values);
}

describe('a path that leads nowhere', () => {
  const chats = { channels: [{ id: 1, messages: [{ id: 1 }] }], users: { a: {} }, name: 'x' };

  test.each([
    ['$.chanels[*]', '$ has channels, users, name', 'rows: $.channels[*]'],
    ['$.channels[*].mesages[*]', '$.channels[*] has id, messages', 'rows: $.channels[*].messages[*]'],
    ['$.channels.messages[*]', '$.channels is an array', 'rows: $.channels[*].messages[*]'],
    ['$.users[*]', '$.users has a', 'rows: $.users.*'],
    ['$[*]', '$ has channels, users, name', 'rows: $.*'],
    ['$.channels', 'has an array at $.channels', 'rows: $.channels[*]'],
    ['$.name[*]', '$ has channels, users, name', ''],
  ])('%s: the error says what is there', async (path, message, hint) => {
    await expect(read(chats, path)).rejects.toMatchObject({
      code: 'SOURCE.PATH_INVALID',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  test('in one of several files is a warning', async () => {
    const said: string[] = [];
    const options = { emptyAllowed: true, warn: (sentence: string) => said.push(sentence) };
    expect(await read(chats, '$.x[*]', options)).toEqual([]);
    expect(said).toEqual(['it has nothing at $.x[*]: $ has channels, users, name']);
  });

  test.each([['{"channels": []}'], ['{"channels": [{"messages": []}]}']])(
    'is none where the array is empty: %s gives no rows',
    async (text) => {
      expect(await read(text, '$.channels[*].messages[*]')).toEqual([]);
    },
  );

  test.each(['', 'messages', '$messages', '$.a..b', '$.a[', '$.a[?(@.b)]', '$.a[-1]', '$.', '$..a', '$.a b'])(
    '%j is no path',
    async (path) => {
      await expect(read(chats, path)).rejects.toMatchObject({
        code: 'SOURCE.PATH_INVALID',
        hint: expect.stringContaining('$.channels[*].messages[*]'),
      });
    },
  );
});

describe('a broken document', () => {
  test('refuses a broken row and reads the rows around it', async () => {
    const text = '{"m":[{"a":1},{"a":tru},{"a":2,"a":3},{"a":4}]}';
    expect(await read(text, '$.m[*]')).toEqual([
      { a: 1 },
      'NDJSON.SYNTAX_INVALID',
      'NDJSON.SYNTAX_INVALID',
      { a: 4 },
    ]);
  });

  test('a row that does not end loses no other row if the next one can be told', async () => {
    const text = '{"m":[\n  {"a":[1},\n  {"a":1},\n  {"a":"x},\n  {"a":2}\n]}';
    const rows = await rowsIn(ndjson, 'a.json', text, { rows: '$.m[*]' });
    expect(rows.map(({ line, values, fault }) => [line, fault?.code ?? values])).toEqual([
      [2, 'NDJSON.SYNTAX_INVALID'],
      [3, { a: 1 }],
      [4, 'NDJSON.SYNTAX_INVALID'],
      [5, { a: 2 }],
    ]);
  });

  test.each([
    ['{"m":[{"a":1}\n {"a":2}]}', ', or ] is expected, found { in line 2, column 2'],
    ['{"m":[{"a":1]}', '] in line 1, column 13'],
    ['{"x" 1,"m":[]}', ': after a name is expected, found 1 in line 1, column 6'],
    ['{x:1}', 'a name in double quotes is expected, found x in line 1, column 2'],
    ['{"x":01}', 'a value is expected, found 0'],
    ['{"x":"a\nb"}', 'a control character that is not escaped in a string in line 1, column 8'],
    ['{"x":1,}', 'a name in double quotes is expected, found }'],
    ['{"m":[1,]}', 'a value is expected, found ]'],
    ['{"m":[]}}', 'a value is expected, found }'],
  ])('%j is an error with its place', async (text, message) => {
    await expect(read(text, '$.m[*]')).rejects.toMatchObject({
      code: 'SOURCE.JSON_INVALID',
      message: expect.stringContaining(message),
      where: expect.objectContaining({ line: expect.any(Number), byte: expect.any(Number) }),
    });
  });

  test('a file that ends too early is SOURCE.TRUNCATED, after all rows before', async () => {
    const text = JSON.stringify({ a: { b: ['x y'] }, m: [{ t: 'ä' }, 12, true, 'x'], z: -1 });
    const ends = ['{"t":"ä"},', '12,', 'true,', '"x"]'].map((row) =>
      Buffer.byteLength(text.slice(0, text.indexOf(row) + row.length)),
    );
    for (let length = 1; length < Buffer.byteLength(text); length += 1) {
      await using file = await tempFile('a.json', Buffer.from(text).subarray(0, length));
      const source = await ndjson.open(file.path, 0, { files: realFiles, rows: '$.m[*]' });
      const rows: unknown[] = [];
      const reading = (async () => {
        for await (const chunk of source.read(undefined, new AbortController().signal))
          rows.push(...chunk.map(({ values }) => values));
      })();
      await expect(reading).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
      const all = [{ t: 'ä' }, { value: 12 }, { value: true }, { value: 'x' }];
      expect(rows).toEqual(all.slice(0, rows.length));
      expect(rows.length, `after ${length} bytes`).toBeGreaterThanOrEqual(
        ends.filter((end) => end <= length).length,
      );
    }
  });

  test('a row over the limit is a fault, wherever it ends, and one too deep as well', async () => {
    const long = 'x'.repeat(ROW_BYTES_MAX);
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
    expect(await read(`{"m":[1,{"t":"${long}"},"${long}",${deep},2]}`, '$.m[*]')).toEqual([
      { value: 1 },
      'ROW.TOO_LARGE',
      'ROW.TOO_LARGE',
      'NDJSON.TOO_DEEP',
      { value: 2 },
    ]);
  });

  test.each([66, 20_000])('a value nested %i levels deep beside the rows is passed over', async (levels) => {
    const deep = `${'{"a":[\r\n"]\\"",'.repeat(levels / 2)}0${']}'.repeat(levels / 2)}`;
    const rows = await rowsIn(ndjson, 'a.json', `{"x":${deep},"m":[1,{"t":${deep}},2],"y":[${deep}]}`, {
      rows: '$.m[*]',
    });
    expect(rows.map(({ values, fault }) => fault?.code ?? values)).toEqual([
      { value: 1 },
      'NDJSON.TOO_DEEP',
      { value: 2 },
    ]);
    expect(rows[0]?.line).toBe(1 + levels / 2);
  });

  test('only blanks are an empty file', async () => {
    await expect(read(' \n', '$.m[*]')).rejects.toMatchObject({ code: 'SOURCE.EMPTY' });
  });
});
