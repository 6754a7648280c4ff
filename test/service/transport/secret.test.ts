import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../../../src/service/transport/secret.ts';

/** A service may quote the key in any form; none of them is shown. */

const KEY = 'a9F/3+kZ"q0-bb7cDe11';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['as it is', KEY],
  ['in upper case', KEY.toUpperCase()],
  ['in a URL', encodeURIComponent(KEY)],
  ['in a URL, in lower case', encodeURIComponent(KEY).toLowerCase()],
  ['in JSON', JSON.stringify(KEY).slice(1, -1)],
  ['reversed', Array.from(KEY).toReversed().join('')],
  ['in hexadecimal', Buffer.from(KEY).toString('hex')],
  ['in upper hexadecimal', Buffer.from(KEY).toString('hex').toUpperCase()],
  ['in Base64', base64(KEY)],
  ['in Base64 for URLs', Buffer.from(KEY).toString('base64url')],
])('%s', (_, form) => {
  expect(new Secret(KEY).scrub(`before ${form} after`)).toBe('before [secret] after');
});

test('within Base64 of a longer text, at most one character of the key can be told', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
      const clean = new Secret(KEY).scrub(base64(before + KEY + after));
      const shown = clean.split('[secret]').map((part) => Buffer.from(part, 'base64').toString('latin1'));
      expect(clean).toContain('[secret]');
      for (const text of shown)
        for (let at = 0; at + 3 <= KEY.length; at++) expect(text).not.toContain(KEY.slice(at, at + 3));
    }),
  );
});

test('a short key hides no other word, and texts without a key stay as they are', () => {
  expect(new Secret('key').scrub('The KEY is key')).toBe('The KEY is [secret]');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(new Secret(KEY).scrub(text)).toBe(text);
    }),
  );
});
