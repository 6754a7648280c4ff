import type { StateStore } from '../../../../../files/state/state-store.ts';
import type { LiveChange } from '../../../../../origin/live/live-origin.ts';
import type { Side } from '../../../side.ts';

/** Both sides changed a record since they were last alike, or both have made one under the same id. */
export type Conflict = {
  readonly change: Pick<LiveChange, 'entity' | 'key' | 'conversation' | 'version'>;
  /** The side whose change stays; `neither` for records that stay apart. */
  readonly winner: Side | 'neither';
  /** The record on the side that is written to: `other` is one that others have made there. */
  readonly there: 'changed' | 'gone' | 'other';
};

/** The log of conflicts, in the state. */
const CONFLICTS = 'live/conflicts.ndjson';

/** Adds conflicts to the log. @throws RunError `STATE.UNWRITABLE` */
export async function logConflicts(
  state: StateStore,
  conflicts: readonly Conflict[],
  now: number,
): Promise<void> {
  if (conflicts.length === 0) return;
  const bytes = await state.bytesOf(CONFLICTS);
  if (bytes === undefined) await state.begin(CONFLICTS);
  const text = conflicts.map(({ change, winner, there }) => {
    const { entity, key, conversation, version } = change;
    return `${JSON.stringify({ at: now, entity, key, conversation, version, there, winner })}\n`;
  });
  await state.append(CONFLICTS, text.join(''), bytes ?? 0);
}
