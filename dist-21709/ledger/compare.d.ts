import type { Data, Entity, Item, OwnedFields } from '../input/entities/entity.ts';
import type { RowVersion, Versions } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { type LedgerEntry } from './entry.ts';
import type { FieldMemory } from './field-digests.ts';
import type { PendingEntry } from './pending-entry.ts';
/** Difference of a version of a row from the row in the service; `fixed`: it would change a field that cannot change. */
export type RowDiff = 'new' | 'same' | 'changed' | 'fixed';
/** Things that rows are compared with, besides the entries of the ledger. */
export type ComparisonDeps = {
    readonly versions: Versions;
    /** Earlier fields of rows; undefined if nobody knows. */
    readonly fields?: FieldMemory | undefined;
};
/** A row with its version, and how it differs from the ledger's entry. */
export type ComparedRow = {
    /** That of the entry if the row says nothing else. */
    readonly version: RowVersion;
    readonly diff: RowDiff;
    /** The fields that differ, also those that the row does not own; undefined if that is not known. */
    readonly changed?: readonly string[] | undefined;
    /** True if the row differs in fields that its source has lost, and maybe in others: it is read before it is changed. */
    readonly isDoubtful?: boolean;
};
/** Compares a version with the ledger's entry; a row whose outcome is uncertain counts as new. */
export declare function diffOf(entity: Entity, data: Data | undefined, version: RowVersion, entry: LedgerEntry | undefined): RowDiff;
/**
 * True if the service has a row, so that its age does not matter any more.
 * @param data given where that is asked of a call for it: a row that has changed needs one; not a message, which is looked for
 * and edited by the app
 */
export declare function isHeldAs(entity: Entity, entry: LedgerEntry | undefined, data: Data | undefined, { of }: Pick<Versions, 'of'>): boolean;
/**
 * Compares a row with the ledger's entry for its key. Fields that its source does not have, and rights that it does not
 * say in words, are no difference.
 */
export declare function compareRow(entity: Entity, data: Data, owned: OwnedFields, entry: LedgerEntry | undefined, { versions, fields }: ComparisonDeps): ComparedRow;
/** Instruction for a row: settle it with this outcome, or send it as an item with these properties. */
export type DiffResult = {
    readonly outcome: Outcome;
} | Pick<Item, 'remote' | 'maybeSent'>;
/** Decides what to do with a row that was compared with the ledger's entry for its key. Sets the row's ledger number in `pending`. */
export declare function diffRow(entity: Entity, data: Data, pending: PendingEntry, { diff, changed, isDoubtful }: ComparedRow, entry: LedgerEntry | undefined): DiffResult;
/**
 * The outcome of a row that would change fields that cannot change after it is created.
 * @param names the fields; undefined if that is not known
 * @param now what the row has, of all such fields
 * @param before what the service has; absent if nobody has asked it
 */
export declare function fixedField(names: readonly string[] | undefined, now: Data, before?: Data): Outcome;
