import type { System } from '../system/system.ts';
import type { LedgerPlace } from './ledger-place.ts';
import type { LedgerKind } from './log/meta.ts';
/** Returns what other ledgers must share with one, so that entries can be compared. @throws RunError `STATE.*` */
export declare function kindOf(place: LedgerPlace, system: System): LedgerKind;
/** Makes an empty ledger of a kind, unless there is one. @throws the error of the store */
export declare function beginLedger({ state, name }: LedgerPlace, kind: LedgerKind, { random }: System): Promise<void>;
/**
 * Adds to a ledger what others of the same kind have, as whole logs: the rows get new numbers. It is there as before or with
 * all of it, and with the same `id` nothing is added again. No run may be under way in any of them, and no two may have the
 * same key.
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export declare function joinLogs(place: LedgerPlace, others: readonly LedgerPlace[], id: string, system: System): Promise<void>;
