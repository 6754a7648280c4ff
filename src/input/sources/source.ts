import type { Files } from '../../system/files.ts';
import type { ShownPlace } from '../rows/place.ts';
import type { BlockScreen, ExpectedRecord, RowSink } from '../rows/record.ts';
import type { Cursor, Row } from '../rows/row.ts';
import type { Bytes } from './bytes/bytes.ts';
import type { Reasons } from './rejects-format.ts';

/** Options of one source, as in the pipeline file. */
export type SourceOptions = {
  /**
   * A byte order mark overrides it.
   * @default 'utf-8'
   */
  readonly encoding?: string;
  /**
   * CSV only: the field separator, one ASCII character; several characters are read by csv-parse.
   * @default guessed from the header; if that is not clear `,`, or a tab in a `.tsv` file
   */
  readonly delimiter?: string;
  /** CSV only: the column names of a file without a header line; with `header: 'skip'`, instead of its header. */
  readonly columns?: readonly string[];
  /**
   * CSV only: `skip` leaves the first line out, `none` reads it as a row. Without `columns`, the columns are then named
   * `1`, `2`, …
   * @default the first line is the header, unless `columns` names the columns
   */
  readonly header?: 'skip' | 'none';
  /**
   * CSV only: the ASCII character that quotes cells; `none`: none does.
   * @default '"'
   */
  readonly quote?: string;
  /**
   * CSV only: the ASCII character before a quote, or before itself, inside a quoted cell.
   * @default the quote
   */
  readonly escape?: string;
  /** CSV only: the beginning of a line that is no row; absent if no line is a comment. */
  readonly comment?: string;
  /**
   * CSV only: whether blanks around cells are left out, as far as they are not in quotes.
   * @default false
   */
  readonly trim?: boolean;
  /** JSON only: the path of the rows in a document, such as `$.channels[*].messages[*]`. */
  readonly rows?: string | undefined;
  /** With `rows`: columns such as `^.channel.id` that take a scalar of an object around the row. */
  readonly parents?: readonly string[] | undefined;
  /**
   * With `rows`: each row is `{ $keys, value }`, the names under which it stands, from the outermost, and what stands
   * there; a row that cannot be read has `$keys` alone.
   * @default false: rows are objects, with `$key` if the path ends in `.*`
   */
  readonly keyed?: boolean;
  /** With `keyed`: last names of rows whose values are not read. */
  readonly unread?: ReadonlySet<string> | undefined;
  /** Cells with one of these texts have no value. */
  readonly nulls?: readonly string[];
  /**
   * CSV only: physical lines before the header that are left out; a first line `sep=;` counts among them.
   * @default 0
   */
  readonly skipLines?: number;
  /**
   * CSV only: the rows with another number of cells than the header that are accepted.
   * @default `trailing`, but `strict` if the last column has empty cells in the first 16 KiB: a cell may have moved there
   */
  readonly width?: RowWidth;
  /**
   * CSV only: names that columns may have. They are used to guess an undeclared delimiter from the header, and decide
   * whether a repeated name in the header is an error.
   */
  readonly known?: readonly string[];
  /**
   * True if a file without rows is read as a source without rows. For one of several files.
   * @default false: a file of no bytes is `SOURCE.EMPTY`
   */
  readonly emptyAllowed?: boolean;
  /**
   * Gets a sentence about the file without its name, such as "it has no row", while it is opened or read; each at most
   * once for one Source. With the number of rows that it is about, at the end of each reading.
   */
  readonly warn?: ((sentence: string, count?: number) => void) | undefined;
  /** The files that it is read from. */
  readonly files: Files;
};

/**
 * The rows with another number of cells than the header that are accepted. `trailing`: those whose cells beyond it are empty;
 * `pad`: also those with fewer; `cut`: also those with filled cells beyond it, which are dropped; `strict`: none.
 */
export const rowWidths = ['trailing', 'strict', 'pad', 'cut'] as const;
export type RowWidth = (typeof rowWidths)[number];

/** Gives the record in these bytes its ordinal; `innerLines` are the line ends inside it. */
export type Numbered = (bytes: Uint8Array, start: number, end: number, innerLines: number) => number;

/** Decides which records of a file are read, and what becomes of each of them. */
export interface Reading<T = Row> {
  /** As in a RowSink. */
  readonly expected?: ExpectedRecord | undefined;
  /** As `known` in a RowSink: true leaves the record out. */
  known?(bytes: Uint8Array, start: number, end: number, innerLines: number): boolean;
  /**
   * Screens blocks of records before rows are made of them; as in a RowSink.
   * @param push takes the value of a record, in order
   * @param numbered called with the bytes of each record before its value is pushed; returns its ordinal, as in a Row
   */
  blocks?(push: (value: T) => void, numbered?: Numbered): BlockScreen | undefined;
  /** Gets a row that is not left out, in order; returns its value. */
  row(row: Row): T;
}

