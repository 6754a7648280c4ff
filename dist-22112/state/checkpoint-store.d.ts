import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { type StateStore } from '../files/state/state-store.ts';
/**
 * The checkpoint that is kept in a state. It is replaced as a whole, so that a kill or a power cut leaves the one before or
 * this one, and a hash over it detects damage.
 */
export declare function checkpointStore(state: StateStore): CheckpointStore;
/**
 * The checkpoint in a document of a state.
 * @param path of the document, for errors
 * @throws RunError `STATE.CORRUPT`
 */
export declare function checkpointIn(text: string, path: string): Checkpoint;
