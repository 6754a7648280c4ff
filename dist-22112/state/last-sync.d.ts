import { RunError } from '../errors/run-error.ts';
import type { Damage } from '../files/block-sums.ts';
import { type StateStore } from '../files/state/state-store.ts';
import { type EntityName } from '../input/entities/entity.ts';
import type { Ledger } from '../ledger/ledger.ts';
/** Name of what the last sync run has stored of the columns and fields of all sources. */
export declare const SHAPE_NAME = "sync/shape.json";
/** Name of the fingerprints that the last sync run has stored of an entity. */
export declare const fingerprintsName: (entity: EntityName) => string;
/** The shape of one source that a sync run remembers. */
export type SourceShape = {
    /** As in `SourceFields`. */
    readonly source: string;
    /** Valid rows. */
    readonly rows: number;
    /** Its columns, or the members of its objects. */
    readonly columns: readonly string[];
    /** True if the counts of fields are exact; else they are the least that there can be. */
    readonly isExact: boolean;
    /** For each field, and each member of one with JSON, in how many rows it had a value; 0 for a column without any. */
    readonly fields: ReadonlyMap<string, number>;
    /**
     * The fields, and members, that rows of each file have had, for files with the same ones together: of several files of a
     * source those with objects. Absent if there are none.
     */
    readonly ofFiles?: readonly FieldsOfFiles[];
};
/** The names of files, and what rows of each of them have had. */
export type FieldsOfFiles = {
    readonly files: readonly string[];
    readonly fields: readonly string[];
};
/** The shape that a sync run remembers of all sources of the entities that it had. */
export type Shape = ReadonlyMap<EntityName, readonly SourceShape[]>;
/** The shape that the last finished sync run has remembered; undefined if there is nothing, or if it is damaged. */
export declare function readShape(state: StateStore): Shape | undefined;
/** The problem with what is kept, completing "it …"; undefined if nothing is kept, or if it is sound. */
export declare function shapeDamage(state: StateStore): string | undefined;
/** @throws the error of the store */
export declare function saveShape(state: StateStore, shape: Shape): Promise<void>;
/** True if a sync run has finished before. */
export declare const hasPublished: (state: StateStore) => boolean;
/**
 * True if the fingerprints of an entity are those that the ledger has last published. Those of an earlier time are not used:
 * then every row is compared.
 * @throws RunError `STATE.CORRUPT`; `STATE.LEDGER_LOST` if the ledger is of an earlier time
 */
export declare function areCurrent(kept: StateStore, entity: EntityName, ledger: Ledger): boolean;
/** The error for damage in a kept file. */
export declare const corrupt: (file: string, { byte, what }: Damage) => RunError;
