import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { StepState } from '../../../src/delivery/checkpoint.ts';
import { emptyTally } from '../../../src/delivery/tally/tally.ts';
import { formatOf } from '../../../src/input/sources/formats.ts';
import { openDocument } from '../../../src/input/sources/json/json-document.ts';
import { expectedRows, sampledRows } from '../../../src/session/events/expected-rows.ts';
import { realFiles } from '../../../src/system/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-expected-'));
afterAll(() => rmSync(folder, { recursive: true }));

const state = (): StepState => ({ ...emptyTally(), sentHigh: 0, rejects: {}, keyBytes: 0, done: false });

async function open(name: string, content: string | Buffer, encoding?: string) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return await formatOf(path).open(path, 0, {
    files: realFiles,
    ...(encoding === undefined ? {} : { encoding }),
  });
}

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');
const csv = (count: number): string =>
  `uid,name\n${lines(count, (n) => `u-${n},"Ann\n${'n'.repeat(n % 60)}"`)}`;
const ndjson = (count: number): string =>
  lines(count, (n) => JSON.stringify({ uid: `u-${n}`, name: `"${'n'.repeat(n % 90)}` }));

test.each([
  ['some.csv', csv(500), 500, 0],
  ['many.csv', csv(50_000), 50_000, 0.03],
  ['some.ndjson', ndjson(500), 500, 0],
  ['many.ndjson', ndjson(50_000), 50_000, 0.03],
  ['many.csv.gz', gzipSync(csv(50_000)), 50_000, 0.15],
  ['many-16.csv', Buffer.from(`\ufeff${csv(50_000)}`, 'utf16le'), 50_000, 0.03],
  ['none.csv', 'uid,name\n', 0, 0],
])('%s: about as many rows as it has are expected before it is read', async (name, content, count, error) => {
  const source = await open(name, content);
  const rows = sampledRows(source, realFiles) ?? Number.NaN;
  expect(Math.abs(rows - count)).toBeLessThanOrEqual(count * error);
  if (count > 0)
    expect(expectedRows({ sources: [source] }, state(), [rows])).toEqual({ rows, estimated: true });
});

test('the rows of a document and of an array in JSON are not known before some are read', async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ uid: `u-${n}`, name: 'A' })));
  const array = await open('rows.ndjson', text);
  const document = await openDocument(array.format, array.path, 0, '$[*]', { files: realFiles });
  for (const source of [array, document]) {
    expect(sampledRows(source, realFiles)).toBeUndefined();
    expect(expectedRows({ sources: [source] }, state(), [undefined])).toBeUndefined();
  }
  const read = { ...emptyTally().counts, read: 50, created: 50 };
  const at = { file: 0, row: 50, line: 1, byte: Math.round(text.length / 2) };
  const found = expectedRows({ sources: [array] }, { ...state(), counts: read, at }, [undefined]);
  expect(Math.round((found?.rows ?? 0) / 5)).toBe(20);
});

test('what was read corrects the estimate, in the measure that it is part of all', async () => {
  const text = csv(50_000);
  const source = await open('read.csv', text);
  const half = Math.floor(text.length / 2);
  const at = { file: 0, row: 30_000, line: 60_000, byte: half };
  const read = { ...emptyTally().counts, read: 30_000, created: 30_000 };
  const found = expectedRows({ sources: [source] }, { ...state(), counts: read, at }, [50_000]);
  expect(found?.rows).toBeGreaterThan(55_000);
  expect(found?.rows).toBeLessThan(60_000);
  const end = { ...at, byte: text.length };
  expect(expectedRows({ sources: [source] }, { ...state(), counts: read, at: end }, [50_000])?.rows).toBe(
    30_000,
  );
});
