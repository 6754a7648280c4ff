import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { RepeatedKeys } from '../../keys/key-table.ts';
import { arrayText, leftOutMark, markOf } from '../../tables/prepared-row.ts';
import { PreparedWriter, type TablePlace } from '../../tables/prepared-table.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';

/** Numbers the files that rows come from; all tables of an export share it. */
export class FileNames {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** The last one that was asked for. */
  #last: string | undefined;
  #lastNumber = 0;

  numberOf(name: string): number {
    if (name === this.#last) return this.#lastNumber;
    this.#lastNumber = this.#number(name);
    this.#last = name;
    return this.#lastNumber;
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.all.length);
    return this.all.push(name) - 1;
  }
}

/** Origin of a row of a table, with its file as a number. */
export type NumberedPlace = {
  readonly file: number;
  readonly line: number;
  readonly byte: number;
  readonly row: number;
  /** Which of the given paths the file is of. */
  readonly root: number;
};

/** The cells of a row, in the order of the columns of its table; undefined is an absent cell. */
export type Cells = readonly (string | undefined)[];

/** A row as the line of a table. */
export const lineOf = (cells: Cells): string => arrayText(cells.map((cell) => cell ?? ''));

/** A row that cannot be read, or has no place in the service, as the line of a table. */
export const faultLine = ({ problem, raw }: UnreadableRow): string => `${markOf({ fault: problem, raw })}[]`;

/** A prepared table with rows of an export: of rows with the same key the last one stays. */
export class ExportTable implements Disposable {
  readonly columns: readonly string[];
  readonly #writer: PreparedWriter;
  readonly #names: FileNames;
  readonly #keys = new RepeatedKeys('last');
  readonly #leftOut = new Set<number>();

  constructor(columns: readonly string[], place: TablePlace, names: FileNames) {
    this.columns = columns;
    this.#writer = new PreparedWriter(place);
    this.#names = names;
  }

  /** The number of rows with the key of a later one. */
  get repeated(): number {
    return this.#keys.repeated;
  }

  /** The number of rows so far, also those that do not stay. */
  get rows(): number {
    return this.#writer.rows;
  }

  /**
   * Leaves a row out, by its number from 0.
   * @returns false if it does not stay anyway
   */
  leaveOut(row: number): boolean {
    if (this.#keys.isRepeated(row) || this.#leftOut.has(row)) return false;
    this.#leftOut.add(row);
    return true;
  }

  /** @param key absent if the row cannot have the key of another one */
  add(cells: Cells, place: RecordPlace | undefined, key?: string): void {
    if (key !== undefined) {
      const { lo, hi } = fingerprint64(key);
      this.#keys.note(this.#writer.rows, lo, hi);
    }
    this.#writer.add(lineOf(cells), this.numbered(place));
  }

  fault(row: UnreadableRow, place: RecordPlace): void {
    this.#writer.add(faultLine(row), this.numbered(place));
  }

  /** Adds a row as the bytes of its line. */
  addBytes(bytes: Uint8Array, start: number, end: number, place: NumberedPlace): void {
    this.#writer.addBytes(bytes, start, end, '', place);
  }

  /** A place with its file as a number; a row without a place is of the first file. */
  numbered(place: RecordPlace | undefined): NumberedPlace {
    if (!place) return { file: 0, line: 0, byte: -1, row: 0, root: 0 };
    const { file, line, byte = -1, row = 0, root = 0 } = place;
    return { file: this.#names.numberOf(file), line, byte, row, root };
  }

  /**
   * @param inputs the paths of the files of the export
   * @throws RunError `STATE.UNWRITABLE`
   */
  async finish(identity: string, inputs: readonly string[]): Promise<number> {
    const leftOut = this.#leftOut;
    if (this.#keys.repeated > 0 || leftOut.size > 0)
      this.#writer.markRows(
        (row) => this.#keys.isRepeated(row) || leftOut.has(row),
        leftOutMark('onDuplicate'),
      );
    const names = this.#names.all.length > 0 ? this.#names.all : ['export'];
    const { rows } = await this.#writer.finish({ identity, columns: this.columns, names, inputs });
    return rows;
  }

  [Symbol.dispose](): void {
    this.#writer[Symbol.dispose]();
  }
}
