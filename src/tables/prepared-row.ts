import { madeColumn } from '../input/rows/made-column.ts';
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

/** Ids that are made once, when a row is written, and not again in every pass over the table. */
export type MadeCells = {
  /** The fields, for which the table gets a column each, or its objects a member where they have an id. */
  readonly fields: readonly string[];
  /** The ids of a row as in JSON, until the next call; empty for one that must be made of the cells of the row. */
  cellsOf(input: number, row: PreparedInput): readonly string[];
  /** The field whose id ends with the number of the row; its column is the last one before that number. */
  readonly numbered?: { readonly field: string; idOf(input: number, row: PreparedInput): string } | undefined;
};

/** The extra cell of objects with what the caller names their input; a rejects file does not have it. */
export const INPUT = madeColumn('input');

/** The origin of a row of a prepared table. */
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
