import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Alignment } from '../../../../src/features/sync/records/alignment.ts';
import {
  RecordHashReader,
  RecordHashWriter,
} from '../../../../src/features/sync/records/record-hash-file.ts';
import { fileState } from '../../../../src/files/state/file-state.ts';
import { realFiles } from '../../../../src/system/files.ts';

/** The look-ahead of an alignment, in records. */
const LOOK_AHEAD = 131_072;
const lo = (record: number): number => Math.imul(record, 0x9e3779b1) >>> 0;
const hi = (record: number): number => Math.imul(record ^ 0x5bd1e995, 0x85ebca6b) >>> 0;
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Looks for the records of this sync among those of the last one; returns how many were found, all of them correctly. */
function found(before: readonly number[], current: readonly number[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-alignment-'));
  try {
    const [state, name] = [fileState(folder, realFiles), 'records.bin'];
    using writer = new RecordHashWriter(state, name);
    const rows = new Map<number, number>();
    for (const record of before) {
      // Only the first of repeated records is linked to a row.
      writer.add(lo(record), hi(record), rows.has(record) ? 0 : record + 1, 0);
      rows.set(record, record + 1);
    }
    writer.publish('lineage 1');
    using reader = RecordHashReader.open(state, name, true);
    const alignment = new Alignment(reader);
    let count = 0;
    let wrong = 0;
    for (const record of current) {
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

const ALL = numbers(0, 2 * LOOK_AHEAD + 60_000);

test('finds every record in the same place, and after deletions and insertions anywhere', () => {
  expect(found([], ALL.slice(0, 10))).toBe(0);
  expect(found(ALL, ALL)).toBe(ALL.length);
  const less = ALL.filter((record) => record % 7 !== 0 && (record < 1_000 || record > 90_000));
  // After a gap of more than one record the first is not searched for: it may have changed.
  const gaps = less.filter((record, index) => index > 0 && record - (less[index - 1] as number) > 2);
  expect(gaps).toHaveLength(1);
  expect(found(ALL, less)).toBe(less.length - gaps.length);
  const more = ALL.flatMap((record) => (record % 5 === 0 ? [record + 10_000_000, record] : [record]));
  expect(found(ALL, more)).toBe(ALL.length);
  const changed = ALL.map((record) => (record % 100 < 4 ? record + 10_000_000 : record));
  expect(found(ALL, changed)).toBe(ALL.filter((record) => record % 100 >= 4).length);
  const added = [...numbers(10_000_000, 10_000_000 + LOOK_AHEAD + 5), ...ALL];
  expect(found(ALL, added)).toBe(ALL.length);
});

test('recovers when more records are gone than the look-ahead, and when files are swapped', () => {
  const misses = 8_192;
  expect(found(ALL, ALL.slice(LOOK_AHEAD + 30_000))).toBeGreaterThanOrEqual(LOOK_AHEAD + 30_000 - misses - 1);
  expect(found(ALL, [...ALL.slice(0, 500), ...ALL.slice(LOOK_AHEAD + 50_000)])).toBeGreaterThanOrEqual(
    LOOK_AHEAD + 10_500 - misses - 1,
  );
  const swapped = [...ALL.slice(LOOK_AHEAD + 10), ...ALL.slice(0, LOOK_AHEAD + 10)];
  expect(found(ALL, swapped)).toBeGreaterThanOrEqual(ALL.length - 6 * misses);
  const others = [...numbers(10_000_000, 10_000_000 + 200_000), ...ALL];
  expect(found(ALL, others)).toBe(ALL.length);
});

test('finds blocks that moved within the look-ahead, and no wrong ones beyond it', () => {
  const moved = [...ALL.slice(60_000, 120_000), ...ALL.slice(0, 60_000), ...ALL.slice(120_000)];
  expect(found(ALL, moved)).toBeGreaterThan(ALL.length - 60_001);
  expect(found(ALL, [...ALL].reverse())).toBeGreaterThan(0);
});

test('repeated records cost no more than others', () => {
  const repeated = [...numbers(0, 10), ...new Array<number>(200_000).fill(10), ...numbers(11, 1_000)];
  const startedAt = process.cpuUsage();
  expect(found(repeated, [5, ...repeated.slice(100_000)])).toBeGreaterThan(0);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(5_000_000);
});
