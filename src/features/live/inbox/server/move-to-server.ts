import type { StateStore } from '../../../../files/state/state-store.ts';
import type { System } from '../../../../system/system.ts';
import { sides } from '../../side.ts';
import { doneName } from '../done-marks.ts';
import type { InboxReader } from '../inbox.ts';
import { lockSegments } from '../lock-segments.ts';
import { segmentsOf } from '../segment.ts';
import { addRows, inboxDatabase, type ServerPlace } from './inbox-table.ts';

/** Events that are moved at once. */
const MOST = 500;

/** A state folder whose events are moved. */
type From = {
  readonly folder: string;
  readonly state: StateStore;
  readonly reader: () => Promise<InboxReader>;
};

/**
 * Moves events that wait in files to the server that keeps the state from now on. Killed, it continues when it is called again;
 * some events may then be there twice, which changes nothing.
 * @throws RunError `STATE.LOCKED` while another process adds events on files, `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function moveToServer(
  { folder, state, reader }: From,
  place: ServerPlace,
  system: System,
): Promise<void> {
  const names = (await Promise.all(sides.map((side) => segmentsOf(side, folder, system.files)))).flat();
  if (names.length === 0) return;
  await using _lock = await lockSegments(folder, 'chatferry live', system);
  await using database = await inboxDatabase(place, system.clock);
  {
    await using from = await reader();
    for (const side of sides)
      for (;;) {
        const events = await from.take(side, MOST, new Set());
        if (events.length === 0) break;
        await addRows(database, place.name, events);
        await from.done(
          side,
          events.map(({ seq }) => seq),
        );
      }
  }
  for (const { name } of names) await state.remove(name);
  for (const side of sides) await state.remove(doneName(side));
}
