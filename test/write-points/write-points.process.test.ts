import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sized } from '../support/long-form.ts';
import { buildLibrary, COMMANDS, killAtWritePoints } from './write-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
const library = buildLibrary(folder);
afterAll(() => rmSync(folder, { recursive: true }));

// All points, through both APIs, with `npm run test:points`.
describe.skipIf(library === undefined)(
  `a process killed at its write points${library === undefined ? ' (skipped: no Linux, or no C compiler)' : ''}`,
  () => {
    test.each(COMMANDS)('%s: nothing lost, doubled, disowned or claimed wrongly', async (command) => {
      const { killed, trouble } = await killAtWritePoints(String(library), command, 'import', sized(149, 59));
      expect(trouble).toEqual([]);
      expect(killed).toBeGreaterThan(1);
    });
  },
);
