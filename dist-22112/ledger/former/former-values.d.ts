import type { EntityName } from '../../input/entities/entity.ts';
import type { System } from '../../system/system.ts';
import type { LedgerPlace } from '../ledger-place.ts';
import type { FieldChange, FormerField, FormerRow, Held } from './former-row.ts';
import { type KeptChange } from './open-former.ts';
/**
 * Values that fields of rows that were there before us had before our first change. The log is appended and synced before a change is
 * sent, and is opened when the first such change comes. One process uses it at a time (the lock of the state).
 */
export declare class FormerValues implements Disposable {
    #private;
    constructor(place: LedgerPlace, system: Pick<System, 'files' | 'random'>);
    /** True if there is a log. */
    get exists(): boolean;
    /**
     * Keeps what a change replaces, except where an older value is kept; resolves once that survives a power cut. Wait for it
     * before you send the change.
     * @param id messages: the service's own id
     * @returns how to end it; undefined if all of it was kept before
     * @throws RunError `STATE.UNWRITABLE`, `STATE.CORRUPT`
     */
    keep(entity: EntityName, key: string, changes: readonly FieldChange[], id?: string): Promise<KeptChange | undefined>;
    /** Returns what is kept of a row. */
    find(entity: EntityName, key: string): FormerRow | undefined;
    /** True if a change of a field that takes several calls may have been ended before the last of them. */
    isHalfway(entity: EntityName, key: string, field: string): boolean;
    /** The kept rows of an entity. Some of them may be settled meanwhile. */
    of(entity: EntityName): Generator<FormerRow>;
    /** Grows with every change of which something was kept; 0 if nothing is. */
    get changes(): number;
    /** True if we have written what a field has now. */
    wrote({ wrote }: FormerField, now: Held): boolean;
    /** True if that is what we have written last. */
    wroteLast({ wrote }: FormerField, now: Held): boolean;
    /**
     * Notes what a first call of several that put a row back leaves; resolves once that survives a power cut.
     * @throws RunError `STATE.UNWRITABLE`
     */
    undoing({ entity, key }: FormerRow, field: string, to: Held): Promise<void>;
    /** Forgets what is kept of a row: its fields are put back, or stay as they are. */
    settle({ entity, key }: FormerRow): void;
    /** Deletes the log, once all of it is settled. */
    end(): Promise<void>;
    [Symbol.dispose](): void;
}
/** Writes a log anew without its damaged lines; without its first one nothing in it can be compared, and all of it goes. */
export declare function dropDamaged(place: LedgerPlace): Promise<void>;
