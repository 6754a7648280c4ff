import { type Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { StateServer } from './state-server.ts';
/** The contents of a state on a server: the content of each path. */
export type Contents = ReadonlyMap<string, string>;
/** The copy on this machine of a state that a server keeps. */
export declare class LocalCopy {
    #private;
    /** @param name of the state on the server */
    constructor(server: StateServer, name: string, folder: string, system: System);
    /**
     * Makes the copy what the server has at this moment, unless a process of this machine is at work on it: then it is newer.
     * @returns whether the server has anything; true if that was not looked for
     * @throws RunError `STATE.SERVER_*`, `STATE.UNWRITABLE`
     */
    read(): Promise<boolean>;
    /**
     * Does the same for a process that has the lock, and forgets that it is the same from then on.
     * @returns what the server has, and the rejects files that somebody has corrected here since
     */
    begin(): Promise<{
        readonly contents: Contents;
        readonly corrected: readonly string[];
    }>;
    /** It is what the server has with a version. */
    end(version: number, contents: Contents): Promise<void>;
}
/**
 * The files of a state in a folder of it and below; not those of shards, which may be many and are states of their own.
 * @param below a folder of the state
 * @returns paths in the state, with slashes
 */
export declare function pathsBelow(folder: string, files: Files, below?: string): Promise<string[]>;
