import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import type { BulkRow } from '../../src/service/targets/bulk.ts';
import { importApi } from '../../src/service/targets/import-api.ts';

const { messages: route } = importApi({
  budget: { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 4 },
}).routes;

/** A row as it stands in a body. */
function bulkRow(key: string): BulkRow {
  const name = JSON.stringify(key);
  const text = Buffer.from(`…${name}:{"muid":1}…`);
  const textAt = Buffer.byteLength('…');
  const jsonAt = textAt + Buffer.byteLength(name) + 1;
  return { text, textAt, jsonAt, jsonEnd: text.length - textAt };
}

const key = fc.oneof(fc.constantFrom('m-1', '7', '42', '__proto__', 'a"b', 'ü', 'id', 'data'), fc.string());
const id = fc.oneof(
  { arbitrary: fc.constantFrom<unknown>('1000001', 1_000_001), weight: 12 },
  fc.constantFrom<unknown>('007', '-1', '', 1.5, '1e3', null, '12345678901234567', {}, [7]),
);
const more = fc.constantFrom<Record<string, unknown>>(
  {},
  { a: [{ b: '}' }, '"'] },
  { text: '"id":"5"', n: null },
  { data: 3 },
);
/** What an answer may say of a row. */
const result = fc.oneof(
  {
    arbitrary: fc.tuple(id, more).map(([id, before]) => ({ success: true, data: { ...before, id } })),
    weight: 6,
  },
  fc.tuple(id, more).map(([id, after]) => ({ success: true, data: { id, ...after } })),
  fc.tuple(id, more).map(([id, more]) => ({ success: true, data: { ...more, data: { x: 1, id } } })),
  fc.constantFrom<unknown>(
    { success: true },
    { success: true, data: {} },
    { success: true, data: null },
    { success: true, data: [] },
    { success: false, error: { code: 'ERR_X', message: 'no' } },
    { success: 'true' },
    null,
    1,
    { data: {}, success: true },
    { success: true, data: {}, error: {} },
  ),
);
/** An answer with results in the order of the rows, or with one more, one less, or other members beside them. */
const answer = fc.record({
  results: fc.uniqueArray(fc.tuple(key, result), { minLength: 1, maxLength: 6, selector: ([name]) => name }),
  shape: fc.constantFrom(
    'as asked',
    'as asked',
    'as asked',
    'turned',
    'short',
    'long',
    'beside',
    'spaced',
    'cut',
  ),
});

function textOf({ results, shape }: typeof answer extends fc.Arbitrary<infer T> ? T : never): string {
  const members = results.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  if (shape === 'turned') members.reverse();
  if (shape === 'short') members.pop();
  if (shape === 'long') members.push('"another":{"success":true}');
  const text = `{"data":{${members.join(shape === 'spaced' ? ' , ' : ',')}}${shape === 'beside' ? ',"meta":{}' : ''}}`;
  return shape === 'cut' ? text.slice(0, -1 - (results.length % 3)) : text;
}

test('an answer that is read from its bytes says what it says when it is parsed', () => {
  let read = 0;
  fc.assert(
    fc.property(answer, (drawn) => {
      const rows = drawn.results.map(([name]) => bulkRow(name));
      const text = textOf(drawn);
      const ids = route.bulk?.build(rows).createdIn?.(Buffer.from(text));
      if (!ids) return;
      read++;
      const outcomes = ids.map((id) => ({ status: 'created', ...(id === 0 ? {} : { id: String(id) }) }));
      const items = drawn.results.map(
        ([key], seq): Item => ({ key, data: {}, json: '', seq, owned: WHOLE_ROWS }),
      );
      expect(outcomes).toEqual(route.settle(JSON.parse(text), items));
    }),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(300);
});
