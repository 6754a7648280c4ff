import { expect, test } from 'vitest';
import { SipHash } from '../../../src/input/entities/sip-hash.ts';

const key = Buffer.from(Array.from({ length: 16 }, (_, index) => index));

// The vectors of the reference implementation: the bytes 0, 1, 2, … of each length, digests little end first.
test.each([
  [0, '310e0edd47db6f72'],
  [1, 'fd67dc93c539f874'],
  [2, '5a4fa9d909806c0d'],
  [3, '2d7efbd796666785'],
  [7, '37d1018bf50002ab'],
  [8, '6224939a79f5f593'],
  [15, 'e545be4961ca29a1'],
  [63, '724506eb4c328a95'],
])('digests %i bytes as the reference does', (length, digest) => {
  const bytes = Buffer.from(Array.from({ length }, (_, index) => index));
  expect(new SipHash(key).digest(bytes)).toBe(Buffer.from(digest, 'hex').readUIntLE(0, 6));
});

test('digests the first bytes only, if asked', () => {
  const hash = new SipHash(key);
  expect(hash.digest(Buffer.from('abcdefghij'), 9)).toBe(hash.digest(Buffer.from('abcdefghi')));
});
