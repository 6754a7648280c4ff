import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable } from '../../../src/input/entities/limits.ts';
import { CompactJson } from '../../../src/input/json/compact-json.ts';
import { memberCount, scanJson } from '../../../src/input/json/json-scan.ts';
import { nestedText } from '../../prefilter/nested.ts';

const compact = new CompactJson();
const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 3_000);

/** A text that something follows, without the blanks between its parts; undefined if it is not read. */
function written(text: string, after = ''): string | undefined {
  const bytes = Buffer.from(text + after);
  const end = compact.read(bytes, 0, bytes.length);
  if (end === -1) return undefined;
  expect(bytes.toString('utf8', 0, end)).toBe(text);
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

test('what is read of a text is what JSON.stringify writes of it, and the service can store it', () => {
  let found = 0;
  const blank = fc.constantFrom('', '', ' ', '\n', '\r\n\t');
  fc.assert(
    fc.property(nestedText(blank), fc.constantFrom('', ',', '}', ' x', '"', '{'), (text, after) => {
      const read = written(text, after);
      if (read === undefined) return;
      found++;
      const value: unknown = JSON.parse(text);
      expect(read).toBe(JSON.stringify(value));
      expect(memberCount(value)).toBe(scanJson(Buffer.from(text), 0, Buffer.byteLength(text)).members);
      expect(storable(read)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(found).toBeGreaterThan(runs / 5);
});

test('the numbers of programs are read as they are written', () => {
  const decimals = fc
    .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, fraction]) => Number(`${whole}.${String(fraction).padStart(6, '0')}`));
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -1e15 + 1, max: 1e15 - 1 }), decimals), (number) => {
      const text = JSON.stringify({ number });
      expect(written(text)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('a number of sixteen digits is read only if a double keeps all of them', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1e15, max: 9_007_199_254_740_991 }),
      fc.integer({ min: 0, max: 6 }),
      (all, after) => {
        const digits = String(all);
        const text = `[${after === 0 ? digits : `${digits.slice(0, -after)}.${digits.slice(-after)}`}]`;
        const read = written(text);
        if (read === undefined) return;
        found++;
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(read).toBe(text);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(found).toBeGreaterThan(500);
  expect(written('[1767225753000.123]')).toBe('[1767225753000.123]');
});

test.each([
  ['a name that comes twice', '{"a":1,"b":{"a":1},"a":2}'],
  ['a name that is a number', '{"b":1,"0":2}'],
  ['more levels than eight', `${'['.repeat(9)}${']'.repeat(9)}`],
  ['a number that is rounded', '[9007199254740993]'],
  ['an exponent', '[1e3]'],
  ['a zero with a sign', '[-0]'],
  ['an escaped slash', '["\\/"]'],
  ['an end that does not come', '{"a":[1,2]'],
  ['a value after a sign', '[-true]'],
  ['a comma at the end', '[1,]'],
])('%s is left', (_what, text) => {
  expect(written(text)).toBeUndefined();
});

test('eight levels and sixty-four names are read', () => {
  const deep = `${'{"a":'.repeat(7)}[]${'}'.repeat(7)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`n${at}`, at])));
  expect([written(deep), written(wide)]).toEqual([deep, wide]);
});
