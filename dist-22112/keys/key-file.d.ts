import type { StateStore } from '../files/state/state-store.ts';
import type { Files } from '../system/files.ts';
import { type KeyIndex, type KeyState, type Stamp, type Stamps } from './key-index.ts';
/** The keys of an entity on disk; a resumed run reads them instead of its sources. */
export interface KeyFile {
    /** Reads the first `bytes` of the file into the index. */
    restore(index: KeyIndex, bytes: number): Promise<void>;
    /** Appends, syncs to disk and returns the new length in bytes. */
    append(stamps: Pick<Stamps, 'bytes'>): Promise<number>;
}
/** Options of a key file: what it does beside keeping its keys. */
export type KeyFileOptions = {
    /** Place where the filter of a large index is saved: a file of this machine, a cache. Absent: it is made anew. */
    readonly filter?: {
        readonly path: string;
        readonly files: Files;
    } | undefined;
    /** Called with the bytes of each append, once they are durable. */
    readonly onAppended?: ((bytes: Uint8Array) => void) | undefined;
    /** After so many keys the filter is saved again. */
    readonly saveEvery?: number;
};
/** @param name of the log, begun by the first append */
export declare function keyFile(state: StateStore, name: string, { filter, onAppended, saveEvery }?: KeyFileOptions): KeyFile;
/** The stamps in the first `bytes` of a key file, in the order in which their rows were settled. */
export declare function stampsIn(state: StateStore, name: string, bytes: number): Generator<{
    readonly stamp: Stamp;
    readonly state: KeyState;
}>;
/**
 * The key file of a retry of rejected rows: the keys of the run before are known, and the keys of its rejected rows are
 * free again. New keys go into a separate file.
 * @param before the key file of the run, and how many bytes of it are valid
 */
export declare function retryKeyFile(own: KeyFile, before: {
    readonly file: KeyFile;
    readonly bytes: number;
}): KeyFile;
/**
 * Copies the first `bytes` of a key file behind the first `at` bytes of the key file `name`.
 * @returns the new valid length of `name`, bytes
 */
export declare function joinKeyFile(state: StateStore, name: string, at: number, from: {
    readonly state: StateStore;
    readonly bytes: number;
}): Promise<number>;
