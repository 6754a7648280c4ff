import { dirname, join } from 'node:path';
import { type Lock, takeLock } from '../../../files/lock.ts';
import type { System } from '../../../system/system.ts';
import { SEGMENTS } from './segment.ts';

/**
 * Takes the lock of whoever writes the segments in a state folder, which is made.
 * @param command the command line, for whoever finds the lock
 * @throws RunError `STATE.LOCKED`, `STATE.UNWRITABLE`
 */
export async function lockSegments(folder: string, command: string, system: System): Promise<Lock> {
  const path = join(folder, SEGMENTS, 'lock');
  await system.files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await takeLock(path, command, system);
}
