import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startCli } from '../../support/cli-process.ts';
import { liveHere } from './live-here.ts';

/** An old system whose channels can be frozen. */
export type Frozen = {
  readonly pipeline: string;
  /** The number of channels, and of those that are frozen now. */
  readonly channels: () => { readonly all: number; readonly frozen: number };
  /** Writes a message as somebody of the old system. @throws what that system says while the channel is frozen */
  readonly write: () => void;
};

/** Kills a switch that has frozen the channels of the old system, and starts it again: people can write there then. */
export async function killSwitch({ pipeline, channels, write }: Frozen): Promise<void> {
  const live = liveHere(pipeline);
  const phase = async () => (await live.status().catch(() => undefined))?.printed;
  const wait = { timeout: 60_000, interval: 100 };
  const { all, frozen } = channels();
  expect(frozen).toBe(0);
  const first = startCli(['live', pipeline, '--yes', '--unproven', '--allow-notifications']);
  const ended = once(first, 'close');
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'live' } });
  const asking = startCli(['live', 'switch', pipeline, '--freeze']);
  await expect.poll(channels, wait).toEqual({ all, frozen: all });
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'switch', isFrozen: true } });
  first.kill('SIGKILL');
  asking.kill('SIGKILL');
  await ended;
  await sleep(100);
  expect(channels().frozen).toBe(all);
  expect(write).toThrow('frozen');

  const again = live.live();
  await expect.poll(channels, wait).toEqual({ all, frozen: 0 });
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'live' } });
  write();
  expect(await live.stop()).toMatchObject({ exitCode: 0 });
  expect(await again).toMatchObject({ exitCode: 0 });
}
