import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { HeldPart, LiveRemoval } from '../../pass/lane-writer.ts';
import type { LaneDeps } from '../lane-deps.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate, Read } from './candidate.ts';
import type { MadeRow } from './convert-changes.ts';
import type { Folded } from './fold.ts';

/** A member or a reaction that is gone as a list says, with the group or the message that has it no more. */
export type LostRemoval = { readonly change: LiveChange; readonly owner: LiveChange };

/**
 * Finds members and reactions that a side had and has no more, while the other side has them still: no event told that they were
 * removed. What the other side alone has had so far is none of them, nor what we wrote a moment ago.
 */
export function lostRemovals(
  listed: readonly LiveChange[],
  deps: LaneDeps,
  ledgers: BothLedgers,
): readonly LostRemoval[] {
  return listed.flatMap((owner) => {
    const { set } = owner;
    if (!set || owner.kind === 'gone') return [];
    const { entity } = set;
    const here = new Set(set.keys.map((key) => ledgers.keyOf({ entity, key })));
    return deps.writer
      .partsOf(entity, ledgers.keyOf(owner))
      .filter(({ key }) => !here.has(key) && !isJustWritten(entity, key, deps) && wasHere(entity, key, deps))
      .map((part) => ({ change: removalOf(entity, part, owner), owner }));
  });
}

const isJustWritten = (entity: 'members' | 'reactions', key: string, { shared, side }: LaneDeps): boolean =>
  shared.echoes.expects(side, { entity, key, kind: 'upsert' });

/** True if the side of the events has had it: what the other side alone has had so far is none of these. */
function wasHere(entity: 'members' | 'reactions' | 'pins', key: string, { writer, back }: LaneDeps): boolean {
  const origin = back?.writer.find(entity, key)?.origin;
  if (origin !== undefined) return origin === 'created' || origin === 'exists';
  // What came before the events did.
  return writer.find(entity, key)?.origin === 'created';
}

function removalOf(
  entity: 'members' | 'reactions',
  { uid, reaction }: HeldPart,
  { key, conversation }: LiveChange,
): LiveChange {
  const parts = reaction === undefined ? [key, uid] : [key, uid, reaction];
  return {
    entity,
    key: JSON.stringify(parts),
    conversation,
    kind: 'gone',
    isNew: false,
    version: 0,
    parent: entity === 'reactions' ? key : undefined,
    rows: [],
    isWhole: true,
  };
}

/**
 * Finds pins that messages had on their side and have no more, as their records say, while the other side has them still: no event
 * tells of a pin alone.
 * @param context rows that came along, with the pins of messages that have one
 */
export function lostPins(
  reads: readonly Read[],
  context: readonly MadeRow[],
  deps: LaneDeps,
  ledgers: BothLedgers,
): ReadonlyMap<Folded, LiveRemoval> {
  const found = new Map<Folded, LiveRemoval>();
  const pinned = new Set(context.filter(({ entity }) => entity === 'pins').map(({ key }) => key));
  for (const { folded, rows } of reads) {
    const { entity, kind, version } = folded.hint.change;
    const [made, more] = rows;
    if (entity !== 'messages' || kind === 'gone' || !made || more || pinned.has(made.key)) continue;
    if ((made.row['deletedAt'] ?? undefined) !== undefined) continue;
    // A record from before says nothing of now.
    const state = deps.shared.links.find('messages', made.key, deps.side);
    if (version < (state?.version ?? 0) || !wasHere('pins', made.key, deps)) continue;
    if (ledgers.find('pins', made.key)) found.set(folded, { entity: 'pins', key: made.key });
  }
  return found;
}

/** Changes with the removals of pins: also of messages that have changed in nothing else. */
export function withLostPins(
  candidates: readonly Candidate[],
  pins: ReadonlyMap<Folded, LiveRemoval>,
): readonly Candidate[] {
  const left = new Map(pins);
  const changed = candidates.map((candidate) => {
    const removal = left.get(candidate.folded);
    left.delete(candidate.folded);
    return removal ? { ...candidate, removals: [...candidate.removals, removal] } : candidate;
  });
  const alone = [...left].map(
    ([folded, removal]): Candidate => ({ folded, rows: [], removals: [removal], isCreate: false }),
  );
  return [...changed, ...alone];
}
