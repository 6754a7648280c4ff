import type { EntityName } from '../../input/entities/entity.ts';
import type { Values } from '../../input/rows/row.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
import { type SourcePlace } from '../find-files.ts';
/** Files that rows are looked up in. */
export type KeyedRows = {
    /** The files on disk. */
    readonly paths: readonly string[];
    /** Names of the cells; absent if the rows are objects. */
    readonly columns: readonly string[] | undefined;
    /** The rows of each key. */
    readonly rows: ReadonlyMap<string, readonly Values[]>;
    /** Digest of what is kept: another content gives rows another meaning. */
    readonly digest: string;
};
export type LoadOptions = {
    /** True if several rows may have the same key; `distinct`: of rows that are equal in what is kept of them, the first. */
    readonly many: boolean | 'distinct';
    readonly what: string;
    readonly entity: EntityName;
    readonly place: SourcePlace;
    readonly files: Files;
    /** Place of the rows in a JSON document. */
    readonly rows?: string | undefined;
    /**
     * The columns that are taken of the rows: a million whole rows would not fit into memory.
     * @default all
     */
    readonly wanted?: readonly string[] | undefined;
};
/**
 * Loads files into memory, by the text of a column.
 * @param file a path, a glob or a list of them
 * @param what the part of the pipeline that names the files, for messages
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.TOO_LARGE`
 */
export declare function loadKeyedRows(file: string | readonly string[], key: string, options: LoadOptions): Promise<KeyedRows>;
/** Reads a column that must be there. */
export declare function requiredColumn({ path, columns }: {
    readonly path: string;
    readonly columns?: Source['columns'] | undefined;
}, name: string, what: string): (values: Values) => unknown;
