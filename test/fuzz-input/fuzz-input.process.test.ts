import { expect, test } from 'vitest';
import { fuzzInput } from './fuzz-input.ts';
import { readRepeated } from './repeated.ts';

// The short form of `npm run test:fuzz-input`, which makes a million.
test('8,000 rows that were changed at random cost no good row around them, whatever they hold', async () => {
  const { faults, rows, refused, swallowed } = await fuzzInput({
    inputs: 8_000,
    seed: 20_264,
    inputsOfFile: 2_000,
  });
  expect(faults).toEqual([]);
  // It would mean little if hardly any change broke a row, or if hardly any left one whole.
  expect(refused).toBeGreaterThan(4_000);
  expect(rows - refused - 12_000).toBeGreaterThan(1_000);
  expect(swallowed).toBeLessThan(200);
});

test('text that repeats a few bytes over and over is read as fast as any other', async () => {
  expect(await readRepeated({ patterns: 3, bytes: 24_000, seed: 20_265 })).toEqual([]);
});
