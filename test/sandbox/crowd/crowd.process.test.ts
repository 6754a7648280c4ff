import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crowd } from './crowd.ts';

test('2,000 sockets that drip and 20 large bodies keep nobody else from an answer, and take little memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-crowd-'));
  try {
    const { asked, failed, peakMb, statuses } = await crowd(folder, {
      sockets: 2_000,
      bodies: 20,
      kind: 'levels',
    });
    expect(asked).toBeGreaterThan(0);
    expect(failed).toBe(0);
    expect(peakMb).toBeLessThan(400);
    // Parsing millions of arrays takes seconds, so nobody tries.
    expect(statuses).toEqual([400]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
