import { expect, test } from 'vitest';
import { formatOf, formats } from '../../../src/input/sources/formats.ts';

test.each([
  ['users.csv', 'csv'],
  ['a/b.CSV.gz', 'csv'],
  ['rooms.tsv', 'csv'],
  ['dump.txt.zst', 'csv'],
  ['messages.ndjson', 'ndjson'],
  ['messages.jsonl.zstd', 'ndjson'],
  ['messages.json.gz', 'ndjson'],
  ['book.xlsx', 'xlsx'],
  ['a/book.XLSX!/users.csv', 'xlsx'],
])('formatOf knows %s as %s', (path, name) => {
  expect(formatOf(path).name).toBe(name);
});

test('formatOf prefers the declared format', () => {
  expect(formatOf('users.csv', 'ndjson').name).toBe('ndjson');
  for (const { name } of formats) expect(formatOf('x', name).name).toBe(name);
});

test.each(['users', 'users.csv.bak', 'csv'])('formatOf refuses %s', (path) => {
  expect(() => formatOf(path)).toThrow(expect.objectContaining({ code: 'SOURCE.FORMAT_UNKNOWN' }));
});

test('formatOf names the known formats if another one is declared', () => {
  expect(() => formatOf('users.csv', 'ods')).toThrow(/"ods"; known formats are csv, ndjson/);
});
