import { type EntityName } from '../input/entities/entity.ts';
import type { System } from '../system/system.ts';
import type { LedgerEntry } from './entry.ts';
import type { LedgerPlace } from './ledger-place.ts';
/**
 * Writes a ledger anew with some of its rows, so that nothing of the others is left in its files: a log is only appended,
 * and would keep them. Rows keep their numbers; no fingerprints count as published from then on. The new log is there as a
 * whole or not at all. No run may be under way: what one has sent and not counted would be lost.
 * @param place of the ledger, whose log exists
 * @param keeps whether a row stays
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export declare function rewriteLog(place: LedgerPlace, system: System, keeps: (entity: EntityName, entry: LedgerEntry) => boolean): void;
/** Counts the rows of each entity in a ledger that a test finds. */
export declare function countInLog(place: LedgerPlace, system: System, isMeant: (entity: EntityName, entry: LedgerEntry) => boolean): Readonly<Record<EntityName, number>>;
