const FILE_MAX = 253;
/** Marks a row that was seen, but in no usable version. */
const NO_FILE = FILE_MAX + 2;
const PART_BITS = 16;
const PART_ROWS = 1 << PART_BITS;

/**
 * In which source file each row of the ledger was seen in this sync: one byte per row where they differ. Rows mostly come in
 * the order of the ledger, and of 65,536 rows of one file only that file is held.
 */
export class SeenEntries {
  /** Of so many rows each: the mark of each of them, or of all; 0 for those that were not seen. */
  readonly #parts: (Uint8Array | number)[];
  /** Numbers of rows of each part that were seen. */
  readonly #sizes: Uint32Array;
  /** A part that is free again. */
  #spare: Uint8Array | undefined;
  /** The number of rows seen. */
  size = 0;
  /** The largest row number of the ledger at the start of the sync. */
  readonly lastRow: number;

  constructor(lastRow: number) {
    const parts = Math.ceil(lastRow / PART_ROWS);
    this.lastRow = lastRow;
    this.#parts = new Array<number>(parts).fill(0);
    this.#sizes = new Uint32Array(parts);
  }

  /** True for a row that is newer than the sync, too. */
  has(row: number): boolean {
    return row > this.lastRow || this.#mark(row) !== 0;
  }

  /** Records the index of the file; all indexes from 253 on count as one file. */
  add(row: number, file: number): void {
    if (row <= this.lastRow) this.#set(row, Math.min(file, FILE_MAX) + 1);
  }

  /** Records that a row exists in a version that cannot be used; any usable one found later replaces it. */
  addUnread(row: number): void {
    if (!this.has(row)) this.#set(row, NO_FILE);
  }

  /** The index of the file; -1 if no valid row was seen. */
  file(row: number): number {
    const mark = row > this.lastRow ? 0 : this.#mark(row);
    return mark === NO_FILE ? -1 : mark - 1;
  }

  /** Ranges of rows that were not seen, each as first and last row. */
  *gaps(): Generator<readonly [number, number]> {
    let first = 0;
    for (let row = 1; row <= this.lastRow; row++) {
      if (this.#mark(row) === 0) {
        if (first === 0) first = row;
        continue;
      }
      if (first > 0) yield [first, row - 1];
      first = 0;
      const part = (row - 1) >>> PART_BITS;
      if (typeof this.#parts[part] === 'number') row = (part + 1) * PART_ROWS;
    }
    if (first > 0) yield [first, this.lastRow];
  }

  /** The mark of a row that is in the ledger. */
  #mark(row: number): number {
    const part = this.#parts[(row - 1) >>> PART_BITS] as Uint8Array | number;
    return typeof part === 'number' ? part : (part[(row - 1) & (PART_ROWS - 1)] as number);
  }

  #set(row: number, mark: number): void {
    const number = (row - 1) >>> PART_BITS;
    let part = this.#parts[number] as Uint8Array | number;
    if (part === mark) return;
    if (typeof part === 'number') {
      part = (this.#spare ?? new Uint8Array(PART_ROWS)).fill(part);
      this.#spare = undefined;
      this.#parts[number] = part;
    }
    const at = (row - 1) & (PART_ROWS - 1);
    const before = part[at] as number;
    part[at] = mark;
    if (before !== 0) return;
    this.size++;
    const size = (this.#sizes[number] as number) + 1;
    this.#sizes[number] = size;
    if (size < PART_ROWS || !part.every((each) => each === mark)) return;
    this.#parts[number] = mark;
    this.#spare = part;
  }
}
