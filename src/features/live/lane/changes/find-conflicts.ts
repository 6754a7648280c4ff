import type { StateStore } from '../../../../files/state/state-store.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { Side } from '../../side.ts';
import { otherSide } from '../../side.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST } from '../links/link.ts';
import { askEach } from './ask-side.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate } from './candidate.ts';
import { convertChanges } from './convert-changes.ts';

/** Both sides changed a record since they were last alike. */
export type Conflict = {
  readonly candidate: Candidate;
  /** The side whose change stays. */
  readonly winner: Side;
  /** The change on the side that is written to. */
  readonly there: 'changed' | 'gone';
};

/** A record that is alike on both sides already. */
export type AlikeChange = { readonly candidate: Candidate; readonly version: number };

/**
 * Looks, before messages are changed, whether people have changed them on the side that is written to: the later change wins, with
 * equal times that of the service, and a deletion wins over every change. Only here the clocks of the sides meet.
 */
export async function findConflicts(
  candidates: readonly Candidate[],
  deps: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<{ readonly conflicts: readonly Conflict[]; readonly alike: readonly AlikeChange[] }> {
  const { back, shared, side, writer } = deps;
  const conflicts: Conflict[] = [];
  const alike: AlikeChange[] = [];
  if (!back) return { conflicts, alike };
  const to = otherSide(side);
  const changed = candidates.filter(
    ({ folded: { hint }, isCreate, rows }) =>
      hint.change.entity === 'messages' && hint.change.kind === 'upsert' && !isCreate && rows.length === 1,
  );
  const answers = await askEach(changed, ({ folded, rows: [row] }) => {
    const { key, time } = folded.hint.change;
    const id = row && ledgers.find('messages', row.key)?.id;
    return back.lookups.message({ key, time, ...(id === undefined ? {} : { id }) }, signal);
  });
  const there: { readonly candidate: Candidate; readonly now: LiveChange }[] = [];
  for (const [candidate, asked] of answers) {
    // Who is not answered is written to: the line says what it thinks of it.
    if ('refusal' in asked) continue;
    if (!asked.answer || asked.answer.kind === 'gone') {
      const isOurs = shared.links.find('messages', candidate.rows[0]?.key ?? '', to)?.digest === GONE_DIGEST;
      if (!isOurs) conflicts.push({ candidate, winner: to, there: 'gone' });
    } else there.push({ candidate, now: asked.answer });
  }
  const named = there.map(({ candidate: { folded }, now }) => ({ id: folded.id, change: now }));
  const made = named.length > 0 ? await convertChanges(back.writer, named, [], signal) : undefined;
  for (const { candidate, now } of there) {
    const [row] = candidate.rows;
    const found = made?.about.get(candidate.folded.id);
    if (!row || !found) continue;
    const digest = found.map((each) => back.writer.digestOf(each.entity, each.row)).join(' ');
    const own = writer.digestOf(row.entity, row.row);
    const state = shared.links.find('messages', row.key, to);
    const { version } = candidate.folded.hint.change;
    const isLater = now.version > version || (now.version === version && to === 'new');
    if (digest === own) alike.push({ candidate, version: now.version });
    // Nobody saw it there before: a record that was not changed is as old as the message.
    else if (state ? digest !== state.digest : isLater)
      conflicts.push({ candidate, winner: isLater ? to : side, there: 'changed' });
  }
  return { conflicts, alike };
}

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
