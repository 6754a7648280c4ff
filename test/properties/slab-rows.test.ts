import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compared } from './both-ways.ts';
import { writeLongTables } from './long-tables.ts';
import { oddTables, writeTables } from './odd-tables.ts';

test('a row in a slab is in every way what the same row is as an object', async () => {
  const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 50);
  let [inSlabs, inBlocks] = [0, 0];
  await fc.assert(
    fc.asyncProperty(oddTables, async (tables) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'slab-rows-'));
      const found = await compared(await writeTables(folder.path, tables), 'siphash');
      inSlabs += found.inSlabs;
      inBlocks += found.inBlocks;
    }),
    { numRuns: runs },
  );
  // Some eight rows of a case are; fifty cases may well have a third less.
  expect(inSlabs).toBeGreaterThan(2 * runs);
  expect(inBlocks).toBeGreaterThan(inSlabs * 0.3);
});

test('the rows of a ledger with other digests are objects', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'slab-rows-'));
  expect(await compared(await writeLongTables(folder.path, 'csv', 1), 'sha256')).toMatchObject({
    inSlabs: 0,
  });
});

// Thousands of rows, so that records lie across the ends of pieces and slabs.
test.each(['csv', 'ndjson'] as const)('the same for long files (%s)', async (format) => {
  const seeds = Math.ceil(Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 50) / 25);
  for (let seed = 1; seed <= seeds; seed++) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'slab-rows-'));
    const { inSlabs, inBlocks } = await compared(await writeLongTables(folder.path, format, seed), 'siphash');
    expect(inSlabs, `seed ${seed}`).toBeGreaterThan(2_000);
    expect(inBlocks, `seed ${seed}`).toBeGreaterThan(inSlabs * 0.8);
  }
});
