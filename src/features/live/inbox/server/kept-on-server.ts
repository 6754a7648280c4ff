import { Database } from '../../../../files/server/database.ts';
import { StateServer } from '../../../../files/server/state-server.ts';
import type { Clock } from '../../../../system/clock.ts';
import { purgeDocuments } from '../../shared/live-table.ts';
import type { EventTest } from '../rewrite-segments.ts';
import {
  BYTES,
  EVENTS_AFTER,
  eventOfRow,
  hasInbox,
  PURGE,
  REMOVE_EVENTS,
  type ServerPlace,
} from './inbox-table.ts';

/** A connection; a server without a table has no events, and gets none. */
const databaseOf = ({ url }: ServerPlace, clock: Clock): Database =>
  new Database(new StateServer(url), clock);

/** Events that are read at once. */
const PAGE_EVENTS = 200;

/**
 * Removes events of a table.
 * @param isCounted true to change nothing
 * @returns the number of events
 * @throws RunError `STATE.SERVER_*`
 */
export async function removeFromServer(
  place: ServerPlace,
  isWanted: EventTest,
  isCounted: boolean,
  clock: Clock,
): Promise<number> {
  await using database = databaseOf(place, clock);
  let count = 0;
  if (!(await hasInbox(database))) return count;
  for (let after = 0; ; ) {
    const rows = await database.rows(EVENTS_AFTER, [place.name, after, PAGE_EVENTS]);
    const wanted = rows.filter((row) => isWanted(eventOfRow(row))).map(({ seq }) => seq);
    count += wanted.length;
    if (!isCounted && wanted.length > 0) await database.rows(REMOVE_EVENTS, [place.name, wanted]);
    if (rows.length < PAGE_EVENTS) return count;
    after = Number(rows.at(-1)?.['seq']);
  }
}

/** The bytes of all events of a pipeline. @throws RunError `STATE.SERVER_*` */
export async function bytesOnServer(place: ServerPlace, clock: Clock): Promise<number> {
  await using database = databaseOf(place, clock);
  if (!(await hasInbox(database))) return 0;
  const [found] = await database.rows(BYTES, [place.name]);
  return Number(found?.['bytes'] ?? 0);
}

/** Removes all events of a pipeline, and the documents that its processes share. @throws RunError `STATE.SERVER_*` */
export async function purgeServer(place: ServerPlace, clock: Clock): Promise<void> {
  await using database = databaseOf(place, clock);
  if (await hasInbox(database)) await database.rows(PURGE, [place.name]);
  await purgeDocuments(database, place.name);
}
