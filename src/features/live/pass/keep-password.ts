import { endpointRequest } from '../../../service/api/endpoint.ts';
import { endpoints } from '../../../service/api/endpoints.ts';
import { apiError, isRecord, type Transport } from '../../../service/transport/transport.ts';
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
    const isLocked = isMeant && LOCKED.has(await typeOf(String(row['guid']), transport, signal));
    kept.push(isLocked ? Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'type')) : row);
  }
  return kept;
}

const LOCKED: ReadonlySet<unknown> = new Set(['password', 'protected']);

/** The type of a group; undefined if it cannot be read: writing it tells why. */
async function typeOf(guid: string, transport: Transport, signal: AbortSignal): Promise<unknown> {
  const { body } = await transport(endpointRequest(endpoints.getGroup, { params: { guid } }), signal);
  const group = isRecord(body) && !apiError(body) ? body['data'] : undefined;
  return isRecord(group) ? group['type'] : undefined;
}
