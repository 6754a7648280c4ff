import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import { type Machine } from '../system/machine.ts';
import type { System } from '../system/system.ts';
/** The owner of a lock, as the lock file says. */
export type Holder = {
    /** Random: no two locks have the same, not even of one process. */
    readonly id?: string | undefined;
    readonly pid: number;
    readonly startTime?: string | undefined;
    readonly bootId?: string | undefined;
    readonly pidNamespace?: string | undefined;
    readonly host: string;
    readonly machine?: string | undefined;
    readonly user: string;
    readonly command: string;
    /** RFC 3339, by the clock of the holder. */
    readonly started: string;
    readonly heartbeat?: string | undefined;
};
/** The facts that tell a process from every other one. */
export type Observed = Pick<Holder, 'pid' | 'startTime' | 'bootId' | 'pidNamespace' | 'host' | 'machine'>;
/**
 * The state of a holder, as far as it can be known from here: `alive` and `gone` are certain. `unseen`: it is in
 * another container or on another machine, and only its heartbeat tells.
 */
type Sight = 'alive' | 'gone' | 'unseen';
/** A lock file, and what can be known of its holder. */
export type FoundLock = {
    readonly path: string;
    readonly text: string;
    readonly holder: Holder;
    readonly sight: Sight;
    /** Milliseconds since the last heartbeat; below 0 if a clock was set back. */
    readonly silentMs: number;
};
/** The time from one sign of life of a holder to the next. */
export declare const HEARTBEAT_MS = 60000;
/** A holder that cannot be seen, and gave no sign of life for so long, counts as gone: `unlock` then removes its lock. */
export declare const SILENT_MAX_MS: number;
/** This process. */
export declare function observed(machine: Machine): Observed;
/**
 * True if a process is certainly there, at work or stopped, and is not this one. Without its start time nobody knows
 * whether its number belongs to another process by now.
 */
export declare function isOtherAlive(process: Observed, machine: Machine): boolean;
/** The record of this process. */
export declare function ownRecord(command: string, { machine, clock, random }: System): Required<Pick<Holder, 'id'>> & Holder;
/**
 * Reads a lock. Undefined if there is none, or none that names a holder.
 * @param nowMs the time to compare the last heartbeat with, epoch milliseconds
 */
export declare function readLock(path: string, { files, machine }: Pick<System, 'files' | 'machine'>, nowMs: number): Promise<FoundLock | undefined>;
/** The lock that a record is, but for its last heartbeat; undefined if it names no holder. */
export declare function foundIn(text: string, path: string, machine: Machine): Omit<FoundLock, 'silentMs'> | undefined;
/**
 * The time of the file system that holds a path, epoch milliseconds: that of a new file beside it. The age of a heartbeat is
 * measured with it, because the clocks of two machines may differ. Our own time if nothing can be written there.
 */
export declare function fileSystemTime(path: string, { files, clock, random }: System): Promise<number>;
/** Reads the first bytes of a file, at once; undefined if there is no such file. */
export declare function firstBytes(files: Files, path: string, bytes: number): string | undefined;
/**
 * The error for a state that another process has.
 * @param seen what is known of its life from here; nothing if it is there
 */
export declare function lockedBy({ holder }: FoundLock, seen?: string, hint?: string): RunError;
export {};
