import { type Data, type Entity, type EntityName, type OwnedFields } from '../../../input/entities/entity.ts';
import type { ComparedRow } from '../../../ledger/compare.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import { FieldDigests } from '../../../ledger/field-digests.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { ChangedFields } from '../../../report/result/changed-fields.ts';
import type { Files } from '../../../system/files.ts';
/** The changes that a row makes to its fields. */
export type RowFieldChanges = {
    /** Fields that get another value; `content` where nobody knows which. */
    readonly changed: readonly string[];
    /** Fields that had a value and get none. */
    readonly emptied: readonly string[];
    /** Fields that had a value, that are empty in the row, and that stay in the service: rights, and what no call empties. */
    readonly kept: readonly string[];
};
/** In how many rows a sync run does this to each field. */
export type FieldCounts = Readonly<Record<keyof RowFieldChanges, Map<string, number>>>;
export declare const noFieldCounts: () => FieldCounts;
/** Adds the fields of a row to the counts; with -1, takes them out. */
export declare function countFields(counts: FieldCounts, fields: RowFieldChanges, by: 1 | -1): void;
/** The counted facts of a row besides its version. */
export type CountedRow = {
    /** The changes that it makes to its fields; absent if nothing. */
    readonly fields?: RowFieldChanges;
    /** True if it is read before it is changed. */
    readonly isDoubtful?: boolean;
};
/** Nothing for most rows. */
export declare function countedRow(...row: Parameters<typeof fieldChangesOf>): CountedRow;
/** The changes of a row to its fields; nothing if it is new, or if its version in the service is unknown. */
declare function fieldChangesOf(entity: Entity, data: Data, owned: OwnedFields, { diff, changed: differing }: ComparedRow, entry: LedgerEntry | undefined): RowFieldChanges;
/** The counts of all entities, for a document; undefined if there are none. */
export declare function changedFieldsOf(changes: readonly {
    readonly entity: EntityName;
    readonly fields: FieldCounts;
}[]): ChangedFields | undefined;
/** In how many rows a field that is empty keeps its value, by entity and field. */
export declare const keptOf: (changes: readonly {
    readonly entity: EntityName;
    readonly fields: FieldCounts;
}[]) => Readonly<Record<string, number>>;
/** The place of the memory of fields. */
export type FieldsPlace = {
    readonly ledger: Ledger;
    readonly folder: string;
    readonly files: Files;
};
/** The memory of the fields of users and groups. */
export declare const fieldMemory: (entity: Entity, { ledger, folder, files }: FieldsPlace) => FieldDigests;
/** The same as the last sync run left it; undefined if it left none. */
export declare const fieldsBefore: (entity: Entity, place: FieldsPlace) => FieldDigests | undefined;
export {};
