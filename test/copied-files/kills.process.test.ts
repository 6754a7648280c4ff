import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sized } from '../support/long-form.ts';
import { buildLibrary } from '../write-points/write-points.ts';
import { type KillKind, killRuns, type StoreKind } from './kills.ts';
import { copyLarge } from './large-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
const library = buildLibrary(folder) ?? '';
afterAll(() => rmSync(folder, { recursive: true }));

/** In the suite some points; all of them with `npm run test:files`. */
const RUNS: readonly (readonly [StoreKind, KillKind, number])[] = [
  ['s3', 'request', sized(29, 1)],
  ['s3', 'write', sized(151, 1)],
  ['folder', 'write', sized(151, 1)],
];

/** The program and the library of the store take 140 MiB; reading 2 GB back adds what was not collected yet. */
const PEAK_MAX = 200 * 2 ** 20;

test.each(RUNS)(
  'a process that copies into %s, killed at each %s: all is as if it was not',
  async (store, kind, every) => {
    if (kind === 'write' && library === '') return;
    const { killed, trouble } = await killRuns({ library, kind, store, every, first: Math.ceil(every / 2) });
    expect(trouble).toEqual([]);
    expect(killed).toBeGreaterThan(1);
  },
);

test('a large file is right after five kills, few parts are sent twice, and memory stays small', async () => {
  const megabytes = sized(200, 2_048);
  const copy = await copyLarge(megabytes, true);
  expect(copy).toMatchObject({ exitCode: 0, isRight: true });
  expect(copy.kills).toHaveLength(5);
  expect(copy.sentParts - copy.parts).toBeLessThanOrEqual(3 * copy.kills.length);
  // What is fetched again after a kill is what was not yet synced.
  expect(copy.fetched).toBeLessThan((megabytes + 16 * copy.kills.length) * 2 ** 20);
  expect(Math.max(...copy.peaks)).toBeLessThan(PEAK_MAX);
});
