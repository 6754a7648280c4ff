import type { Entity, EntityName } from '../../../input/entities/entity.ts';
import type { RowVersion } from '../../../input/entities/row-version.ts';
import type { RowOfKey } from '../../../keys/standing.ts';
import { Bitmap } from '../../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Changes } from '../changes.ts';
import type { KeyedRow } from '../keys-of-this-run.ts';
/** The treatment that a sync gives to rows whose source says that they were deleted there. */
export type OnDeleted = 'remove' | 'keep';
/** The version of a row that was deleted at the source: no row has it. */
export declare const DELETED: RowVersion;
export declare const isDeleted: ({ content }: RowVersion) => boolean;
/** The current row of a key, as it decides which row counts. */
export declare const asRowOfKey: ({ file, version }: Pick<KeyedRow, 'file' | 'version'>) => RowOfKey;
/** The rows of an entity that the ledger has, and that were deleted at the source. */
export declare class DeletedRows {
    #private;
    /** Those that this pipeline wrote, by their number in the ledger. */
    readonly rows: Bitmap;
    /** The keys of `rows`. */
    readonly keys: Set<string>;
    add({ row, key, origin }: LedgerEntry): void;
    /** Takes a row back that is there after all, as a later file says. */
    takeBack({ row, key }: LedgerEntry): void;
    /** `rows` as ranges of numbers. */
    ranges(lastRow: number): Generator<readonly [number, number]>;
    count(changes: Changes): void;
}
/** The rows of the ledger that hang on any of some messages, such as their reactions. */
export declare function hangingOn(messages: ReadonlySet<string>, entity: Entity, ledger: Ledger): Generator<LedgerEntry>;
/** The number of rows that were deleted at the source and that a sync run removes. */
export declare const deletedLeavingOf: ({ deleted }: Changes, onDeleted: OnDeleted) => number;
/** The same, without rows that go because what they hang on was deleted. */
export declare const statedLeavingOf: (changes: Changes, onDeleted: OnDeleted) => number;
/**
 * Why so many rows would be removed that a sync run stops.
 * @param leaving rows that are in no source any more, and rows that were deleted at the source
 */
export declare function tooManyLeaving(entity: EntityName, known: number, { missing, deleted }: {
    readonly missing: number;
    readonly deleted: number;
}, { onMissing, allowed }: {
    readonly onMissing: string;
    readonly allowed: number;
}): string;
