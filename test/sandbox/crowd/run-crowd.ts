import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crowd } from './crowd.ts';

/** 2,000 sockets that drip and 100 bodies of 10 MB, of each kind: others are answered within a second, under 400 MB. */

let isGood = true;
for (const kind of ['rows', 'objects', 'levels'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-crowd-'));
  try {
    const seen = await crowd(folder, { sockets: 2_000, bodies: 100, kind });
    console.log(kind, seen);
    isGood &&= seen.failed === 0 && seen.slowestMs < 1_000 && seen.peakMb < 400;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = isGood ? 0 : 1;
