import type { Row } from './row.ts';

/** A cell that holds nothing: an empty cell, a missing member, null. */
export const EMPTY = 0;
/** The cell's text is the very bytes. */
export const PLAIN = 1;
/** As PLAIN, but every `""` stands for one quote. */
export const DOUBLED = 2;
/** The inside of a JSON string with escapes in it. */
export const ESCAPED = 3;
/** A JSON number, `true` or `false`. */
export const LITERAL = 4;

/**
 * A well-formed record as it stands in the bytes, before any cell of it is made a string. One object serves all records
 * of a file: it holds until the next one is read.
 */
export interface Bounds {
  /** What `starts` and `ends` refer to; valid UTF-8 from the first cell to the last. */
  readonly bytes: Buffer;
  /** By column: where the cell begins and ends, without its quotes, and how it is written (see the constants above). */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;
  /** The place of the record, as in a Row. */
  readonly file: number;
  readonly row: number;
  readonly line: number;
  readonly byte: number;
}

/** The well-formed record that most likely stands next in a file: where its very bytes stand, its end need not be searched. */
export interface ExpectedRecord {
  /** Its bytes without the line end behind it; 0 where nothing is expected. */
  readonly length: number;
  /** Line ends inside it. */
  readonly innerLines: number;
  /** Whether it is what stands there. */
  is(bytes: Uint8Array, start: number, end: number): boolean;
}

/** Where the rows of a file go, in file order. */
export interface RowSink {
  /** For formats in which the end of a record is found by looking at all of it; changes with every record. */
  readonly expected?: ExpectedRecord;
  /**
   * Is offered the bytes of a record before anything else is made of them; true takes the record. Not offered is what
   * certainly is no well-formed record, and any row of a source that changes its rows on the way.
   * @param innerLines line ends inside the record
   */
  known?(bytes: Uint8Array, start: number, end: number, innerLines: number): boolean;
  /** Is offered every well-formed record before a row is made of it; true takes the record, and no row is made. */
  screen?(record: Bounds): boolean;
  /** For rows that name their own members: those that a record may have, by the order of its cells; may grow. */
  readonly names?: readonly string[];
  /** Takes a row: one that the screen left, or one that could not be read. */
  row(row: Row): void;
}

/** The text of a cell; of a number or a boolean its digits or its name. */
export function cellText({ bytes, starts, ends, forms }: Bounds, cell: number): string {
  const form = forms[cell];
  if (form === EMPTY) return '';
  const text = bytes.toString('utf8', starts[cell], ends[cell]);
  if (form === DOUBLED) return text.replaceAll('""', '"');
  return form === ESCAPED ? (JSON.parse(`"${text}"`) as string) : text;
}
