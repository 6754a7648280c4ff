const FILE_MAX = 253;
/** Stands for no file. */
const NOWHERE = FILE_MAX + 2;

/** In which file a row of the ledger was seen tonight, a byte a row. */
export class SeenEntries {
  readonly #files: Uint8Array;
  /** How many were. */
  size = 0;
  /** The largest row number that there was when the night began. */
  readonly lastRow: number;

  constructor(lastRow: number) {
    this.lastRow = lastRow;
    this.#files = new Uint8Array(lastRow + 1);
  }

  has(row: number): boolean {
    return this.#files[row] !== 0;
  }

  /** Notes a file by its index; every one from 253 on is taken for the same. */
  add(row: number, file: number): void {
    if (row > this.lastRow) return;
    if (this.#files[row] === 0) this.size++;
    this.#files[row] = Math.min(file, FILE_MAX) + 1;
  }

  /** Notes that a row is there, in words that cannot be taken: whatever else is found speaks for it. */
  addUnread(row: number): void {
    if (row > this.lastRow || this.has(row)) return;
    this.size++;
    this.#files[row] = NOWHERE;
  }

  /** The index of the file; -1 where no good row was seen. */
  file(row: number): number {
    const noted = this.#files[row] ?? 0;
    return noted === NOWHERE ? -1 : noted - 1;
  }

  /** Runs of rows that were not seen, first and last. */
  *gaps(): Generator<readonly [number, number]> {
    for (let row = 1; row <= this.lastRow; row++) {
      if (this.#files[row] !== 0) continue;
      const first = row;
      while (row < this.lastRow && this.#files[row + 1] === 0) row++;
      yield [first, row];
    }
  }
}
