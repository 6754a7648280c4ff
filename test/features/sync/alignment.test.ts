import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Alignment } from '../../../src/features/sync/alignment.ts';
import { RecordHashReader, RecordHashWriter } from '../../../src/features/sync/record-hash-file.ts';

/** As many records as are looked ahead for at once. */
const AHEAD = 131_072;
const lo = (record: number): number => Math.imul(record, 0x9e3779b1) >>> 0;
const hi = (record: number): number => Math.imul(record ^ 0x5bd1e995, 0x85ebca6b) >>> 0;
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Looks for the records of tonight among those of the last night; gives how many were found, each to be the right one. */
function found(before: readonly number[], tonight: readonly number[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-alignment-'));
  try {
    const path = join(folder, 'records.bin');
    using writer = new RecordHashWriter(path);
    const rows = new Map<number, number>();
    for (const record of before) {
      // Of repeated records the first alone is linked with a row.
      writer.add(lo(record), hi(record), rows.has(record) ? 0 : record + 1, 0);
      rows.set(record, record + 1);
    }
    writer.publish();
    using reader = new RecordHashReader(path);
    const alignment = new Alignment(reader);
    let count = 0;
    let wrong = 0;
    for (const record of tonight) {
      const row = alignment.find(lo(record), hi(record));
      if (row === 0) continue;
      if (row === rows.get(record)) count++;
      else wrong++;
    }
    expect(wrong).toBe(0);
    return count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ALL = numbers(0, 2 * AHEAD + 60_000);

test('finds every record that stands where it stood, and after deletions and insertions of any place', () => {
  expect(found([], ALL.slice(0, 10))).toBe(0);
  expect(found(ALL, ALL)).toBe(ALL.length);
  const less = ALL.filter((record) => record % 7 !== 0 && (record < 1_000 || record > 90_000));
  // Behind a gap of more than one record the first is not looked for: it may have changed.
  const gaps = less.filter((record, index) => index > 0 && record - (less[index - 1] as number) > 2);
  expect(gaps).toHaveLength(1);
  expect(found(ALL, less)).toBe(less.length - gaps.length);
  const more = ALL.flatMap((record) => (record % 5 === 0 ? [record + 10_000_000, record] : [record]));
  expect(found(ALL, more)).toBe(ALL.length);
  const changed = ALL.map((record) => (record % 100 < 4 ? record + 10_000_000 : record));
  expect(found(ALL, changed)).toBe(ALL.filter((record) => record % 100 >= 4).length);
  const added = [...numbers(10_000_000, 10_000_000 + AHEAD + 5), ...ALL];
  expect(found(ALL, added)).toBe(ALL.length);
});

test('finds its way again where more has gone than it looks ahead, and where files have changed places', () => {
  const lost = 8_192;
  expect(found(ALL, ALL.slice(AHEAD + 30_000))).toBeGreaterThanOrEqual(AHEAD + 30_000 - lost - 1);
  expect(found(ALL, [...ALL.slice(0, 500), ...ALL.slice(AHEAD + 50_000)])).toBeGreaterThanOrEqual(
    AHEAD + 10_500 - lost - 1,
  );
  const swapped = [...ALL.slice(AHEAD + 10), ...ALL.slice(0, AHEAD + 10)];
  expect(found(ALL, swapped)).toBeGreaterThanOrEqual(ALL.length - 6 * lost);
  const strangers = [...numbers(10_000_000, 10_000_000 + 200_000), ...ALL];
  expect(found(ALL, strangers)).toBe(ALL.length);
});

test('finds blocks that have moved ahead, and says nothing wrong of what moved out of reach', () => {
  const moved = [...ALL.slice(60_000, 120_000), ...ALL.slice(0, 60_000), ...ALL.slice(120_000)];
  expect(found(ALL, moved)).toBeGreaterThan(ALL.length - 60_001);
  expect(found(ALL, [...ALL].reverse())).toBeGreaterThan(0);
});

test('repeated records cost no more than others', () => {
  const repeated = [...numbers(0, 10), ...new Array<number>(200_000).fill(10), ...numbers(11, 1_000)];
  const begun = process.cpuUsage();
  expect(found(repeated, [5, ...repeated.slice(100_000)])).toBeGreaterThan(0);
  expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
});
