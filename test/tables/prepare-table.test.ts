import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Row } from '../../src/input/rows/row.ts';
import { realFiles } from '../../src/system/files.ts';
import { realRandom } from '../../src/system/random.ts';
import { type PrepareSpec, prepareTable } from '../../src/tables/prepare-table.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';
import { rowsOf } from '../input/sources/read-rows.ts';
import { diary, inputOf, plain, prepared, rowsFrom, signal, timeOf, valuesOf } from './prepared.ts';

test('a prepared table gives back rows of texts, their faults and rules, and where they came from', async () => {
  const odd = ['say "hi"', 'two\nlines\t\\ \u0001 😀 \ud800', '', ' null ', '","', 'ä'];
  const rows: PreparedInput[] = [
    ...rowsFrom(odd.map((text) => ['ann', text])),
    { values: ['a'], line: 20, fault: { code: 'CSV.COLUMNS_MISMATCH', message: 'one cell' }, raw: 'a\n"' },
    { values: ['bob', 'x'], line: 22, byte: 7, leftOut: 'transform' },
  ];
  await prepared({ ...plain, inputs: [inputOf('a.csv', rows)] }, async (source) => {
    expect(source).toMatchObject({ columns: ['who', 'text'], plain: true, inputs: ['/data/a.csv'] });
    expect(source.format.name).toBe('csv');
    const read = await rowsOf(source);
    expect(read.map(({ values, fault, raw, leftOut }) => ({ values, fault, raw, leftOut }))).toEqual(
      rows.map(({ values, fault, raw, leftOut }) => ({ values, fault, raw, leftOut })),
    );
    expect(read.map(({ line }) => source.originOf?.(line))).toEqual(
      rows.map(({ line, byte }) => ({ name: 'a.csv', line, ...(byte === undefined ? {} : { byte }) })),
    );
    expect(source.originOf?.(99)).toBeUndefined();
    for (const row of read) {
      const [again] = await rowsOf(source, { file: 0, row: row.row - 1, line: row.line, byte: row.byte });
      expect(again).toEqual(row);
    }
  });
});

test('objects keep all digits, numbers beyond 1.8e308 and names such as __proto__', async () => {
  const objects = [
    '{"id":12345678901234567890,"list":[{"n":1.5},null,true]}',
    '{"__proto__":{"a":1},"b":"9007199254740993"}',
    '{}',
  ].map((text) =>
    JSON.parse(text, (_, value) => (value === 12345678901234567000 ? 12345678901234567890n : value)),
  );
  const rows = rowsFrom([...objects, { big: Infinity, none: null }]);
  const spec = { ...plain, columns: undefined, extras: ['$dir'], inputs: [inputOf('a.json', rows)] };
  await prepared({ ...spec, nthOf: () => 'x', source: () => 'first' }, async (source) => {
    expect(source.columns).toBeUndefined();
    expect(source.format.name).toBe('ndjson');
    const read = await rowsOf(source);
    expect(valuesOf(read)).toEqual(
      rows.map(({ values }, index) => ({ ...values, $source: 'first', $nth: String(index + 1) })),
    );
  });
});

test('arrays of files with different columns become objects', async () => {
  const spec: PrepareSpec = {
    ...plain,
    columns: undefined,
    extras: ['$dir'],
    inputs: [
      { ...inputOf('a.csv', [{ values: ['1', 'x'], line: 2, extras: ['rooms'] }]), columns: ['id', 'text'] },
      { ...inputOf('b.csv', [{ values: ['2'], line: 2, extras: ['rooms'] }]), columns: ['$dir'] },
    ],
  };
  await prepared(spec, async (source) => {
    expect(valuesOf(await rowsOf(source))).toEqual([{ id: '1', text: 'x', $dir: 'rooms' }, { $dir: '2' }]);
  });
});

test.each([1 << 20, 16])(
  'newestFirst reads each file from its last row (runs of %i bytes)',
  async (bytes) => {
    const inputs = [inputOf('a', diary(['a 3', 'b 2', 'c 1', 'd 0'])), inputOf('b', diary(['e 9', 'f 8']))];
    const nthOf = (): string => 'all are equal';
    await prepared(
      { ...plain, inputs, order: 'newestFirst', nthOf },
      async (source) => {
        const read = await rowsOf(source);
        expect(valuesOf(read)).toEqual([
          ['d', '0', '1'],
          ['c', '1', '2'],
          ['b', '2', '3'],
          ['a', '3', '4'],
          ['f', '8', '1'],
          ['e', '9', '2'],
        ]);
        expect(source.originOf?.(1)).toEqual({ name: 'a', line: 5, byte: 30 });
      },
      bytes,
    );
  },
);

