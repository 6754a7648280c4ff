import type { KeptHolder } from '../system/keeper.ts';
import type { System } from '../system/system.ts';
import { type FoundLock } from './lock-holder.ts';
/** The common part of a lock file and a lease of a server. */
interface Held extends AsyncDisposable {
    assertHeld(): void;
}
/**
 * Adds the lease of the server that keeps a state to its lock file, which is ours: processes of this machine exclude each
 * other by the file, machines by the lease. A lease whose time is over is taken over, and that of a process which is certainly
 * gone at once.
 * @param own the lock file; given back if there is no lease
 * @throws RunError `STATE.LOCKED`, `STATE.SERVER_*`
 */
export declare function leased<T extends Held>(own: T, path: string, record: string, system: System): Promise<T | Held>;
/**
 * The holder of the lease of a state, as of a lock file: one whose time is over is gone. Undefined if nobody has
 * it.
 */
export declare function foundLease(path: string, { keeper, machine }: Pick<System, 'keeper' | 'machine'>): Promise<FoundLock | undefined>;
/** The lease of a holder, as the lock file at a path would name it. */
export declare function leaseOf(kept: KeptHolder, path: string, machine: System['machine']): FoundLock | undefined;
export {};
