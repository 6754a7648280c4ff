import type { RecordPlace, UnreadableRow } from '../neutral.ts';

/** A value that is not kept: longer than the limit, or one that only a database can work out. */
export const TOO_LONG = Symbol('too long');
export const EXPRESSION = Symbol('expression');
export const NOT_UTF8 = Symbol('not UTF-8');
export type Unkept = symbol;
/** A value that is not kept for another reason. */
export const unkept = (why: string): Unkept => Symbol(why);
/** An object or a list in a column of values. */
export const NOT_SCALAR = unkept('an object or a list, where others have a value');
/** The text of a value; null is NULL. */
export type CellValue = string | null | Unkept;

/** The most bytes of a value. */
export const VALUE_BYTES_MAX = 1 << 20;

/** Takes the rows of a table. */
export type TableRows = {
  /** @param values of the asked columns, in their order; the array is used again for the next row */
  row(values: readonly CellValue[], place: RecordPlace): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** A table of a dump, a database file, or a CSV file of its name; a collection of documents, or a list in these. */
export interface ChatTable {
  /** Its own name. */
  readonly name: string;
  /** Its name with its database and schema, as far as they are known. */
  readonly path: string;
  readonly columns: readonly string[];
  /** The paths of the tables that have its rows, too: it is a partition of them, or inherits from them. */
  readonly parents?: readonly string[];
  /** Columns whose values are declared to be those of another table; `key` is absent for its primary key. */
  readonly references?: readonly {
    readonly column: string;
    readonly table: string;
    readonly key?: string | undefined;
  }[];
  /** True if the export has no row of it. */
  readonly isEmpty?: boolean;
  /** The zone of the times of a column, where the dump says it. */
  zoneOf?(column: string): string | undefined;
  /**
   * Passes all rows in their order, in flat memory.
   * @param columns those whose values are wanted; one that the table does not have is NULL
   * @throws RunError `SOURCE.*` if the file itself cannot be read
   */
  pass(columns: readonly string[], rows: TableRows, signal: AbortSignal): Promise<void>;
}

/** Tables found in the files of an export. */
export type FoundTables = {
  readonly tables: readonly ChatTable[];
  /** Sentences about what is wrong with them as a whole. */
  readonly notes: readonly string[];
};
