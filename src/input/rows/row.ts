import type { WrittenPlace } from './place.ts';

/**
 * The cells of a row before mapping: a CSV row is an array in the order of its file's columns, an NDJSON row is the
 * parsed object. Check an object's members with `Object.hasOwn`: names such as `__proto__` are legal.
 */
export type Values = readonly string[] | Readonly<Record<string, unknown>>;

/**
 * The place where reading continues: the first byte and physical line not yet read, and the number of rows before
 * them.
 */
export type Cursor = {
  /** Index into the step's list of files. */
  readonly file: number;
  /** Data rows of that file before this position. */
  readonly row: number;
  /** 1-based physical line. */
  readonly line: number;
  /** Offset into the file's UTF-8 bytes after decompression and decoding. */
  readonly byte: number;
};

/** The same in one file. */
export type ReadFrom = Omit<Cursor, 'file'>;

/** One unvalidated row of a source file, with its position. */
export type Row = {
  /** Index into the step's list of files. */
  readonly file: number;
  /** Set if `file` and `line` are the original position of a row of a rejects file: the index of the rejects file. */
  readonly readFrom?: number;
  /** Of a row of a rejects file: the place that it names, if that is a known file. */
  readonly placed?: WrittenPlace;
  /** Its number among the distinct records of its step in a sync, from 0; set if rows are selected. */
  readonly ordinal?: number;
  /** 1-based number of the data row in its file; rows that could not be parsed count, a header does not. */
  readonly row: number;
  /** 1-based physical line on which the row starts. */
  readonly line: number;
  /** Offset of the row's first byte. */
  readonly byte: number;
  /** The physical line and byte after the row and its line end. */
  readonly endLine: number;
  readonly endByte: number;
  /** The cells; empty if `fault` is set and nothing could be parsed. */
  readonly values: Values;
  /** Set if the row could not be read; such a row is never mapped. */
  readonly fault?: Problem;
  /** The row's original text, at most `RAW_CHARS_MAX` characters; kept only with a fault. */
  readonly raw?: string;
  /** The rule by which the reader leaves the row out: it is counted as skipped and nothing else of it is judged. */
  readonly leftOut?: string;
};

/** The most characters of an unreadable row's text that are kept for the rejects file. */
export const RAW_CHARS_MAX = 65_536;

/** One reason why a row cannot land, in the terms of the user's file. */
export type Problem = {
  /** A stable code: a key of `rowCodes`, or `SERVICE.<code of the service>`. */
  readonly code: string;
  /** The field (or column) at fault. */
  readonly field?: string;
  /** The wrong value as written in the file; cut to 200 characters when it is shown. */
  readonly value?: unknown;
  /** The fault in words, without a final period. */
  readonly message: string;
  /** 1-based column of a syntax error in its line, if known. */
  readonly column?: number;
};

/** Why a call may refuse a valid row: the field, and what is wrong with it. */
export type Doubt = Pick<Problem, 'field' | 'message'>;

/** The position of a row: the index of its file in the step, its 1-based physical line, its offset in bytes. */
export type RowPlace = { readonly file: number; readonly line: number; readonly byte: number };
