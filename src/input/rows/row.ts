/**
 * The cells of a row before mapping: a CSV row is an array in the order of its file's columns, an NDJSON row is the
 * parsed object. Read an object's members with `Object.hasOwn`, ids such as `__proto__` are legal.
 */
export type Values = readonly string[] | Readonly<Record<string, unknown>>;

/** Where reading goes on: the first byte and physical line not yet consumed, and how many rows came before. */
export type Cursor = {
  /** Index into the step's list of files. */
  readonly file: number;
  /** Data rows of that file before this place. */
  readonly row: number;
  /** 1-based physical line. */
  readonly line: number;
  /** Offset into the file's UTF-8 bytes after decompression and decoding. */
  readonly byte: number;
};

/** One unvalidated row of a source file with the place it came from. */
export type Row = {
  /** Index into the step's list of files. */
  readonly file: number;
  /** Set for a row of a rejects file whose `file` and `line` say where it stood before: the file that it was read from. */
  readonly readFrom?: number;
  /** Its number among the records of its step that a sync tells apart, from 0; set where rows are selected. */
  readonly ordinal?: number;
  /** 1-based number of the data row in its file; a header is not counted, a row that could not be parsed is. */
  readonly row: number;
  /** 1-based physical line on which the row starts. */
  readonly line: number;
  /** Offset of the row's first byte. */
  readonly byte: number;
  /** Physical line and byte just past the row and its line end. */
  readonly endLine: number;
  readonly endByte: number;
  /** The cells; empty when `fault` is set and nothing could be parsed. */
  readonly values: Values;
  /** Set when the row could not be read; such a row is never mapped. */
  readonly fault?: Problem;
  /** The row's original text, at most `RAW_CHARS_MAX` characters, kept only beside a fault. */
  readonly raw?: string;
};

/** How much of an unreadable row's text is kept for the rejects file. */
export const RAW_CHARS_MAX = 65_536;

/** One reason why a row cannot land, in terms of the user's file. */
export type Problem = {
  /** Stable, greppable: a key of `rowCodes`, or `SERVICE.<code of the service>`. */
  readonly code: string;
  /** The field (or column) at fault. */
  readonly field?: string;
  /** The offending value as it stood in the file, cut to 200 characters when shown. */
  readonly value?: unknown;
  /** What is wrong, without a final period. */
  readonly message: string;
  /** 1-based column in the line where the syntax breaks, where known. */
  readonly column?: number;
};

/** Where a row stands: the file's number in its step, its physical line from 1, its offset in bytes. */
export type RowPlace = { readonly file: number; readonly line: number; readonly byte: number };
