import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sized } from '../support/long-form.ts';
import { buildLibrary } from '../write-points/write-points.ts';
import { type KillKind, killRuns, type StoreKind } from './kills.ts';
import { copyLarge, PEAK_MAX } from './large-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
const library = buildLibrary(folder) ?? '';
afterAll(() => rmSync(folder, { recursive: true }));

/** In the suite two points of each; all of them with `npm run test:files`. */
const RUNS: readonly (readonly [StoreKind, KillKind, number])[] = [
  ['s3', 'request', sized(34, 1)],
  ['s3', 'write', sized(350, 1)],
  ['folder', 'write', sized(330, 1)],
];
const AT_MOST = sized(2, Number.POSITIVE_INFINITY);

test.each(RUNS)(
  'a process that copies into %s, killed at each %s: all is as if it was not',
  async (store, kind, every) => {
    if (kind === 'write' && library === '') return;
    const first = Math.ceil(every / 2);
    const { killed, trouble } = await killRuns({ library, kind, store, every, first, atMost: AT_MOST });
    expect(trouble).toEqual([]);
    expect(killed).toBeGreaterThan(1);
  },
);

test('a large file is right after kills, few parts are sent twice, and memory stays small', async () => {
  const megabytes = sized(80, 2_048);
  const copy = await copyLarge(megabytes, sized(2, 1));
  expect(copy).toMatchObject({ exitCode: 0, isRight: true });
  expect(copy.kills).toHaveLength(sized(3, 5));
  expect(copy.sentParts - copy.parts).toBeLessThanOrEqual(3 * copy.kills.length);
  // What is fetched again after a kill is what was not yet synced.
  expect(copy.fetched).toBeLessThan((megabytes + 16 * copy.kills.length) * 2 ** 20);
  expect(Math.max(...copy.peaks)).toBeLessThan(PEAK_MAX);
});
