import type { StateStore } from '../../../../files/state/state-store.ts';
import type { LiveChange, LiveEntity, LiveLookups } from '../../../../origin/live/live-origin.ts';
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

/** Entities that people may change on both sides. */
const EDITED: ReadonlySet<LiveEntity> = new Set(['users', 'groups', 'messages']);

/**
 * Looks, before records are changed, whether people have changed them on the side that is written to: the later change wins, with
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
      EDITED.has(hint.change.entity) && hint.change.kind === 'upsert' && !isCreate && rows.length === 1,
  );
  const answers = await askEach(changed, (candidate) => shownThere(candidate, back.lookups, ledgers, signal));
  const there: { readonly candidate: Candidate; readonly now: LiveChange }[] = [];
  for (const [candidate, asked] of answers) {
    // Who is not answered is written to: the line says what it thinks of it.
    if ('refusal' in asked || asked.answer === 'unknown') continue;
    if (!asked.answer || asked.answer.kind === 'gone') {
      const { entity } = candidate.folded.hint.change;
      const isOurs = shared.links.find(entity, candidate.rows[0]?.key ?? '', to)?.digest === GONE_DIGEST;
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
    const { entity, version } = candidate.folded.hint.change;
    const state = shared.links.find(entity, row.key, to);
    const isLater = now.version > version || (now.version === version && to === 'new');
    // Nobody saw it there before: it has changed if it is not what we wrote.
    const isOther = entity === 'messages' ? isEdited(now) : found.every((each) => !ledgers.isAsSent(each));
    if (digest === own) alike.push({ candidate, version: now.version });
    else if (state ? digest !== state.digest : isLater && isOther)
      conflicts.push({ candidate, winner: isLater ? to : side, there: 'changed' });
  }
  return { conflicts, alike };
}

/** True if a message was changed after it was sent: one of ours that a kill left unnoted is as old as itself, whoever sent it when. */
const isEdited = ({ version, time }: LiveChange): boolean =>
  time === undefined || Math.floor(version / 1_000_000) > Math.floor(time / 1_000);

/** A record as the side that is written to has it; `unknown` if that cannot say it of a user or a group. */
async function shownThere(
  { folded, rows: [row] }: Candidate,
  lookups: LiveLookups,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<LiveChange | 'unknown' | undefined> {
  const { entity, key, time, kind } = folded.hint.change;
  if (entity === 'messages') {
    const id = row && ledgers.find('messages', row.key)?.id;
    return await lookups.message({ key, time, ...(id === undefined ? {} : { id }) }, signal);
  }
  if (!lookups.namesAsRows || !row) return 'unknown';
  const own = row.row[entity === 'users' ? 'uid' : 'guid'];
  const about = { entity, key: String(own), kind, isNew: false, version: 0, rows: [], isWhole: false };
  const now = await lookups.complete?.(about, signal);
  // What is gone there goes here by its own event.
  return now?.kind === 'upsert' && now.isWhole && now.rows.length > 0 ? now : 'unknown';
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