test.each([1 << 20, 16])('byTime sorts the rows of all files, stable (runs of %i bytes)', async (bytes) => {
  const inputs = [
    inputOf('a', diary(['a -', 'b 5', 'c -', 'd 3', 'e 5'])),
    inputOf('b', diary(['f 5', 'g 1', 'h -'])),
  ];
  await prepared(
    { ...plain, inputs, order: 'byTime', timeOf },
    async (source) => {
      const names = (await rowsOf(source)).map(({ values }) => (values as readonly string[])[0]);
      expect(names.join('')).toBe('aghdbcef');
    },
    bytes,
  );
});

test('of rows with one key, all but the last one are left out by the rule onDuplicate', async () => {
  const rows = diary(['a 1', 'b 2', 'a 3', 'a 3']);
  const keyOf: PrepareSpec['keyOf'] = (_, { values }) => (values as readonly string[])[0];
  await prepared({ ...plain, inputs: [inputOf('a', rows)], keyOf }, async (source) => {
    const read = await rowsOf(source);
    expect(read.map(({ leftOut }) => leftOut)).toEqual(['onDuplicate', undefined, 'onDuplicate', undefined]);
    expect(valuesOf(read)).toEqual(rows.map(({ values }) => values));
  });
  const nthOf: PrepareSpec['nthOf'] = (_, { values }) => String(values);
  await prepared({ ...plain, inputs: [inputOf('a', rows)], keyOf, nthOf }, async (source) => {
    const read = await rowsOf(source);
    expect(read.map(({ leftOut }) => leftOut)).toEqual(['onDuplicate', undefined, undefined, undefined]);
  });
});

test.each([true, false])('rows without an equal text get no number (as arrays: %s)', async (isArray) => {
  const arrays = rowsFrom([
    ['a', '1'],
    ['b', '2'],
    ['a', '1'],
  ]);
  const objects = rowsFrom([{ who: 'a' }, { who: 'b' }, { who: 'a' }]);
  const inputs = [inputOf('a', isArray ? arrays : objects)];
  const nthOf: PrepareSpec['nthOf'] = (_, { values }) => {
    const [who] = Object.values(values);
    return who === 'a' ? who : undefined;
  };
  const spec = { ...plain, columns: isArray ? plain.columns : undefined, inputs, nthOf };
  await prepared(spec, async (source) => {
    const found = valuesOf(await rowsOf(source));
    if (isArray)
      expect(found).toEqual([
        ['a', '1', '1'],
        ['b', '2', ''],
        ['a', '1', '2'],
      ]);
    else expect(found).toEqual([{ who: 'a', $nth: '1' }, { who: 'b' }, { who: 'a', $nth: '2' }]);
  });
});

test('a finished table with the same identity is kept, and a lost one comes back with the same bytes', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const into = { path: join(folder.path, 't'), files: realFiles, random: realRandom };
  let reads = 0;
  const counted = (identity: string): PrepareSpec => ({
    ...plain,
    identity,
    inputs: [
      {
        name: 'a',
        path: '/a',
        async pass(take) {
          reads++;
          for (const row of diary(['a 1', 'b 2'])) take(row);
        },
      },
    ],
  });
  await prepareTable(counted('one'), into, signal);
  await prepareTable(counted('one'), into, signal);
  expect(reads).toBe(1);
  const names = ['t', 't.json', 't.places'];
  const bytes = (): Buffer[] => names.map((name) => readFileSync(join(folder.path, name)));
  const before = bytes();
  expect(readdirSync(folder.path).sort()).toEqual(names);
  for (const name of names) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
  for (const [index, name] of names.entries()) {
    realFiles.rmSync(join(folder.path, name), {});
    await prepareTable(counted('one'), into, signal);
    expect(reads).toBe(2 + index);
    expect(bytes()).toEqual(before);
  }
  await prepareTable(counted('two'), into, signal);
  expect(reads).toBe(5);
});

test('a selection knows rows by their bytes, those that are left out among them, but no faults', async () => {
  const rows: PreparedInput[] = [
    { values: ['a', '1'], line: 1 },
    { values: [], line: 2, fault: { code: 'CSV.COLUMNS_MISMATCH', message: 'none' } },
    { values: ['b', '2'], line: 3, leftOut: 'transform' },
    { values: ['c', '3'], line: 4 },
  ];
  await prepared({ ...plain, inputs: [inputOf('a', rows)] }, async (source) => {
    const offered: string[] = [];
    const selection = {
      expected: { length: 0, innerLines: 0, is: () => false },
      known(bytes: Uint8Array, start: number, end: number) {
        offered.push(Buffer.from(bytes.subarray(start, end)).toString());
        return offered.length === 1;
      },
      row: (row: Row) => ({ ...row, ordinal: offered.length - 1 }),
    };
    const read: Row[] = [];
    for await (const chunk of source.read(undefined, signal, selection)) read.push(...chunk);
    expect(offered).toEqual(['["a","1"]', '-"transform"\t["b","2"]', '["c","3"]']);
    expect(read.map(({ row, line, ordinal }) => [row, line, ordinal])).toEqual([
      [2, 2, 0],
      [3, 3, 1],
      [4, 4, 2],
    ]);
  });
});
