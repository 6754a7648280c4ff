import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKeyed } from '../../../src/sandbox/import/keyed-rows.ts';
import { isLongNumber } from '../../../src/sandbox/wire/json-text.ts';
import { IN_TIME } from '../../support/in-time.ts';

const KEYS = ['rows', 'other', '__proto__', 'constructor', '7', '10', '', 'a"b', 'ü\\', 'm-1', '{', '}'];

/** White space as JSON takes it, mostly none. */
const space = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n ');
const key = fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 6 }));
const value = fc.jsonValue({ maxDepth: 3 });

/** The text of an object whose keys may come twice. */
function objectText(entries: readonly (readonly [string, string])[], pad: string): string {
  return `${pad}{${pad}${entries.map(([name, text]) => `${JSON.stringify(name)}${pad}:${pad}${text}${pad}`).join(`,${pad}`)}}${pad}`;
}

const object = (text: fc.Arbitrary<string>) =>
  fc.tuple(fc.array(fc.tuple(key, text), { maxLength: 6 }), space).map((both) => objectText(...both));
const json = value.map((one) => JSON.stringify(one));
const body = object(fc.oneof(json, object(json), object(object(json))));

/** What a parser makes of the text; nothing when it refuses. */
function resultOf(parse: () => unknown): { value: unknown } | undefined {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same with the rows as a plain object again, and with numbers that kept their digits as JSON.parse reads them. */
function plain(parsed: unknown): unknown {
  if (isLongNumber(parsed)) return JSON.parse(JSON.stringify(parsed));
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  if (Array.isArray(parsed)) return parsed.map(plain);
  const entries = Array.from(parsed instanceof Map ? parsed : Object.entries(parsed), ([name, one]) => [
    name,
    plain(one),
  ]);
  return Object.fromEntries(entries);
}

function agree(text: string): void {
  const expected = resultOf(() => JSON.parse(text));
  const got = resultOf(() => parseKeyed(text, 'rows'));
  const found = got && { value: plain(got.value) };
  // The comparison that can tell a difference costs ten times as much.
  if (!isDeepStrictEqual(found, expected)) expect(found, text).toEqual(expected);
}

test('a text is read as JSON.parse reads it', () => {
  fc.assert(fc.property(fc.oneof(body, json), agree), { numRuns: 3_000 });
});

test('a text with something wrong anywhere is refused where JSON.parse refuses it', () => {
  const marks = [
    '',
    '"',
    '\\',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    ' ',
    '\v',
    '\0',
    '1',
    'null',
    '"a":1,',
    '\ufeff',
    '{]',
    '[}',
  ];
  const damage = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...marks));
  const damaged = fc.tuple(body, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([text, damages]) =>
    damages.reduce((now, [place, length, mark]) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + mark + now.slice(at + length);
    }, text),
  );
  fc.assert(fc.property(damaged, agree), { numRuns: 20_000, ...IN_TIME });
});

test('rows keep the order of the text, whatever their keys', () => {
  const parsed = parseKeyed('{"rows":{"b":1,"7":2,"__proto__":3,"a":4,"0":5,"b":6}}', 'rows') as {
    rows: Map<string, unknown>;
  };
  expect([...parsed.rows]).toEqual([
    ['b', 6],
    ['7', 2],
    ['__proto__', 3],
    ['a', 4],
    ['0', 5],
  ]);
});
