import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberCount, scanJson } from '../../../src/input/json/json-scan.ts';
import { DEPTH_MAX, parseJsonCell } from '../../../src/input/json/parse-json.ts';
import { rawNumber } from '../../../src/input/json/raw-number.ts';

/** The rule itself, without its short way: the text as a program reads it, if nothing of it is lost by that. */
function slowly(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const bytes = Buffer.from(text);
  const { depth, members } = scanJson(bytes, 0, bytes.length);
  const isLost = depth > DEPTH_MAX || memberCount(value) !== members || hasInfinite(value);
  return isLost ? undefined : { value };
}

const hasInfinite = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasInfinite);

/** What a cell is read as, in values alone. */
function read(text: string): unknown {
  const found = parseJsonCell(text);
  return 'value' in found ? { value: withNumbers(found.value) } : undefined;
}

/** Whole numbers that JavaScript rounds are bigints; by the slow way they are rounded. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withNumbers(each)] as const);
  return Object.fromEntries(entries);
}

const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '0', '1', '-0', '', 'a'),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true }),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('json')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
/** A value as some program writes it. */
const written = fc
  .tuple(json, fc.constantFrom(undefined, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, null, space));
/** Such a text with a piece of it taken out, put in or doubled. */
const changed = fc
  .tuple(
    written,
    fc.nat(),
    fc.nat(20),
    fc.constantFrom(
      '',
      '1e999',
      '12345678901234567890',
      ',"a":1',
      '\\u0041',
      '-0',
      ' ',
      '1.0',
      '{',
      '[[',
      '"',
    ),
  )
  .map(([text, at, length, piece]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + piece + text.slice(from + length);
  });
const doubled = fc
  .tuple(name, json, json)
  .map(
    ([key, a, b]) =>
      `{${JSON.stringify(key)}:${JSON.stringify(a)},${JSON.stringify(key)}:${JSON.stringify(b)}}`,
  );

test('a cell of JSON has the value that reading and checking it piece by piece gives, or is refused by both', () => {
  const same = (text: string): void => {
    expect(read(text)).toEqual(slowly(text));
  };
  fc.assert(fc.property(fc.oneof(written, changed, doubled), same), { numRuns: 5_000 });
});

/** The JSON that is sent of a value. */
const sent = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? rawNumber(each) : each));

test('whatever is accepted is sent with the same names, texts and numbers, in the same order', () => {
  fc.assert(
    fc.property(fc.oneof(written, changed), (text) => {
      const found = parseJsonCell(text);
      if ('value' in found)
        expect(JSON.stringify(JSON.parse(sent(found.value)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 3_000 },
  );
  expect(sent(parseJsonCell('[12345678901234567890,-9007199254740992, 1]'))).toBe(
    '{"value":[12345678901234567890,-9007199254740992,1]}',
  );
});

test.each([1, DEPTH_MAX / 2, DEPTH_MAX / 2 + 1, DEPTH_MAX - 1, DEPTH_MAX])('%d levels are read', (depth) => {
  const text = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(read(text)).toEqual({ value: JSON.parse(text) });
  const mixed = `${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;
  if (depth % 2 === 0) expect(read(mixed)).toEqual({ value: JSON.parse(mixed) });
});

test.each([DEPTH_MAX + 1, DEPTH_MAX * 2])('%d levels are refused', (depth) => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const) {
    const times = Math.ceil(depth / (open.length > 5 ? 2 : 1));
    const inner = open.startsWith('[{') || open === '{"a":' ? '1' : '';
    expect(parseJsonCell(open.repeat(times) + inner + close.repeat(times))).toMatchObject({
      reason: expect.stringContaining('levels deep'),
    });
  }
});
