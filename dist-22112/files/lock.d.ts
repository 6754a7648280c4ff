import type { System } from '../system/system.ts';
import { type FoundLock } from './lock-holder.ts';
/** A lock that this process holds; disposing releases it. */
export interface Lock extends AsyncDisposable {
    /**
     * Checks that the lock is still ours: while a process is stopped, or cut off, another may take over.
     * @throws RunError `STATE.LOCK_LOST` (exit 8)
     */
    assertHeld(): void;
}
/**
 * Takes the lock of a state folder. A lock whose holder is certainly gone is taken over; one whose holder cannot be seen from
 * here never is, however old it is: that needs `removeLock`. Where a server keeps the state, it has to agree.
 * @param command the command line, for whoever finds the lock
 * @throws RunError `STATE.LOCKED` (exit 8) naming the holder, `STATE.UNWRITABLE`, `STATE.FOLDER_UNSUITABLE`, `STATE.SERVER_*`
 */
export declare function takeLock(path: string, command: string, system: System): Promise<Lock>;
/**
 * Takes the lock of a state folder that nobody else can write to; undefined if there is no such folder.
 * @throws RunError `STATE.NOT_OWN`, and those of `takeLock`
 */
export declare function lockKept({ folder, lock }: {
    readonly folder: string;
    readonly lock: string;
}, command: string, system: System): Promise<Lock | undefined>;
/** The lock with the age of its heartbeat as `removeLock` needs it; undefined if there is none that names a holder. */
export declare const findLock: (path: string, system: System) => Promise<FoundLock | undefined>;
/**
 * Removes a lock, if it is still as it was found: without a heartbeat since then.
 * @returns whether it was removed
 * @throws RunError `STATE.UNWRITABLE`
 */
export declare function removeLock({ path, text }: FoundLock, system: System): Promise<boolean>;
