import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FingerprintMap } from '../../src/keys/fingerprint-map.ts';
import { seeded } from '../support/random.ts';

const word = fc.oneof(fc.constantFrom(0, 1, 32, 0xffff_ffff), fc.integer({ min: 0, max: 0xffff_ffff }));
const words = fc.constantFrom(2, 3, 4, 5);

/** Notes a number under a fingerprint, as its users do. */
function note(map: FingerprintMap, lo: number, hi: number, noted: number): void {
  if (!map.find(lo, hi)) map.add(lo, hi);
  map.slots[map.at + 2] = noted;
}

function entriesIn(table: Uint32Array, words: number): number {
  let entries = 0;
  for (let at = 0; at < table.length; at += words) if (table[at] !== 0 || table[at + 1] !== 0) entries++;
  return entries;
}

const noted = (map: FingerprintMap, lo: number, hi: number): number | undefined =>
  map.find(lo, hi) ? map.slots[map.at + 2] : undefined;

test('says what a map says, for any fingerprints, those that are 0 or in one place among them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 300 }), (pairs) => {
      const map = new FingerprintMap(3);
      // Nothing tells 0 from 1 in the second half where the first one is 0.
      const plain = new Map<string, number>();
      const keyOf = (lo: number, hi: number): string => `${lo} ${lo === 0 ? Math.max(1, hi) : hi}`;
      for (const [index, [lo, hi]] of pairs.entries()) {
        expect(noted(map, lo, hi)).toBe(plain.get(keyOf(lo, hi)));
        note(map, lo, hi, index);
        plain.set(keyOf(lo, hi), index);
      }
      for (const [lo, hi] of pairs) expect(noted(map, lo, hi)).toBe(plain.get(keyOf(lo, hi)));
      expect(map.size).toBe(plain.size);
    }),
  );
});

test('keeps all words of every entry while it grows, in little more room than they take', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30_000 }), fc.nat(), (count, entries, seed) => {
      const map = new FingerprintMap(count);
      const random = seeded(seed);
      const half = (): number => Math.floor(random() * 2 ** 32);
      const all = Array.from({ length: entries }, () => [half(), half()] as const);
      for (const [lo, hi] of all)
        if (!map.find(lo, hi)) {
          map.add(lo, hi);
          for (let at = 2; at < count; at++) map.slots[map.at + at] = lo ^ at;
        }
      let wrong = 0;
      for (const [lo, hi] of all) {
        if (!map.find(lo, hi)) wrong++;
        for (let at = 2; at < count; at++) if (map.slots[map.at + at] !== (lo ^ at) >>> 0) wrong++;
      }
      expect(wrong).toBe(0);
      // Each table grows by itself: one may need more room while the others are still at the least.
      for (const table of map.tables)
        expect(table.length).toBeLessThanOrEqual(Math.max(32, entriesIn(table, count) * 2.7) * count);
    }),
    { numRuns: 30 },
  );
});
