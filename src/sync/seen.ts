const FILE_MAX = 253;

/** In which file a row of the ledger was seen tonight, a byte a row. */
export class Seen {
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

  /** The index of the file; -1 where the row was not seen. */
  file(row: number): number {
    return (this.#files[row] ?? 0) - 1;
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
