import type { ExpectedRecord } from '../../../input/rows/record.ts';
import type { Alignment } from './alignment.ts';
import type { RecordHash } from './record-hash.ts';
import { innerLinesOf, lengthOf } from './record-hash-file.ts';

/** The record that came next in the last sync, and is therefore expected next in this one. */
export class NextRecord implements ExpectedRecord {
  readonly #alignment: Alignment;
  readonly #hash: RecordHash;
  #shape = 0;
  /** The record that was hashed last. */
  #bytes: Uint8Array | undefined;
  #start = -1;

  constructor(alignment: Alignment, hash: RecordHash) {
    this.#alignment = alignment;
    this.#hash = hash;
  }

  get length(): number {
    this.#shape = this.#alignment.expectedShape;
    return lengthOf(this.#shape);
  }

  get innerLines(): number {
    return innerLinesOf(this.#shape);
  }

  is(bytes: Uint8Array, start: number, end: number): boolean {
    this.#hash.take(bytes, start, end);
    if (!this.#alignment.expects(this.#hash.lo, this.#hash.hi)) return false;
    this.#bytes = bytes;
    this.#start = start;
    return true;
  }

  /** The fingerprint of a record, valid until the next record is hashed. */
  hashed(bytes: Uint8Array, start: number, end: number): RecordHash {
    if (this.#bytes !== bytes || this.#start !== start) this.#hash.take(bytes, start, end);
    return this.#hash;
  }
}
