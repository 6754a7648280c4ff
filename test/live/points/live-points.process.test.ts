import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { buildLibrary } from '../../write-points/write-points.ts';
import { PARTS, tryLivePoints } from './live-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
const library = buildLibrary(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const [SHORT, LONG] = [
  [
    { part: 'live/links.ndjson', at: 3 },
    { part: 'people/ledger.log', at: 6 },
    { part: 'live/done-old', at: 2 },
    { part: 'live/lane-new.json', at: 3 },
  ],
  PARTS.flatMap((part) => [1, 2, 3, 5, 8].map((at) => ({ part, at }))),
];

describe.skipIf(library === undefined)(
  `live ended at one of its writes${library === undefined ? ' (skipped: no Linux, or no C compiler)' : ''}`,
  () => {
    test.each(['killed', 'full'] as const)('%s: both apps are the same after it', async (how) => {
      const { reached, trouble } = await tryLivePoints(String(library), sized(SHORT, LONG), how);
      expect(trouble).toEqual([]);
      expect(reached).toBeGreaterThanOrEqual(3);
    });
  },
);
