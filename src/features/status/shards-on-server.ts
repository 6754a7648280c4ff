import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { leaseOf } from '../../files/lease.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { State } from '../../state/state.ts';
import type { Keeper } from '../../system/keeper.ts';
import type { System } from '../../system/system.ts';
import type { ShardStates } from './with-shards.ts';

/**
 * Reads the states of shards where a server keeps them: copies here are those of the shards that this machine has written.
 * @param folder of the copies
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function shardsOnServer(
  folder: string,
  keeper: Keeper,
  { files, machine }: Pick<System, 'files' | 'machine'>,
): Promise<ShardStates> {
  const checkpoints: Checkpoint[] = [];
  let lock: FoundLock | undefined;
  for (const { checkpoint, holder } of await new State(folder, files).below(keeper)) {
    if (checkpoint) checkpoints.push(checkpoint);
    const found = holder && leaseOf(holder, folder, machine);
    if (found?.sight !== 'gone') lock ??= found;
  }
  return { checkpoints, lock };
}
