import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Heartbeat } from '../../../src/features/live/receive/heartbeat.ts';
import { openSignsOfLife } from '../../../src/features/live/receive/open-signs-of-life.ts';
import { ReceiverTally } from '../../../src/features/live/receive/tally.ts';
import type { Files } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';

/** A disk on which a sign of life takes longer than the time from one to the next. */
const slow: Files = {
  ...realSystem.files,
  open: async (...args) => {
    await sleep(600);
    return await realSystem.files.open(...args);
  },
  rename: async (...args) => {
    await sleep(700);
    await realSystem.files.rename(...args);
  },
};

test('signs of life on a slow disk are written one after the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-heart-'));
  mkdirSync(join(folder, 'live', 'receiver'), { recursive: true });
  try {
    await using signs = await openSignsOfLife({ folder }, { ...realSystem, files: slow });
    const { clock } = realSystem;
    const place = { host: '127.0.0.1', port: 1, listening: ['old'] } as const;
    const begun = clock.now();
    {
      await using _heart = await Heartbeat.begin(signs, clock, new ReceiverTally(), place);
      expect(clock.now() - begun).toBeGreaterThan(1_000);
    }
    const { before } = await openSignsOfLife({ folder }, realSystem);
    expect(before?.beat).toBeGreaterThan(begun + 1_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
