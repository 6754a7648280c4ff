import type { ExpectedRecord, RowSink } from '../rows/record.ts';
import type { Cursor, Row } from '../rows/row.ts';
import type { Bytes } from './bytes/bytes.ts';
import type { Reasons } from './rejects-format.ts';

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
  readonly format: SourceFormat;
  /** True where byte offsets are those of the file itself: neither compressed nor transcoded. */
  readonly plain: boolean;
  /** The encoding that the file is read in. */
  readonly encoding: string;
  /** Bytes of the file as it lies on disk. */
  readonly bytes: number;
  /** Column names of the header, in order; absent where rows name their own members. */
  readonly columns?: readonly string[];
  /** The field separator in use; absent where the format has none. */
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

/** The options of a source that not every format takes. */
type FormatOption = 'delimiter' | 'columns';

/** A file format that rows can be read from. Nobody but the registry in `formats.ts` knows which formats there are. */
export interface SourceFormat {
  /** As pipeline files and the names of rejects files have it. */
  readonly name: string;
  /** As people have it. */
  readonly label: string;
  /** File name endings, without compression suffix, that mean this format. */
  readonly endings: readonly string[];
  /** Endings that mean this format only where somebody names the file: other texts have them too. */
  readonly looseEndings?: readonly string[];
  /** The options of a source that mean something here. */
  readonly takes: ReadonlySet<FormatOption>;
  /**
   * Whether a text without a telling name can be of this format. Where several say so, the last one in the registry is
   * taken.
   * @param head its beginning, decoded to UTF-8
   */
  looksLike(head: Buffer): boolean;
  /**
   * Finds the options that nobody has declared from the beginning of a file; absent where a file says everything by itself.
   * @param declared what is known already
   */
  look?(bytes: Bytes, declared: { readonly delimiter?: string | undefined }): Promise<FormatLook>;
  /**
   * Opens a file, reads what must be known before its rows (a header), and gives its reader.
   * @param file the file's index in its step, copied into every row
   * @throws RunError `SOURCE.*` when the file cannot be read or has no usable header.
   */
  open(path: string, file: number, options: SourceOptions): Promise<Source>;
  /**
   * How rejected rows are written, so that the same format reads them back. The names of their own columns go through
   * `writtenName`, and where a file has a header, cells go through `escapeFormula`.
   * @param sources the sources of an entity that have this format, at least one
   */
  rejects(sources: readonly Source[]): Promise<RejectsWriter>;
}

/** What the beginning of a file shows to somebody who knows nothing of it. */
export type FormatLook = {
  readonly delimiter: string;
  /** Why, as the end of a sentence. */
  readonly evidence: string;
  /** The names of the columns; made up where the first row is data already. */
  readonly columns: readonly string[];
  /** Whether the first row names the columns. */
  readonly header: boolean;
};

/** Writes rejected rows as text. */
export interface RejectsWriter {
  /** What a file begins with, its line end included; empty where it begins with a row. */
  readonly head: string;
  /** A row with its own cells as they stood and the reasons beside them, its line end included. */
  line(row: Row, source: Source, reasons: Reasons): string;
}
