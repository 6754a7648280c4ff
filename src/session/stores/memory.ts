import type { Checkpoint, CheckpointStore } from '../../delivery/checkpoint.ts';

/** A checkpoint that lasts as long as the process, for programs that keep state of their own. */
export function memoryStore(): CheckpointStore {
  let kept: string | undefined;
  return {
    load: async () => (kept === undefined ? undefined : (JSON.parse(kept) as Checkpoint)),
    save: async (checkpoint) => {
      kept = JSON.stringify(checkpoint);
    },
    clear: async () => {
      kept = undefined;
    },
  };
}
