import type { ExpectedRecord, RowSink } from '../rows/record.ts';
import type { Cursor, Row } from '../rows/row.ts';

/** Options of one source as the pipeline file gives them. */
export type SourceOptions = {
  /** Declared encoding; UTF-8 (strict) when absent, UTF-16 by its byte order mark. */
  readonly encoding?: string;
  /** CSV only: the field separator, one ASCII character; when absent it is told from the header (`,` if in doubt, a tab in a `.tsv` file). */
  readonly delimiter?: string;
  /** CSV only: the names of the columns of a file that has no header line. */
  readonly columns?: readonly string[];
  /** CSV only: names that columns may have, by which an undeclared delimiter is told from the header. */
  readonly known?: readonly string[];
};

/** Chooses rows of a file before they are made of its bytes. */
export interface Selection {
  /** As in a RowSink. */
  readonly expected: ExpectedRecord;
  /** As `known` of a RowSink: true leaves the record out. */
  known(bytes: Uint8Array, start: number, end: number): boolean;
  /** Is given every row that is left, in order; gives it back, perhaps with its number. */
  take(row: Row): Row;
}

/** A resumable reader of one file. */
export interface Source {
  /** Path as opened. */
  readonly path: string;
  readonly format: FormatName;
  /** True where byte offsets are those of the file itself: neither compressed nor transcoded. */
  readonly plain: boolean;
  /** The encoding that the file is read in. */
  readonly encoding: string;
  /** Bytes of the file as it lies on disk. */
  readonly bytes: number;
  /** Column names of the header, in order; absent where rows name their own members. */
  readonly columns?: readonly string[];
  /** CSV: the field separator in use. */
  readonly delimiter?: string;
  /** What was taken for certain without being declared, as a sentence about the file. */
  readonly guessed?: string;
  /**
   * Reads rows in file order in chunks of at most `CHUNK_ROWS_MAX`; a row that cannot be read is a Row with a fault.
   * Seeks to `from.byte` in a plain UTF-8 file; a compressed or transcoded file is decoded again up to there.
   * Where there is a selection, only what it selects.
   * @throws RunError `SOURCE.*` when the file itself cannot be read on (missing, truncated archive, wrong encoding).
   */
  read(from: Cursor | undefined, signal: AbortSignal, selection?: Selection): AsyncIterable<readonly Row[]>;
  /**
   * Gives every row to a sink, in file order, with what `read` would have to make of it left to the sink's screen.
   * @throws RunError `SOURCE.*` as `read`
   */
  pass(sink: RowSink, signal: AbortSignal): Promise<void>;
}

/** Upper bound of the rows in one chunk of `Source.read`. */
export const CHUNK_ROWS_MAX = 500;

/** Upper bound of one row's bytes; a longer row is a fault and its rest is skipped without being kept. */
export const ROW_BYTES_MAX = 1_048_576;

export type FormatName = 'csv' | 'ndjson';

/** A file format that rows can be read from. */
export interface SourceFormat {
  readonly name: FormatName;
  /** File name endings, without compression suffix, that mean this format. */
  readonly endings: readonly string[];
  /**
   * Opens a file, reads what must be known before its rows (a header), and gives its reader.
   * @param file the file's index in its step, copied into every row
   * @throws RunError `SOURCE.*` when the file cannot be read or has no usable header.
   */
  open(path: string, file: number, options: SourceOptions): Promise<Source>;
}
