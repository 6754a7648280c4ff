import type { System } from '../../system/system.ts';
import type { StateServer } from './state-server.ts';
/** A state that a server keeps, while it is open, with all that works on it. */
export type OpenServerState = AsyncDisposable & {
    /** Its files are those of the copy here; whoever takes its lock has the state, and changes of it are sent. */
    readonly system: System;
    /** Makes the copy what the server has now, unless a process of this machine is at work on it. */
    readonly refresh: () => Promise<void>;
    /** True if the server had nothing under this name. */
    readonly isNew: boolean;
    /** Moves a state from a folder to the server; returns where that folder is now. @throws RunError `STATE.*` */
    readonly adopt: (from: string) => Promise<string | undefined>;
};
/**
 * Opens a state that a server keeps: the folder becomes a copy of what the server has.
 * @param name of the state on the server
 * @param folder for the copy, made with mode 0700
 * @throws RunError `STATE.SERVER_*`, `STATE.DRIVER_MISSING`, `STATE.UNWRITABLE`
 */
export declare function openServerState(server: StateServer, name: string, folder: string, system: System): Promise<OpenServerState>;
