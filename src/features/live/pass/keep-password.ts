import { remoteRow } from '../../../service/targets/change/remote-row.ts';
import type { Transport } from '../../../service/transport/transport.ts';
import type { LiveRow } from './lane-writer.ts';

/**
 * Takes the type out of changes of groups that have a password on the side that is written to. Where no password is told, such a
 * group is private on the other side, and a change of something else there must not open or close it here.
 * @param isThere whether the side has a group already
 */
export async function keepPassword(
  rows: readonly LiveRow[],
  isThere: (row: LiveRow) => boolean,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly LiveRow[]> {
  const kept: LiveRow[] = [];
  for (const row of rows) {
    const isMeant = row['type'] === 'private' && isThere(row);
    const found = isMeant ? await remoteRow('groups', String(row['guid']), transport, signal) : undefined;
    kept.push(
      isLocked(found?.['type'])
        ? Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'type'))
        : row,
    );
  }
  return kept;
}

const LOCKED: ReadonlySet<unknown> = new Set(['password', 'protected']);

/** True for the type of a group that has a password. */
export const isLocked = (type: unknown): boolean => LOCKED.has(type);
