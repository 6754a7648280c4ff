import { appendFile, mkdtempDisposable, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockSums, damageIn, SUMMED_BYTES, type SumsClaim, sumsOf } from '../../src/files/block-sums.ts';
import { fileState } from '../../src/files/state/file-state.ts';
import { realFiles } from '../../src/system/files.ts';

const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 251));

test('the checksums of a file that grows do not depend on the sizes of its appends, nor on a resume between them', () => {
  const all = bytesOf(3 * SUMMED_BYTES + 77);
  const whole = new BlockSums();
  whole.add(all);
  fc.assert(
    fc.property(fc.array(fc.nat(all.length), { maxLength: 8 }), (cuts) => {
      let sums = new BlockSums();
      let at = 0;
      for (const cut of [...cuts.sort((a, b) => a - b), all.length]) {
        sums.add(all.subarray(at, cut));
        at = cut;
        sums = new BlockSums(sums.claim);
      }
      expect(sums.claim).toEqual(whole.claim);
    }),
    { numRuns: 30 },
  );
});

test('damage is named with its block; what comes after the claimed bytes does not count', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(at.path, 'kept');
  const state = fileState(at.path, realFiles);
  const all = bytesOf(2 * SUMMED_BYTES + 1_000);
  await writeFile(path, all);
  const claim = sumsOf(state, 'kept', all.length) as SumsClaim;
  const damage = async () => damageIn(state, 'kept', claim);
  expect(await damage()).toBeUndefined();
  await appendFile(path, Buffer.alloc(99));
  expect(await damage()).toBeUndefined();
  for (const flipped of [0, SUMMED_BYTES - 1, SUMMED_BYTES, all.length - 1]) {
    const bytes = Buffer.from(all);
    bytes[flipped] = (bytes[flipped] as number) ^ 1;
    await writeFile(path, bytes);
    expect((await damage())?.byte).toBe(Math.floor(flipped / SUMMED_BYTES) * SUMMED_BYTES);
  }
  await writeFile(path, all);
  for (const length of [all.length - 1, SUMMED_BYTES, 5, 0]) {
    await truncate(path, length);
    expect(await damage()).toMatchObject({ byte: length });
  }
  await rm(path);
  expect(await damage()).toEqual({ byte: 0, what: 'is missing' });
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
