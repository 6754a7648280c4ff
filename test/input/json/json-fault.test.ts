import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFaultOf } from '../../../src/input/json/json-fault.ts';
import { memberCount, scanJson } from '../../../src/input/json/json-scan.ts';

test('jsonFaultOf finds a fault exactly in the texts that JSON.parse refuses', () => {
  const tokens = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '"',
    '\\',
    '\\u00e9',
    '\\x',
    '1',
    '-',
    '0',
    '.',
    'e',
    '+',
    'true',
    'nul',
    'null',
    ' ',
    '\t',
    '\u0001',
    '\u0085',
    '😀',
    '\ud83d',
    '\u00a0',
    '//',
  );
  const near = fc
    .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(3), tokens)
    .map(([json, at, cut, token]) => {
      const from = at % (json.length + 1);
      return json.slice(0, from) + token + json.slice(from + cut);
    });
  const random = fc.array(tokens, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(near, random), (text) => {
      const fault = jsonFaultOf(text);
      if (fault?.reason.startsWith('duplicate key')) return;
      expect(fault === undefined).toBe(isJson(text));
      if (fault === undefined) return;
      expect(fault.column).toBeGreaterThanOrEqual(1);
      expect(fault.column).toBeLessThanOrEqual(text.length + 1);
    }),
    { numRuns: 5_000 },
  );
});

test('scanJson counts the members and the depth of the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1), (value, indent) => {
      const bytes = Buffer.from(JSON.stringify(value, undefined, indent));
      const { members, depth } = scanJson(bytes, 0, bytes.length);
      expect(members).toBe(memberCount(value));
      expect(depth).toBe(depthOf(value));
    }),
    { numRuns: 2_000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
