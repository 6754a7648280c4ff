import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { HeldPart } from '../../pass/lane-writer.ts';
import type { LaneDeps } from '../lane-deps.ts';
import type { BothLedgers } from './both-ledgers.ts';

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
      .filter(({ key }) => !here.has(key) && wasHere(entity, key, deps))
      .map((part) => ({ change: removalOf(entity, part, owner), owner }));
  });
}

/** True if the side of the list has had it, and its own events have said so. */
function wasHere(
  entity: 'members' | 'reactions',
  key: string,
  { writer, back, shared, side }: LaneDeps,
): boolean {
  if (shared.echoes.expects(side, { entity, key, kind: 'upsert' })) return false;
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
