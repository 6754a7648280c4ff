import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { StepFiles } from './commit.ts';

type TakeBackDeps = StepFiles & {
  readonly checkpoint: Checkpoint;
  readonly store: CheckpointStore;
};

/**
 * Takes back what a step has settled: its only answers were refusals, all alike, and the next run may get better ones. What
 * may have been sent stays marked.
 */
export async function takeBack(
  state: StepState,
  before: StepState,
  { deadLetter, archive, checkpoint, store }: TakeBackDeps,
): Promise<void> {
  for (const name of Object.keys(state)) if (name !== 'sentHigh') Reflect.deleteProperty(state, name);
  const { sentHigh: _, ...rest } = before;
  Object.assign(state, rest);
  checkpoint.serial++;
  await store.save(checkpoint);
  await deadLetter.restore(state.rejects);
  await archive?.restore(state.archived);
}
