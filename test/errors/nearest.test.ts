import { expect, test } from 'vitest';
import { nearest } from '../../src/errors/nearest.ts';

test('a mistyped name is found among names of any length, and a text is no name', () => {
  const long = 'a'.repeat(1_000_000);
  expect(nearest('mesages', [long, 'users', 'messages'])).toBe('messages');
  expect(nearest('Ab', ['abc', 'ab', 'b'])).toBe('ab');
  expect(nearest('uid', [long])).toBeUndefined();
  expect(nearest(long, [`${long}b`])).toBeUndefined();
  expect(nearest('colour', ['size', 'weight'])).toBeUndefined();
});
