/** Rows of a slab. */
const ROWS = 1_024;
/** Bytes for the JSON of its rows, and for their records. */
const TEXT_BYTES = 512 * 1_024;
const RECORD_BYTES = 320 * 1_024;
/** Slabs that are kept for the next rows: a little more than a full window has. */
const SPARE_MAX = 32;

/**
 * Memory for many rows of one file that the screen has accepted: typed arrays instead of objects, because millions of
 * objects that live until their request is answered cost more than everything else that is done with them. It is used
 * again when none of its rows is left in the window.
 */
export class Slab {
  /** For each row: `"key":` and its JSON, as they stand in the body of a request, then its conversation. */
  readonly text = Buffer.allocUnsafeSlow(TEXT_BYTES);
  readonly textAt = new Int32Array(ROWS);
  /** Where the JSON begins, after `"key":`. */
  readonly jsonAt = new Int32Array(ROWS);
  readonly jsonEnd = new Int32Array(ROWS);
  readonly conversationEnd = new Int32Array(ROWS);
  /** The records as they stand in the file: a row that the service refuses is read from there again. */
  readonly records = Buffer.allocUnsafeSlow(RECORD_BYTES);
  readonly recordAt = new Int32Array(ROWS);
  readonly recordEnd = new Int32Array(ROWS);
  /** The fingerprint of the key, and the hash of the content. */
  readonly keyLo = new Uint32Array(ROWS);
  readonly keyHi = new Uint32Array(ROWS);
  readonly content = new Uint32Array(ROWS);
  /** The fingerprint of the order key, its lower half. */
  readonly order = new Uint32Array(ROWS);
  /** The version of the row, as the ledger has it. */
  readonly contentVersion = new Float64Array(ROWS);
  readonly fixedVersion = new Float64Array(ROWS);
  /** Epoch seconds; 0 if there is none. */
  readonly sentAt = new Float64Array(ROWS);
  readonly isActive = new Uint8Array(ROWS);
  /** Whether the key has escapes in its JSON. */
  readonly hasEscapes = new Uint8Array(ROWS);
  /** Positions, as in a Row. */
  readonly row = new Float64Array(ROWS);
  readonly line = new Float64Array(ROWS);
  readonly byte = new Float64Array(ROWS);
  readonly endLine = new Float64Array(ROWS);
  readonly endByte = new Float64Array(ROWS);
  /** The file of all rows. */
  file = 0;
  /** Rows so far, and how many of them are still needed. */
  rows = 0;
  #needed = 0;
  #textEnd = 0;
  #recordsEnd = 0;

  /** Whether another row fits with so many bytes. */
  hasRoom(textBytes: number, recordBytes: number): boolean {
    return (
      this.rows < ROWS &&
      this.#textEnd + textBytes <= TEXT_BYTES &&
      this.#recordsEnd + recordBytes <= RECORD_BYTES
    );
  }

  /** Where the text of the next row begins. */
  get textEnd(): number {
    return this.#textEnd;
  }

  /** Adds a row whose text is written up to `textEnd`; returns its index. */
  add(textEnd: number, record: Uint8Array, from: number, end: number): number {
    const index = this.rows++;
    this.#needed++;
    this.textAt[index] = this.#textEnd;
    this.#textEnd = textEnd;
    this.recordAt[index] = this.#recordsEnd;
    this.records.set(record.subarray(from, end), this.#recordsEnd);
    this.#recordsEnd += end - from;
    this.recordEnd[index] = this.#recordsEnd;
    return index;
  }

  /** Says that a row is not needed any more; after the last one of a slab that takes no more rows, it is free. */
  release(): void {
    this.#needed--;
    if (this.#needed === 0 && this.#isClosed && spare.length < SPARE_MAX) this.#recycle();
  }
  #isClosed = false;

  /** Says that no more rows are added. */
  close(): void {
    this.#isClosed = true;
    if (this.#needed === 0 && spare.length < SPARE_MAX) this.#recycle();
  }

  #recycle(): void {
    this.rows = 0;
    this.#textEnd = 0;
    this.#recordsEnd = 0;
    this.#isClosed = false;
    spare.push(this);
  }
}

/** The largest row that a slab takes. */
export const fitsSlab = (textBytes: number, recordBytes: number): boolean =>
  textBytes <= TEXT_BYTES && recordBytes <= RECORD_BYTES;

const spare: Slab[] = [];

/** A slab without rows, for those of a file. */
export function takeSlab(file: number): Slab {
  const slab = spare.pop() ?? new Slab();
  slab.file = file;
  return slab;
}
