import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { KeyFilter } from '../../src/keys/filter-file.ts';
import { fingerprint64 } from '../../src/keys/fingerprint64.ts';
import { keyFile, retryKeyFile } from '../../src/keys/key-file.ts';
import { KeyIndex, type KeyState, Stamps } from '../../src/keys/key-index.ts';
import { KeyBuckets } from '../../src/keys/key-table.ts';
import { realFiles } from '../../src/system/files.ts';
import { seeded } from '../support/random.ts';

const STATES: readonly KeyState[] = ['landed', 'invalid', 'refused'];

/** Few upper halves and few lower ones, so that many fingerprints share a half, and 0 among them. */
const anyFingerprint = fc.oneof(
  fc.record({ lo: fc.nat({ max: 30 }), hi: fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1) }),
  fc.record({ lo: fc.nat({ max: 2 ** 32 - 1 }), hi: fc.nat({ max: 2 ** 32 - 1 }) }),
);
const anyStamp = fc.record({
  fingerprint: anyFingerprint,
  content: fc.nat({ max: 2 ** 22 - 1 }),
  line: fc.nat({ max: 2 ** 32 - 1 }),
  file: fc.nat({ max: 255 }),
  state: fc.constantFrom(...STATES),
});
type AnyStamp = typeof anyStamp extends fc.Arbitrary<infer T> ? T : never;
const anyKey = fc.nat({ max: 200 }).map((number) => `key ${number}`);

/** What can be done with an index; each returns what it answers. */
const anyAct: fc.Arbitrary<(index: KeyIndex) => unknown> = fc.oneof(
  anyStamp.map(
    ({ fingerprint: { lo, hi }, content, line, file }) =>
      (index: KeyIndex) =>
        index.has(lo, hi) || index.land(lo, hi, content, line, file),
  ),
  anyStamp.map(
    ({ fingerprint, state, ...place }) =>
      (index: KeyIndex) =>
        index.set({ ...fingerprint, ...place }, state),
  ),
  fc.tuple(anyKey, anyStamp).map(
    ([key, { state, content, line, file }]) =>
      (index: KeyIndex) =>
        index.add(key, state, { content, line, file }),
  ),
  anyKey.map((key) => (index: KeyIndex) => [index.find(key), index.state(key)]),
  anyFingerprint.map(({ lo, hi }) => (index: KeyIndex) => [
    index.has(lo, hi),
    index.stateOf(lo, hi),
    index.hasLanded(lo | 0, hi | 0),
  ]),
);
const anyActs = fc.array(
  fc.oneof(
    { weight: 50, arbitrary: anyAct },
    { weight: 1, arbitrary: fc.constant((index: KeyIndex) => index.reopen()) },
  ),
  { maxLength: 400, size: 'max' },
);

/** Half of the fingerprints share a half with many others. */
const near = Array.from({ length: 31 * 4 }, (_, at) => ({
  lo: at >> 2,
  hi: [0, 1, 2 ** 31, 2 ** 32 - 1][at & 3] as number,
}));

/** Everything that two indexes know of keys that were used. */
function expectEqual(a: KeyIndex, b: KeyIndex): void {
  for (const { lo, hi } of near) expect([lo, hi, a.stateOf(lo, hi)]).toEqual([lo, hi, b.stateOf(lo, hi)]);
  for (let key = 0; key <= 200; key++) expect(a.find(`key ${key}`)).toEqual(b.find(`key ${key}`));
}

function encoded(stamps: readonly AnyStamp[]): Stamps {
  const all = new Stamps(stamps.length);
  for (const { fingerprint, state, ...place } of stamps) all.add({ ...fingerprint, ...place }, state);
  return all;
}

test('an index that may hold few keys in memory answers as one that holds all of them', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const room = { path: join(at.path, 'keys.sorted'), files: realFiles };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), anyActs, (most, acts) => {
      const plain = new KeyIndex();
      using bounded = new KeyIndex({ ...room, most });
      for (const act of acts) expect(act(bounded)).toEqual(act(plain));
      expectEqual(bounded, plain);
      expect(bounded.size).toBeLessThanOrEqual(most);
    }),
    { numRuns: 100 },
  );
  expect(existsSync(room.path)).toBe(false);
});

