const FILE_MAX = 253;
/** Marks a row that was seen, but in no usable version. */
const NO_FILE = FILE_MAX + 2;

/** In which source file each row of the ledger was seen in this sync; one byte per row. */
export class SeenEntries {
  readonly #files: Uint8Array;
  /** The number of rows seen. */
  size = 0;
  /** The largest row number of the ledger at the start of the sync. */
  readonly lastRow: number;

  constructor(lastRow: number) {
    this.lastRow = lastRow;
    this.#files = new Uint8Array(lastRow + 1);
  }

  has(row: number): boolean {
    return this.#files[row] !== 0;
  }

  /** Records the index of the file; all indexes from 253 on count as one file. */
  add(row: number, file: number): void {
    if (row > this.lastRow) return;
    if (this.#files[row] === 0) this.size++;
    this.#files[row] = Math.min(file, FILE_MAX) + 1;
  }

  /** Records that a row exists in a version that cannot be used; any usable one found later replaces it. */
  addUnread(row: number): void {
    if (row > this.lastRow || this.has(row)) return;
    this.size++;
    this.#files[row] = NO_FILE;
  }

  /** The index of the file; -1 if no valid row was seen. */
  file(row: number): number {
    const stored = this.#files[row] ?? 0;
    return stored === NO_FILE ? -1 : stored - 1;
  }

  /** Ranges of rows that were not seen, each as first and last row. */
  *gaps(): Generator<readonly [number, number]> {
    for (let row = 1; row <= this.lastRow; row++) {
      if (this.#files[row] !== 0) continue;
      const first = row;
      while (row < this.lastRow && this.#files[row + 1] === 0) row++;
      yield [first, row];
    }
  }
}
