import type { MadeCells, PreparedInput } from './prepared-row.ts';
import { type TablePlace } from './prepared-table.ts';
import { type RowRules } from './table-builder.ts';
/** One file whose rows go into a prepared table. */
export type PrepareInput = {
    /** The name for messages. */
    readonly name: string;
    readonly path: string;
    /** The columns of its rows if they are arrays of texts, and the table has objects. */
    readonly columns?: readonly string[] | undefined;
    /** Passes its rows to `take`, in file order; rows whose values are objects if the table has no columns. */
    pass(take: (row: PreparedInput) => void, signal: AbortSignal): Promise<void>;
};
/** The inputs and rules that a prepared table is made of. */
export type PrepareSpec = RowRules & {
    /** Everything that decides what the table has: inputs with their content, and what is done with them. */
    readonly identity: string;
    readonly inputs: readonly PrepareInput[];
    /**
     * The names that `PreparedInput.file` counts.
     * @default the names of the inputs
     */
    readonly names?: readonly string[] | undefined;
    /** The columns of all inputs; undefined if the rows of the table are objects. */
    readonly columns: readonly string[] | undefined;
    /** The field separator of the inputs, for rejects. */
    readonly delimiter?: string | undefined;
    /** Names of the extra cells that rows come with. */
    readonly extras: readonly string[];
    /** Ids that the table holds ready; only with `columns` and if none of these has such a name. */
    readonly made?: MadeCells | undefined;
    /** The extra cell `$source`. */
    source?(input: number): string;
    /** The extra cell `INPUT`, if rows are objects. */
    kind?(input: number): string;
    /** Each of them sees all rows, before the first row is written; for what depends on later rows. */
    readonly passes?: readonly ((input: number, row: PreparedInput) => void)[] | undefined;
};
/** A table that is there. */
export type PreparedTable = {
    readonly rows: number;
    /** True if it was written now; a finished one with the same identity is kept. */
    readonly isNew: boolean;
};
/** The columns that the table will have; undefined if its rows are objects. */
export declare const columnsOf: (spec: PrepareSpec) => readonly string[] | undefined;
/** True if rows are final when they are written: they have columns, the order of their files, and none is left out later. */
export declare const isWatchable: ({ columns, order, keyOf, passes }: PrepareSpec) => boolean;
/** The names of the files that its rows come from. */
export declare const namesOf: ({ names, inputs }: PrepareSpec) => readonly string[];
/**
 * Reads all inputs and writes their rows, in their order, as a table that `openPrepared` opens. Memory does not grow with
 * the rows, apart from some 18 bytes for each distinct row if rows are numbered. The same inputs give the same bytes.
 * @param runBytes memory for sorting; only tests need another
 * @throws RunError `SOURCE.*` of an input, `STATE.UNWRITABLE` if the table cannot be written
 */
export declare function prepareTable(spec: PrepareSpec, into: TablePlace, signal: AbortSignal, runBytes?: number): Promise<PreparedTable>;
