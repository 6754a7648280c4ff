import type { System } from '../system/system.ts';
import { duration } from '../terminal/printable.ts';
import { foundLease } from './lease.ts';
import { type FoundLock, readLock } from './lock-holder.ts';

/** The lock of a process that is there or cannot be seen from here; undefined if there is none. Writes nothing. */
export async function currentLock(
  path: string,
  system: Pick<System, 'files' | 'machine' | 'clock' | 'keeper'>,
): Promise<FoundLock | undefined> {
  const here = await readLock(path, system, system.clock.now());
  const found = here && here.sight !== 'gone' ? here : await foundLease(path, system);
  return found?.sight === 'gone' ? undefined : found;
}

/** The time since the last heartbeat of a lock, as text. */
export const ago = ({ silentMs }: Pick<FoundLock, 'silentMs'>): string =>
  `${duration(Math.max(0, silentMs))} ago`;
