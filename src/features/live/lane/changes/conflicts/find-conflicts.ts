import type { LiveChange } from '../../../../../origin/live/live-origin.ts';
import { otherSide } from '../../../side.ts';
import type { LaneDeps } from '../../lane-deps.ts';
import { GONE_DIGEST } from '../../links/link.ts';
import { askEach } from '../ask-side.ts';
import type { BothLedgers } from '../both-ledgers.ts';
import type { Candidate } from '../candidate.ts';
import { convertChanges } from '../convert-changes.ts';
import type { Conflict } from './conflict.ts';

/** A record that is alike on both sides already. */
type AlikeChange = { readonly candidate: Candidate; readonly version: number };

/** Changes that meet those of the other side. */
export type FoundConflicts = {
  readonly conflicts: readonly Conflict[];
  /** Those that lose: they are not written. */
  readonly lost: readonly Candidate[];
  readonly alike: readonly AlikeChange[];
};

/**
 * Looks, before messages are changed, whether people have changed them on the side that is written to: the later change wins, with
 * equal times that of the service, and a deletion wins over every change. Only here the clocks of the sides meet.
 */
export async function findConflicts(
  candidates: readonly Candidate[],
  deps: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<FoundConflicts> {
  const { back, shared, side, writer } = deps;
  const conflicts: Conflict[] = [];
  const lost: Candidate[] = [];
  const alike: AlikeChange[] = [];
  if (!back) return { conflicts, lost, alike };
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
    if (asked.answer && asked.answer.kind !== 'gone') {
      there.push({ candidate, now: asked.answer });
      continue;
    }
    const isOurs = shared.links.find('messages', candidate.rows[0]?.key ?? '', to)?.digest === GONE_DIGEST;
    if (isOurs) continue;
    conflicts.push({ change: candidate.folded.hint.change, winner: to, there: 'gone' });
    lost.push(candidate);
  }
  const named = there.map(({ candidate: { folded }, now }) => ({ id: folded.id, change: now }));
  const made = named.length > 0 ? await convertChanges(back.writer, named, [], signal) : undefined;
  for (const { candidate, now } of there) {
    const [row] = candidate.rows;
    const found = made?.about.get(candidate.folded.id);
    if (!row || !found) continue;
    const digest = found.map((each) => back.writer.digestOf(each.entity, each.row)).join(' ');
    const { change } = candidate.folded.hint;
    const state = shared.links.find('messages', row.key, to);
    const isLater = isLaterThere(now.version, change.version, to);
    // Nobody saw it there before: it has changed if it was edited.
    if (digest === writer.digestOf(row.entity, row.row)) alike.push({ candidate, version: now.version });
    else if (state ? digest !== state.digest : isLater && isEdited(now)) {
      conflicts.push({ change, winner: isLater ? to : side, there: 'changed' });
      if (isLater) lost.push(candidate);
    }
  }
  return { conflicts, lost, alike };
}

/** True if a message was changed after it was sent: one of ours that a kill left unnoted is as old as itself, whoever sent it when. */
const isEdited = ({ version, time }: LiveChange): boolean =>
  time === undefined || Math.floor(version / 1_000_000) > Math.floor(time / 1_000);

/** True if a change on the side that is written to came after one of the other side; of the same time, that of the service did. */
export const isLaterThere = (there: number, here: number, to: ReturnType<typeof otherSide>): boolean =>
  there > here || (there === here && to === 'new');
