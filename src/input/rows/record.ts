import type { Row } from './row.ts';

/** A cell without a value. */
export const EMPTY = 0;
/** The cell's text is its bytes without any change. */
export const PLAIN = 1;
/** As PLAIN, but every `""` stands for one quote. */
export const DOUBLED = 2;

/**
 * The place of a record: its first byte and the one after it in the bytes that are read, and its position in the
 * file.
 */
export type Place = {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly byte: number;
  /** The line and byte after the record, and after its line end where each record has one. */
  readonly endLine: number;
  readonly endByte: number;
};

/**
 * The positions of the cells of a well-formed CSV record in its bytes, before any cell becomes a string. One object is used
 * for all records of a file; it is valid until the next record is read.
 */
export interface RecordCells {
  /** The bytes that `starts` and `ends` refer to; valid UTF-8 from the first cell to the last. */
  readonly bytes: Buffer;
  /** For each column: the start and end of the cell, without quotes, and its form (one of the constants above). */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;
}

/**
 * The record that probably comes next in a file. If its bytes match, the parser need not search for the record's end.
 */
export interface ExpectedRecord {
  /** Its number of bytes without the line end; 0 if no record is expected. */
  readonly length: number;
  /** Line ends inside it. */
  readonly innerLines: number;
  /** True if these bytes are the expected record. */
  is(bytes: Uint8Array, start: number, end: number): boolean;
}

/** The shape in which the records of a text are written. */
export type RecordShape =
  | { readonly kind: 'csv'; readonly delimiter: string; readonly columns: number }
  /** The lines of a prepared table: arrays of texts. */
  | { readonly kind: 'rows'; readonly columns: number }
  /** Objects: one on each line, or the elements of an array. */
  | { readonly kind: 'lines' | 'array' };

/** A position between two records: its index in the bytes that are being read, its line, and its offset in the text. */
export type BytePlace = { readonly at: number; readonly line: number; readonly byte: number };

/** The same with the number of rows before it. */
export type BlockPlace = BytePlace & { readonly row: number };

/** Reads a file in blocks, which other threads may screen ahead. */
export interface BlocksAhead {
  /**
   * Begins a file; false if it is too small to be worth it.
   * @param bytes its size
   * @param read fills a buffer from an offset on; returns the bytes read, fewer only at the end
   */
  begin(
    path: string,
    from: number,
    bytes: number,
    read: (room: Buffer, at: number) => Promise<number>,
  ): boolean;
  /** The next block, valid until the second call after this; nothing at the end. */
  next(): Promise<Buffer>;
  /** Ends the file, also before its end. */
  end(): Promise<void>;
}

/** Screens many records at once, in memory that it shares with WebAssembly. */
export interface BlockScreen {
  /** The only memory whose bytes it can read. */
  readonly room: Buffer;
  /** Bytes before a piece of a text that nobody uses: 0 for a piece that is not in that memory. */
  freeBefore(piece: Buffer): number;
  /** Set while a record is read in the usual way whose cells are already counted. */
  isCounted: boolean;
  /** True if bytes up to a line end, the last one in them, are valid UTF-8. Other threads may have looked at most of them. */
  isText(bytes: Buffer, end: number): boolean;
  /** Begins a text; false if it cannot read such records. */
  begins(shape: RecordShape, file: number): boolean;
  /** True if this text may be proved to be a record of the text that has begun. */
  mayProve(record: Buffer): boolean;
  /**
   * Proves records valid by their bytes.
   * @param bound the end of the bytes, which are a part of the room and valid UTF-8
   * @returns how many are proved; they are valid until the next call
   */
  proves(bytes: Buffer, place: BytePlace, bound: number): number;
  /** True if the last call has looked at all records up to the bound: none but the proved ones can be proved. */
  readonly hasSeenAll: boolean;
  /**
   * Takes proved records from `index` on, as long as they follow one another from a place on and fit the rows before
   * them.
   * @returns the index after the last one that was taken
   */
  takes(index: number, place: BlockPlace): number;
  /** Reads large files in blocks. */
  readonly ahead: BlocksAhead;
  /** The index in the bytes at which a proved record follows, and the one at which it ends. */
  beginOf(index: number): number;
  endOf(index: number): number;
  /** The line on which the next record begins, after a proved record that was taken. */
  lineAfter(index: number): number;
}

/** Receives the rows of a file, in file order. */
export interface RowSink {
  /** For formats in which finding the end of a record means reading all of it; changes with every record. */
  readonly expected?: ExpectedRecord;
  /**
   * Gets the bytes of a record before they are parsed; returns true to take the record, so that no row is made of it.
   * Not called for records that are certainly malformed, nor for a source that changes its rows.
   * @param innerLines line ends inside the record
   */
  known?(bytes: Uint8Array, start: number, end: number, innerLines: number): boolean;
  /** Screens blocks of records before rows are made of them. */
  readonly blocks?: BlockScreen;
  /**
   * Gets a row that nothing before took, or one that could not be read.
   * @param cells of a well-formed CSV record, until the next row
   */
  row(row: Row, cells?: RecordCells): void;
}

/** The text of a cell. */
export function cellText({ bytes, starts, ends, forms }: RecordCells, cell: number): string {
  const form = forms[cell];
  if (form === EMPTY) return '';
  const [start, end] = [starts[cell] as number, ends[cell] as number];
  // Flags are common, and of such texts V8 has one each.
  if (end - start === 1) return String.fromCharCode(bytes[start] as number);
  const text = bytes.toString('utf8', start, end);
  return form === DOUBLED ? text.replaceAll('""', '"') : text;
}

/** The texts of all cells. */
export function cellTexts(record: RecordCells): string[] {
  // An array that grows has room for 17 cells.
  const texts = new Array<string>(record.starts.length);
  for (let cell = 0; cell < texts.length; cell++) texts[cell] = cellText(record, cell);
  return texts;
}
