import type { Bounds } from '../input/rows/record.ts';
import type { Problem, Values } from '../input/rows/row.ts';

/** A row of a prepared table. */
export interface PreparedRow {
  readonly values: Values;
  /** Set if the row could not be read. */
  readonly fault?: Problem;
  /** The original text of a row with a fault. */
  readonly raw?: string;
  /** The rule that leaves the row out: `transform`, `onDuplicate`, `superseded`. */
  readonly leftOut?: string;
}

/** A row to prepare, with its position in its file. */
export interface PreparedInput extends PreparedRow {
  /** 1-based physical line. */
  readonly line: number;
  /** Offset of its first byte, if known. */
  readonly byte?: number;
  /** Its number among the data rows of its file, from 1, if known. */
  readonly row?: number;
  /** Index into the names of the table, if the row is not of the file that is read. */
  readonly file?: number;
  /** The extra cells, in the order of the table's extras; undefined is an absent cell. */
  readonly extras?: readonly (string | undefined)[];
  /** The CSV record that the values are the cells of; valid until the next row. Its bytes need not be encoded again. */
  readonly record?: Bounds;
}

/** Where a row of a prepared table came from. */
export type Origin = {
  /** Index into the names of the table; `NO_FILE` for a row that no file has. */
  readonly file: number;
  readonly line: number;
  /** -1 if it is not known. */
  readonly byte: number;
  /** Its number among the data rows of its file, from 1; absent if it is not known. */
  readonly row?: number;
};

/** The file of a row that no file has. */
export const NO_FILE = 0xffff_ffff;
