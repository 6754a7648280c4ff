import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { type EntityName, entityNames, entityRecord } from '../../input/entities/entity.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import { claimedKeys } from '../../state/claims.ts';
import type { State } from '../../state/state.ts';

/** The keys of the rows of one entity that the service has acknowledged. */
export type LandedKeys = {
  readonly index: KeyIndex;
  /** The number of them. */
  count: number;
  /** Some of the rows were in the service before, and it is not known which. */
  isAnyForeign: boolean;
};

/** Reads the keys that checkpoints claim; those of a later one replace those of an earlier one. */
export function landedKeys(
  states: readonly (readonly [state: State, checkpoint: Checkpoint | undefined])[],
): Readonly<Record<EntityName, LandedKeys>> {
  const landed = entityRecord((): LandedKeys => ({ index: new KeyIndex(), count: 0, isAnyForeign: false }));
  for (const [own, checkpoint] of states)
    for (const entity of entityNames) {
      const step = checkpoint?.steps[entity];
      if (!step) continue;
      const keys = landed[entity];
      keys.isAnyForeign ||= step.counts.exists > 0;
      for (const { stamp, state } of claimedKeys(own, checkpoint, entity)) {
        if (keys.index.hasLanded(stamp.lo, stamp.hi)) keys.count--;
        keys.index.set(stamp, state);
        if (state === 'landed') keys.count++;
      }
    }
  return landed;
}