test('a resumed index with few keys in memory answers as one with all of them, also in a retry', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const stamps = fc.array(anyStamp, { maxLength: 150, size: 'max' });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      stamps,
      stamps,
      anyActs,
      async (most, first, second, acts) => {
        const state = fileState(at.path, realFiles);
        const [name, again] = [`${++number}.bin`, `${number}-retry.bin`];
        const before = {
          file: keyFile(state, name),
          bytes: await keyFile(state, name).append(encoded(first)),
        };
        const bytes = await keyFile(state, again).append(encoded(second));
        const plain = new KeyIndex();
        using bounded = new KeyIndex({ path: join(at.path, 'keys.sorted'), files: realFiles, most });
        for (const index of [plain, bounded])
          await retryKeyFile(keyFile(state, again), before).restore(index, bytes);
        for (const act of acts) expect(act(bounded)).toEqual(act(plain));
        expectEqual(bounded, plain);
        expect(bounded.size).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 60 },
  );
});

test('hundreds of parts on disk are found, and merged', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const plain = new KeyIndex();
  using bounded = new KeyIndex({ path: join(at.path, 'keys.sorted'), files: realFiles, most: 400 });
  const random = seeded(1);
  for (let row = 0; row < 40_000; row++) {
    const key = `key ${Math.floor(random() * 60_000)}`;
    const place = { content: row & 0x3f_ffff, line: row, file: 1 };
    const state = STATES[Math.floor(random() * 3)] as KeyState;
    expect(bounded.add(key, state, place)).toEqual(plain.add(key, state, place));
  }
  // The filter was doubled: else nearly all of these would be false alarms, which are slow.
  expect(bounded.onDisk?.filter.tables[0]).toHaveLength(4 * 128);
  for (let key = 0; key < 60_000; key++) expect(bounded.find(`key ${key}`)).toEqual(plain.find(`key ${key}`));
});

test('a filter with 16 bits for each key gives a false alarm for one of 800 others, and forgets none', () => {
  const random = seeded(2);
  const word = (): number => Math.floor(random() * 2 ** 32);
  const filter = new KeyFilter(Array.from({ length: 64 }, () => new Uint32Array(1_024)));
  const keys = Array.from({ length: (64 * 1_024 * 32) / 16 }, () => [word(), word()] as const);
  for (const [lo, hi] of keys) filter.add(lo, hi);
  expect(keys.every(([lo, hi]) => filter.mayHave(lo, hi))).toBe(true);
  let alarms = 0;
  for (let other = 0; other < 200_000; other++) if (filter.mayHave(word(), word())) alarms++;
  expect(alarms).toBeLessThan(350);
  expect(alarms).toBeGreaterThan(150);
});

test('an index whose rows do not change any more answers as before, from a set of the valid ones', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const anyRows = fc.array(fc.tuple(anyKey, fc.constantFrom(...STATES, 'inactive' as const)), {
    minLength: 200,
    maxLength: 600,
    size: 'max',
  });
  fc.assert(
    fc.property(anyRows, (rows) => {
      using index = new KeyIndex({ path: join(at.path, 'settled'), files: realFiles, most: 64 });
      for (const [line, [key, state]] of rows.entries()) index.add(key, state, { content: 1, line, file: 0 });
      const answers = (): unknown[] =>
        Array.from({ length: 220 }, (_, number) => {
          const key = `key ${number}`;
          const { lo, hi } = fingerprint64(key);
          const known = [index.has(lo, hi), index.hasLanded(lo, hi), index.isInactive(key)];
          return [index.find(key), index.state(key), ...known];
        });
      const before = answers();
      index.settle((most) => new KeyBuckets(most));
      expect(answers()).toEqual(before);
    }),
    { numRuns: 30 },
  );
});

test.each([1, 2] as const)(
  'a set of keys of %d words has each that was added, and no other of these',
  (words) => {
    const random = seeded(7);
    const word = (): number => Math.floor(random() * 2 ** 32);
    const keys = Array.from({ length: 3_000 }, () => ({ lo: word(), hi: word() }));
    // An entry of 0 is free, so halves of 0 have to be told from it.
    const added = [{ lo: 0, hi: 0 }, { lo: 0, hi: 5 }, { lo: 5, hi: 0 }, ...keys.slice(0, 1_000)];
    const room = new Uint32Array(20_000);
    const set = new KeyBuckets(added.length, { words: room, at: 64, end: room.length }, words);
    for (const { lo, hi } of [...added, ...added]) set.add(lo | 0, hi | 0);
    expect(set.words).toBe(room);
    expect(added.every(({ lo, hi }) => set.has(lo, hi))).toBe(true);
    expect(keys.slice(1_000).some(({ lo, hi }) => set.has(lo, hi))).toBe(false);
    expect(new KeyBuckets(1_000_000, { words: room, at: set.end, end: room.length }).words).not.toBe(room);
  },
);
