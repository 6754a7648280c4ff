import { attachedOf } from '../../../input/entities/attached-key.ts';
import type { LiveChange } from '../../../origin/live/live-origin.ts';
import { BothLedgers } from './changes/both-ledgers.ts';
import type { LaneDeps } from './lane-deps.ts';

/**
 * Reactions that a side had, and that a list of its messages does not tell any more: an event that said so is lost. They are
 * completed before anything is removed.
 */
export function lostReactions(listed: LiveChange, deps: LaneDeps): readonly LiveChange[] {
  const { entity, kind, key, reactions, conversation, time } = listed;
  if (entity !== 'messages' || kind !== 'upsert' || !reactions) return [];
  const ledgers = new BothLedgers(deps);
  const there = new Set(reactions.map((each) => ledgers.keyOf({ entity: 'reactions', key: each })));
  return deps.shared.links
    .reactionsTo(deps.side, key)
    .filter((each) => !there.has(each))
    .map((each) => {
      const { uid, added, muid } = attachedOf(each);
      return {
        entity: 'reactions',
        key: JSON.stringify([muid, uid, added]),
        conversation,
        kind: 'gone',
        isNew: false,
        version: 0,
        time,
        sender: uid,
        parent: muid,
        rows: [],
        isWhole: false,
      };
    });
}
