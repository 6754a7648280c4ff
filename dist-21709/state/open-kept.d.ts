import type { Pipeline } from '../pipeline/pipeline.ts';
import { type StatePlace } from '../pipeline/state-place.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { State } from './state.ts';
/** The parts of a context that a state is opened with. */
type Opening = Runtime & Pick<Stderr, 'err'>;
/** A pipeline whose state folder has what is kept of it, and the context to work on it with; dispose of it last. */
export type Kept<T = Pipeline, C = Opening> = AsyncDisposable & {
    readonly pipeline: T;
    /** State in that folder. */
    readonly state: State;
    /** Its files and its lock are those of the state, wherever that is. */
    readonly context: C;
    /** Brings a copy up to date, for who looks again and again. @throws RunError `STATE.SERVER_*` */
    readonly refresh: () => Promise<void>;
};
/**
 * Opens a pipeline and its state.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export declare function openKept<C extends Opening>(reference: string, context: C): Promise<Kept<Pipeline, C>>;
/**
 * Opens the state of a pipeline for a command that reads nothing else of it.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export declare function openPlace<C extends Opening>(reference: string, context: C): Promise<Kept<StatePlace, C>>;
/**
 * Opens the state of a pipeline: a folder is there already, and of what a server keeps the folder becomes a copy.
 * @throws RunError `STATE.SERVER_*`
 */
export declare function keepState<T extends Pick<StatePlace, 'stateFolder' | 'stateServer'>, C extends Opening>(pipeline: T, context: C): Promise<Kept<T, C>>;
/**
 * The same pipeline with a state of its own below that of the pipeline, with its own lock: one of its shards.
 * @param name such as `shards/0`; only what is in `shards/` is left out of the state above
 */
export declare const withStateBelow: (pipeline: Pipeline, name: `shards/${number}`) => Pipeline;
export {};
