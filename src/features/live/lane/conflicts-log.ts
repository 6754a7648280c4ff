import type { StateStore } from '../../../files/state/state-store.ts';
import type { Conflict } from './changes/find-conflicts.ts';

/** The log of records that both sides changed, in the state. */
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
  const text = conflicts.map(({ candidate: { folded }, winner, there }) => {
    const { entity, key, conversation, version } = folded.hint.change;
    return `${JSON.stringify({ at: now, entity, key, conversation, version, there, winner })}\n`;
  });
  await state.append(CONFLICTS, text.join(''), bytes ?? 0);
}
