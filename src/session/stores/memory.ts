import type { Checkpoint, CheckpointStore } from '../../delivery/checkpoint.ts';

/** A checkpoint in memory, for programs that store state themselves. */
export function memoryStore(): CheckpointStore {
  let saved: string | undefined;
  return {
    load: async () => (saved === undefined ? undefined : (JSON.parse(saved) as Checkpoint)),
    save: async (checkpoint) => {
      saved = JSON.stringify(checkpoint);
    },
    clear: async () => {
      saved = undefined;
    },
  };
}
