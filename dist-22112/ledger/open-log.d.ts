import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { LedgerClaim } from './claim.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { LedgerLog } from './log/ledger-log.ts';
/** True if the pipeline's ledger exists, in this version or that of 0.1.0: it has written to its target before. */
export declare const hasLedger: ({ state, name, index }: LedgerPlace, files: Files) => Promise<boolean>;
/**
 * Opens the log of a ledger; creates it, or writes it from a ledger of version 0.1.0, if there is none.
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export declare function openLog(place: LedgerPlace, system: System, claims: readonly LedgerClaim[]): LedgerLog;
/**
 * Checks that a ledger belongs to a target; a new ledger belongs to the first one.
 * @param path of the ledger, for the message
 * @param before the target that it belongs to, as JSON
 * @returns the target that it belongs to from now on
 * @throws RunError `STATE.TARGET_CHANGED`
 */
export declare function bindTo(target: Readonly<Record<string, string>>, before: string | undefined, path: string, isEmpty: boolean): string;
/** Describes how a target differs from another one, in words; undefined if it does not. */
export declare function targetChange(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string | undefined;
