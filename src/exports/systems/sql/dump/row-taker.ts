import { type CellValue, TOO_LONG, type Unkept, VALUE_BYTES_MAX } from '../../../database/table.ts';
import type { ColumnKind } from './dump-values.ts';

/** Place where a row begins. */
export type RowPlace = { readonly byte: number; readonly line: number };

/** The columns of a statement that are wanted. */
export type Wanted = {
  /** For each column of the statement, where its value goes; -1 if nobody wants it. */
  readonly slots: Int16Array;
  readonly kinds: readonly ColumnKind[];
  /** The number of values wanted. */
  readonly width: number;
};

/** Takes rows; the array of values is used again for the next one. */
export type TakeRow = (values: readonly CellValue[], columns: number, place: RowPlace) => void;

/** Gathers the values of a row, one after the other. */
export class RowTaker {
  readonly values: CellValue[];
  /** The column whose value is next, from 0. */
  column = 0;
  byte = 0;
  line = 0;
  readonly #wanted: Wanted;
  readonly #take: TakeRow;

  constructor(wanted: Wanted, take: TakeRow) {
    this.#wanted = wanted;
    this.#take = take;
    this.values = new Array(wanted.width).fill(null);
  }

  begin(byte: number, line: number): void {
    this.values.fill(null);
    this.column = 0;
    this.byte = byte;
    this.line = line;
  }

  /** The slot of the next value; -1 if nobody wants it. */
  get slot(): number {
    const { slots } = this.#wanted;
    return this.column < slots.length ? (slots[this.column] as number) : -1;
  }

  get kind(): ColumnKind {
    return this.#wanted.kinds[this.column] ?? 'text';
  }

  /** Takes the next value, if it is wanted. */
  put(value: string | null | Unkept): void {
    const { slot } = this;
    if (slot >= 0) this.values[slot] = value;
    this.column++;
  }

  /** Takes a value that is too long to be kept. */
  putTooLong(): void {
    this.put(TOO_LONG);
  }

  end(): void {
    this.#take(this.values, this.column, this);
  }
}

/** True if a value that begins at a place and has no end in memory is too long. */
export const isTooLong = (from: number, end: number): boolean => end - from > VALUE_BYTES_MAX;