/** A resumable reader of one file. */
export interface Source {
  /** The path that was opened. */
  readonly path: string;
  readonly format: SourceFormat;
  /** True if byte offsets are those of the file itself: it is neither compressed nor transcoded. */
  readonly plain: boolean;
  /** The encoding of the file. */
  readonly encoding: string;
  /** Bytes of the file on disk. */
  readonly bytes: number;
  /** The number of its rows; absent if that is not known before they are read. */
  readonly rows?: number;
  /** Column names of the header, in order; absent if rows are objects. */
  readonly columns?: readonly string[];
  /** The field separator in use; absent if the format has none. */
  readonly delimiter?: string;
  /** The accepted rows with another number of cells than the header; absent if they are the usual ones. */
  readonly width?: RowWidth;
  /** The width that rows are read with, declared or found; a piece of the file is read with the same. */
  readonly rowWidth?: RowWidth;
  /** The names that columns without one have got, such as `column 3`; absent if every column has a name. */
  readonly unnamed?: readonly string[];
  /** A sentence about an option that was guessed; absent if nothing was. */
  readonly guessed?: string;
  /** The real files behind a prepared table, which identify the input of a run; absent if it is `path` itself. */
  readonly inputs?: readonly string[];
  /** The names of the files whose rows the rows of a derived table were made of. */
  readonly derivedFrom?: readonly string[];
  /** The origin of row `line` of a prepared table; undefined for a row that no file has. */
  originOf?(line: number): ShownPlace | undefined;
  /**
   * Opens a file that begins like this one, up to its first row, and then has some of its records, in UTF-8. Absent if
   * records do not stand for themselves.
   */
  like?(path: string): Promise<Source>;
  /**
   * Reads rows in file order, in chunks of at most `CHUNK_ROWS_MAX`. A row that cannot be read is a Row with a fault.
   * Seeks to `from.byte` in a plain UTF-8 file; a compressed or transcoded file is decoded again up to there.
   * @param reading what becomes of each record; rows if it is absent
   * @throws RunError `SOURCE.*` if the file itself cannot be read (missing, truncated archive, wrong encoding)
   */
  read<T = Row>(
    from: Cursor | undefined,
    signal: AbortSignal,
    reading?: Reading<T>,
  ): AsyncIterable<readonly T[]>;
  /**
   * The row of a record that was read before, from its bytes alone; absent if the source cannot make rows of single
   * records.
   * @param at the position of the record
   */
  rowOf?(record: Buffer, at: Cursor): Row | undefined;
  /**
   * Passes every row to a sink, in file order. Unlike `read`, it makes no row of a record that the sink's screen takes.
   * @throws RunError `SOURCE.*` as `read`
   */
  pass(sink: RowSink, signal: AbortSignal): Promise<void>;
}

/** Upper bound of the rows in one chunk of `Source.read`. */
export const CHUNK_ROWS_MAX = 1_000;

/** Upper bound of one row's bytes; a longer row is a fault, and its rest is skipped. */
export const ROW_BYTES_MAX = 1_048_576;

/** A format of source files. Only the registry in `formats.ts` knows which formats exist. */
export interface SourceFormat {
  /** The name in pipeline files and in the names of rejects files. */
  readonly name: string;
  /** The name in messages to people. */
  readonly label: string;
  /** File name endings of this format, without a compression suffix. */
  readonly endings: readonly string[];
  /** Endings that mean this format only for a file that the user names, because other files have them too. */
  readonly looseEndings?: readonly string[];
  /** The options of a source that this format supports. */
  readonly takes: ReadonlySet<'delimiter' | 'columns'>;
  /** The format of the sources that it opens, if it is another one, in which their rejected rows are written. */
  readonly writtenAs?: SourceFormat;
  /**
   * The text that a file is read as; absent if the files of this format are texts, whose records can stand in other files.
   * @throws RunError `SOURCE.*`
   */
  textOf?(path: string, files: Files): Promise<Bytes>;
  /**
   * True if a file whose name does not show the format can be of this format. If several match, the last one in the
   * registry is used.
   * @param head its beginning, decoded to UTF-8
   */
  looksLike(head: Buffer): boolean;
  /**
   * Guesses undeclared options from the beginning of a file; absent if the format needs no options.
   * @param declared the options that are known
   */
  look?(bytes: Bytes, declared: { readonly delimiter?: string | undefined }): Promise<FormatLook>;
  /**
   * Opens a file, reads its header (if the format has one), and returns its reader.
   * @param file the file's index in its step, copied into every row
   * @throws RunError `SOURCE.*` if the file cannot be read or has no usable header
   */
  open(path: string, file: number, options: SourceOptions): Promise<Source>;
  /**
   * Makes a writer of rejected rows that this format can read back. The names of the source's columns go through
   * `writtenName`; in a format with a header, a line is made by `sheetLine`.
   * @param sources the sources of an entity with this format, at least one
   * @param begun the beginning of the file if it is there already: an earlier version may have begun it
   */
  rejects(sources: readonly Source[], begun?: string): Promise<RejectsWriter>;
}

/** The options guessed from the beginning of a file. */
export type FormatLook = {
  readonly delimiter: string;
  /** The evidence, as the end of a sentence. */
  readonly evidence: string;
  /** The names of the columns; generated if there is no header. */
  readonly columns: readonly string[];
  /** True if the first row is a header. */
  readonly header: boolean;
};

/** Writes rejected rows as text. */
export interface RejectsWriter {
  /** The beginning of a file, with its line end; empty if a file begins with a row. */
  readonly head: string;
  /** A row with its original cells and the reasons, with its line end. */
  line(row: Row, source: Source, reasons: Reasons): string;
}
