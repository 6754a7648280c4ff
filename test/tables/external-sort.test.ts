import { mkdtempDisposableSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realFiles } from '../../src/system/files.ts';
import { realRandom } from '../../src/system/random.ts';
import { ExternalSort } from '../../src/tables/external-sort.ts';

type Sorted = { readonly key: number; readonly word: number; readonly text: string };

const record = fc.record({
  key: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })),
  word: fc.integer({ min: 0, max: 0xffff_ffff }),
  text: fc.string({ unit: 'binary', maxLength: 30 }),
});

function sorted(sorter: ExternalSort, records: readonly Sorted[]): Omit<Sorted, 'key'>[] {
  const half = records.length >> 1;
  for (const { key, word, text } of records.slice(0, half)) sorter.add(key, [word, 7], text);
  const passed: number[] = [];
  sorter.each(() => {
    passed.push(sorter.words[0] as number);
  });
  expect(passed.toSorted()).toEqual(
    records
      .slice(0, half)
      .map(({ word }) => word)
      .toSorted(),
  );
  for (const { key, word, text } of records.slice(half)) sorter.add(key, [word, 7], text);
  const found: Omit<Sorted, 'key'>[] = [];
  while (sorter.next()) {
    const { bytes, start, end, words } = sorter;
    expect(words[1]).toBe(7);
    found.push({ word: words[0] as number, text: bytes.toString('utf8', start, end) });
  }
  return found;
}

test('sorts as a stable sort in memory does, whatever fits into a run or was passed before, and again when it is empty', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const place = { path: join(folder.path, 'rows'), files: realFiles, random: realRandom };
  fc.assert(
    fc.property(
      fc.array(fc.array(record, { maxLength: 60 }), { maxLength: 3 }),
      fc.constantFrom(1, 64, 500, 100_000),
      (batches, runBytes) => {
        {
          using sorter = new ExternalSort(place, 2, runBytes);
          for (const records of batches)
            expect(sorted(sorter, records)).toEqual(
              records
                .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
                .map(({ word, text }) => ({ word, text: text.toWellFormed() })),
            );
        }
        expect(readdirSync(folder.path)).toEqual([]);
      },
    ),
  );
});

test('keeps runs in a file that only its owner can read, and removes it', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  {
    const place = { path: join(folder.path, 'rows'), files: realFiles, random: realRandom };
    using sorter = new ExternalSort(place, 1, 64);
    for (let key = 100; key > 0; key--) sorter.add(key % 7, [key], `text ${key}`);
    const [name = ''] = readdirSync(folder.path);
    expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
    expect(name).toMatch(/^rows\.\d+-.*\.tmp$/);
  }
  expect(readdirSync(folder.path)).toEqual([]);
});
