import { RunError } from '../errors/run-error.ts';
import type { KeptHolder } from '../system/keeper.ts';
import type { System } from '../system/system.ts';
import { type FoundLock, foundIn, lockedBy } from './lock-holder.ts';

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
export async function leased<T extends Held>(
  own: T,
  path: string,
  record: string,
  system: System,
): Promise<T | Held> {
  const { keeper } = system;
  if (keeper?.lock !== path) return own;
  try {
    const before = await foundLease(path, system);
    const lease = await keeper.take(record, before?.sight === 'gone' ? before.text : undefined);
    if (!lease) throw leasedBy(await foundLease(path, system));
    return {
      assertHeld: () => {
        own.assertHeld();
        lease.assertHeld();
      },
      [Symbol.asyncDispose]: async () => {
        await using _last = own;
        await lease[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await own[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * The holder of the lease of a state, as of a lock file: one whose time is over is gone. Undefined if nobody has
 * it.
 */
export async function foundLease(
  path: string,
  { keeper, machine }: Pick<System, 'keeper' | 'machine'>,
): Promise<FoundLock | undefined> {
  const kept = keeper?.lock === path ? await keeper.holder() : undefined;
  return kept && leaseOf(kept, path, machine);
}

/** The lease of a holder, as the lock file at a path would name it. */
export function leaseOf(kept: KeptHolder, path: string, machine: System['machine']): FoundLock | undefined {
  const found = foundIn(kept.record, path, machine);
  return found && { ...found, silentMs: kept.silentMs, ...(kept.hasEnded ? { sight: 'gone' } : {}) };
}

function leasedBy(found: FoundLock | undefined): RunError {
  if (!found) return new RunError('STATE.LOCKED', 'the state changes hands at this moment');
  const seconds = Math.max(0, Math.round(found.silentMs / 1_000));
  return lockedBy(
    found,
    `its last sign of life was ${seconds} s ago`,
    'wait for the other run; if it is gone, run the same command again some seconds later',
  );
}
