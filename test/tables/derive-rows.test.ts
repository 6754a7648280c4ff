import { mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from '../../src/keys/key-table.ts';
import { realFiles } from '../../src/system/files.ts';
import { realRandom } from '../../src/system/random.ts';
import { type DeriveRules, RowDeriver } from '../../src/tables/derived/derive-rows.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';

const { signal } = new AbortController();

type Base = {
  readonly room: string;
  readonly who?: string | undefined;
  readonly name?: string;
  readonly at: number | bigint;
};

type Spec = DeriveRules<Base> & { readonly rows: readonly Base[] };

const spec = (rows: readonly Base[], more: Partial<DeriveRules<Base>> = {}): Spec => ({
  rows,
  keyFields: ['uid'],
  keyOf: ({ who }) => (who === undefined ? undefined : [who]),
  fields: [
    { field: 'name', prefer: 'first', valueOf: ({ name }) => name },
    { field: 'lastName', prefer: 'last', valueOf: ({ name }) => name },
    { field: 'least', prefer: 'min', valueOf: ({ at }) => at },
    { field: 'most', prefer: 'max', valueOf: ({ at }) => at },
  ],
  ...more,
});

async function derived(from: Spec, keysMax?: number): Promise<PreparedInput[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const place = { path: join(folder.path, 'users'), files: realFiles, random: realRandom };
  const rows: PreparedInput[] = [];
  using deriver = new RowDeriver(from, place, keysMax);
  for (const row of from.rows) deriver.add(row);
  await deriver.pass((row) => rows.push(row), signal);
  deriver[Symbol.dispose]();
  expect(readdirSync(folder.path)).toEqual([]);
  return rows;
}

const rows: readonly Base[] = [
  { room: 'b', who: 'zoe', at: 5 },
  { room: 'b', who: 'ann', name: 'Ann', at: 3 },
  { room: 'a', at: 1 },
  { room: 'a', who: 'zoe', name: 'Zoe', at: 9 },
  { room: 'a', who: 'ann', name: 'Ann Lee', at: 12345678901234567890n },
  { room: 'b', who: 'zoe', name: 'Zo', at: 2 },
];

test.each([1, 2, 100])(
  'one row for each key, with first, last, least and most (%i keys in memory)',
  async (most) => {
    expect((await derived(spec(rows), most)).map(({ values }) => values)).toEqual([
      { uid: 'ann', name: 'Ann', lastName: 'Ann Lee', least: 3, most: 12345678901234567890n },
      { uid: 'zoe', name: 'Zoe', lastName: 'Zo', least: 2, most: 9 },
    ]);
  },
);

test('a key of two fields, without the keys that a real source has', async () => {
  const real = new KeySet();
  real.add(['b', 'ann']);
  const from = spec(rows, {
    keyFields: ['guid', 'uid'],
    keyOf: ({ room, who }) => (who === undefined ? undefined : [room, who]),
    fields: [],
    exclude: (key) => real.has(key),
    originOf: ({ name = '' }) => ({ file: 1, line: name.length, byte: -1 }),
  });
  expect(await derived(from, 1)).toEqual([
    { values: { guid: 'a', uid: 'ann' }, file: 1, line: 7, byte: -1 },
    { values: { guid: 'a', uid: 'zoe' }, file: 1, line: 3, byte: -1 },
    { values: { guid: 'b', uid: 'zoe' }, file: 1, line: 0, byte: -1 },
  ]);
});

test.each([1, 100])('a key that comes from different cells is a fault (%i keys in memory)', async (most) => {
  const from = spec(rows, {
    sourceCell: { of: ({ name }) => name, comparable: (cell) => cell as string },
    fields: [],
  });
  const found = await derived(from, most);
  expect(found.map(({ values, fault }) => ({ values, fault }))).toEqual([
    {
      values: { uid: 'ann' },
      fault: {
        code: 'ID.COLLISION',
        field: 'uid',
        value: 'ann',
        message: '"Ann" and "Ann Lee" both become ann',
      },
    },
    {
      values: { uid: 'zoe' },
      fault: { code: 'ID.COLLISION', field: 'uid', value: 'zoe', message: '"Zoe" and "Zo" both become zoe' },
    },
  ]);
});

const base = fc.record(
  {
    room: fc.constantFrom('a', 'b', 'a\0', '\0'),
    who: fc.constantFrom('ann', 'bob', '', 'é', '😀', '__proto__', '\ud800', '\0b'),
    name: fc.string(),
    at: fc.oneof(fc.integer(), fc.bigInt({ min: 2n ** 54n, max: 2n ** 70n })),
  },
  { requiredKeys: ['room', 'at'] },
);

test('rows are the same however few keys fit into memory, and stay in their order when more come', async () => {
  const both: Partial<DeriveRules<Base>> = {
    keyFields: ['guid', 'uid'],
    keyOf: ({ room, who }) => (who === undefined ? undefined : [room, who]),
    sourceCell: { of: ({ name }) => name, comparable: (cell) => cell as string },
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(base, { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (all, keysMax) => {
        const whole = await derived(spec(all, both));
        expect(await derived(spec(all, both), keysMax)).toEqual(whole);
        const groups = Map.groupBy(
          all.filter(({ who }) => who !== undefined),
          ({ room, who }) => JSON.stringify([room, who]),
        );
        expect(whole.length).toBe(groups.size);
        const keysOf = (found: readonly PreparedInput[]): string[] =>
          found.map(({ values }) => JSON.stringify([...Object.values(values)].slice(0, 2)));
        for (const [key, group] of groups) {
          const row = whole[keysOf(whole).indexOf(key)]?.values as Record<string, unknown>;
          expect(row['name']).toBe(group.find(({ name }) => name !== undefined)?.name);
          expect(row['lastName']).toBe(group.findLast(({ name }) => name !== undefined)?.name);
          expect(
            group.every(({ at }) => at >= (row['least'] as number) && at <= (row['most'] as number)),
          ).toBe(true);
        }
        const fewer = keysOf(await derived(spec(all.slice(0, all.length / 2), both)));
        expect(keysOf(whole).filter((key) => fewer.includes(key))).toEqual(fewer);
      },
    ),
    { numRuns: 60 },
  );
});
