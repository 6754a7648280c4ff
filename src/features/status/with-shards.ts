import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { currentLock } from '../../files/current-lock.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import type { Counts } from '../../input/rows/outcome.ts';
import { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';

/** Progress of the shards of a run, and the lock of one that is at work. */
export type ShardStates = {
  readonly checkpoints: readonly Checkpoint[];
  readonly lock: FoundLock | undefined;
};

/** Reads the states of the shards in a folder, which need not exist. @throws RunError `STATE.CORRUPT` */
export async function shardsInFolder(folder: string, system: System): Promise<ShardStates> {
  const names = await system.files.readdir(folder).catch(() => []);
  const checkpoints: Checkpoint[] = [];
  let lock: FoundLock | undefined;
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const { paths, store } = new State(join(folder, name), system.files);
    const checkpoint = await store.load();
    if (checkpoint) checkpoints.push(checkpoint);
    lock ??= await currentLock(paths.lock, system);
  }
  return { checkpoints, lock };
}

/** A checkpoint that counts what the shards have done and that is not joined yet. */
export function withShards(checkpoint: Checkpoint, { checkpoints }: ShardStates): Checkpoint {
  if (checkpoints.length === 0) return checkpoint;
  const steps = Object.entries(checkpoint.steps).map(([name, step]) => {
    const parts = checkpoints.flatMap((each) => each.steps[name as keyof Checkpoint['steps']] ?? []);
    return [name, step.done ? step : summed(step, parts)] as const;
  });
  return { ...checkpoint, steps: Object.fromEntries(steps) };
}

function summed(step: StepState, parts: readonly StepState[]): StepState {
  const all = [step, ...parts];
  const sum = (tables: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
    const found: Record<string, number> = {};
    for (const [name, count] of tables.flatMap((each) => Object.entries(each)))
      found[name] = (found[name] ?? 0) + count;
    return found;
  };
  return {
    ...step,
    counts: sum(all.map(({ counts }) => counts)) as Counts,
    skipped: sum(all.map(({ skipped }) => skipped)),
  };
}
