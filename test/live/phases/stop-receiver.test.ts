import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { receiverLockOf } from '../../../src/features/live/receive/receiver-state.ts';
import { liveHere } from './live-here.ts';
import { people, twoSystems } from './two-systems.ts';

test('a stop ends a process that only receives events, and says so', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  const stop = new AbortController();
  const receiving = here.receive(stop.signal);
  const lock = receiverLockOf(join(systems.folder, '.chatferry/move'));
  await expect.poll(() => existsSync(lock)).toBe(true);
  const { exitCode, printed } = await here.stop();
  expect([exitCode, printed]).toEqual([
    0,
    expect.objectContaining({ notices: [expect.stringMatching(/^process \d+ on .* ends by itself/)] }),
  ]);
  const ended = await receiving;
  expect(ended.exitCode).toBe(0);
  expect(ended.printed).toContainEqual(expect.objectContaining({ event: 'stopped' }));
  expect(existsSync(lock)).toBe(false);
});
