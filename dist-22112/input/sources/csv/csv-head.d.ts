import type { Bytes } from '../bytes/bytes.ts';
import type { SourceOptions } from '../source.ts';
import { type Dialect } from './csv-dialect.ts';
import type { ValueWatch } from './csv-rows.ts';
import { type TextPlace } from './csv-start.ts';
/**
 * The facts that the beginning of a CSV file tells: its columns, how its rows are read, and where the first one
 * begins.
 */
export type CsvHead = CsvHeader & {
    readonly delimiter: string;
    /** The evidence for a delimiter that was guessed. */
    readonly evidence?: string | undefined;
    /** Set if the pipeline declares what RFC 4180 does not have. */
    readonly dialect?: Dialect | undefined;
};
/**
 * Reads the beginning of a CSV file, with the options of a pipeline.
 * @throws RunError `CONFIG.INVALID` for options that cannot be used; `SOURCE.*` for a bad header
 */
export declare function csvHead(bytes: Bytes, options: SourceOptions): Promise<CsvHead>;
/**
 * Watches the columns without a name for values, unless the pipeline maps them. The first value of each is said once.
 */
export declare function unnamedWatch({ columns, unnamed }: Pick<CsvHeader, 'columns' | 'unnamed'>, { known, warn }: SourceOptions): ValueWatch | undefined;
/** The column names of a CSV file, and the position of its first row. */
type CsvHeader = {
    readonly columns: readonly string[];
    /** The names that columns without one have got. */
    readonly unnamed: readonly string[];
    readonly first: TextPlace;
    /** The text of the header, as far as it was read as one. */
    readonly header?: Buffer;
};
/** The names of a header's columns, each of them once. */
type ColumnNames = {
    readonly columns: readonly string[];
    /** The names that columns without one have got: `column 3`. */
    readonly unnamed: readonly string[];
    /** Names that several columns have and that something maps, with the 1-based numbers of these columns. */
    readonly unclear: readonly {
        readonly name: string;
        readonly numbers: readonly number[];
    }[];
};
/**
 * Names the columns of a header: one without a name becomes `column 3`, the second and third of the same name become
 * `name-2` and `name-3`. The first is `name-1` if `known` has it.
 * @param known the names that something maps
 */
export declare function columnNames(cells: readonly string[], known: readonly string[]): ColumnNames;
export {};
