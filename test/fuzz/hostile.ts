/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** JSON texts that no field should take, or only with care. */
export const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '9007199254740993',
  '99999999999',
  '1700000000',
  '"1700000000"',
  '""',
  '" "',
  '"A"',
  '"../etc"',
  '"a/b"',
  '"a b"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  '"\\u202e\\u200b"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"ünï"',
  '"𝔘😀"',
  '"\\u212a"',
  `"${'x'.repeat(101)}"`,
  `"${'y'.repeat(4000)}"`,
  `"${'😀'.repeat(300)}"`,
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[1,"a",{}]',
  '["a","a","A"]',
  '{"__proto__":{"x":1}}',
  '{"constructor":1,"toString":2}',
  '{"a":{"b":{"c":{"d":{}}}}}',
  deep(2000),
  `{"k":"${'z'.repeat(12_000)}"}`,
];

/** Names that objects have by themselves, and others that are no field. */
export const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a\u0000',
  'UID',
  'x'.repeat(300),
];

/** Path segments as they stand in a request line: some are ids, most are not. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  '%00',
  '%ff',
  '%',
  '%zz',
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  'a%2Fb',
  '%F0%9F%98%80',
  '%E2%84%AA',
  '__proto__',
  'constructor',
  'ANN',
  'a%20b',
  '-1',
  '0',
  '999999999999999999999',
  '1e3',
  'x'.repeat(101),
  'y'.repeat(5000),
  "';drop%20table%20users;--",
  '%27%20or%201=1--',
];

/** Header values; none holds a character that HTTP forbids. */
export const HOSTILE_HEADERS: readonly string[] = [
  '',
  ' ',
  'null',
  '../ann',
  'ANN',
  '__proto__',
  'app_system',
  'ann,bob',
  'x'.repeat(500),
  '\u00fc\u00ff',
  '%00',
  '"',
];

/** Query values. */
export const HOSTILE_QUERIES: readonly string[] = [
  '',
  '0',
  '-1',
  '1001',
  '1e3',
  '1.5',
  '99999999999999999999',
  'NaN',
  'true',
  'TRUE',
  '%00',
  '%ff%fe',
  '%',
  '%25',
  '_',
  'a,b,,c',
  'append',
  'asc',
  'x'.repeat(1500),
  '%F0%9F%98%80',
  '%5B%5D',
];
