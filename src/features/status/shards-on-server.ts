import { join } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { leaseOf } from '../../files/lease.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { checkpointIn } from '../../state/checkpoint-store.ts';
import { CHECKPOINT_NAME } from '../../state/kept-names.ts';
import type { Keeper } from '../../system/keeper.ts';
import type { Machine } from '../../system/machine.ts';
import type { ShardStates } from './with-shards.ts';

/**
 * Reads the states of shards where a server keeps them: copies here are those of the shards that this machine has written.
 * @param folder of the copies
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function shardsOnServer(folder: string, keeper: Keeper, machine: Machine): Promise<ShardStates> {
  const checkpoints: Checkpoint[] = [];
  let lock: FoundLock | undefined;
  for (const { text, holder } of await keeper.below(CHECKPOINT_NAME)) {
    if (text !== undefined) checkpoints.push(checkpointIn(text, join(folder, CHECKPOINT_NAME)));
    const found = holder && leaseOf(holder, folder, machine);
    if (found?.sight !== 'gone') lock ??= found;
  }
  return { checkpoints, lock };
}
