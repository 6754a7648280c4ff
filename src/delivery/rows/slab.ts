import type { Entity, OwnedFields } from '../../input/entities/entity.ts';
import type { Source } from '../../input/sources/source.ts';
import type { WriteRoom, Written } from '../../prefilter/facts.ts';

/** Properties that the rows of one file have in common. */
export type SlabFile = {
  /** Its index in the step. */
  readonly file: number;
  readonly entity: Entity;
  readonly source: Pick<Source, 'path' | 'rowOf'>;
  /** The fields that its rows own. */
  readonly owned: OwnedFields;
};

/** Rows of a slab. */
const ROWS = 1_024;
/** Bytes for the JSON of its rows, and for their records. */
const TEXT_BYTES = 512 * 1_024;
const RECORD_BYTES = 320 * 1_024;
/** Bytes for what the ledger records of rows before they are sent. */
const LOG_BYTES = 192 * 1_024;
/** Room for many rows is a quarter of a slab. */
const BLOCK_PART = 4;
/** Slabs that are kept for the next rows: a little more than a full window has. */
const SPARE_MAX = 32;

/**
 * Memory for many rows that the screen has accepted: typed arrays instead of objects, because millions of
 * objects that live until their request is answered cost more than everything else that is done with them. It is used
 * again when none of its rows is left in the window.
 */
export class Slab {
  /** For each row: `"key":` and its JSON, as they stand in the body of a request, then its conversation. */
  readonly text = Buffer.allocUnsafeSlow(TEXT_BYTES);
  readonly textAt = new Int32Array(ROWS);
  /** Places where the JSON begins, after `"key":`. */
  readonly jsonAt = new Int32Array(ROWS);
  readonly jsonEnd = new Int32Array(ROWS);
  readonly conversationEnd = new Int32Array(ROWS);
  /** The records as they stand in the file: a row that the service refuses is read from there again. */
  readonly records = Buffer.allocUnsafeSlow(RECORD_BYTES);
  readonly recordAt = new Int32Array(ROWS);
  readonly recordEnd = new Int32Array(ROWS);
  /** Records that the ledger writes of rows before they are sent; for a row for which that is not ready, its end is 0. */
  readonly log = Buffer.allocUnsafeSlow(LOG_BYTES);
  readonly logAt = new Int32Array(ROWS);
  readonly logEnd = new Int32Array(ROWS);
  /** The service's ids of created rows; 0 if there is none. */
  readonly id = new Float64Array(ROWS);
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
  /** True if the key has escapes in its JSON. */
  readonly hasEscapes = new Uint8Array(ROWS);
  /** Positions, as in a Row. */
  readonly row = new Float64Array(ROWS);
  readonly line = new Float64Array(ROWS);
  readonly byte = new Float64Array(ROWS);
  readonly endLine = new Float64Array(ROWS);
  readonly endByte = new Float64Array(ROWS);
  /** The rows as objects, kept to be used again. */
  readonly objects: unknown[] = [];
  /** The files of the rows. Nothing of a run is kept after it. */
  readonly files = new Array<SlabFile | undefined>(ROWS).fill(undefined);
  /** Rows so far, and how many of them are still needed. */
  rows = 0;
  #needed = 0;
  #textEnd = 0;
  #recordsEnd = 0;
  #logEnd = 0;

  /** True if a part of it is left that is large enough for many rows. */
  get hasRoomForBlock(): boolean {
    return (
      this.rows + ROWS / BLOCK_PART <= ROWS &&
      this.#textEnd + TEXT_BYTES / BLOCK_PART <= TEXT_BYTES &&
      this.#recordsEnd + RECORD_BYTES / BLOCK_PART <= RECORD_BYTES
    );
  }

  /** Place where the next rows begin, and what is left for them. */
  get room(): WriteRoom {
    return {
      rows: ROWS - this.rows,
      textAt: this.#textEnd,
      textBytes: TEXT_BYTES - this.#textEnd,
      logAt: this.#logEnd,
      logBytes: LOG_BYTES - this.#logEnd,
      recordBytes: RECORD_BYTES - this.#recordsEnd,
    };
  }

  /**
   * Adds rows that were written for this room; their places are set later, and only of those that are kept.
   * @returns the index of the first, and where the records begin
   */
  addBlock(
    rows: number,
    { text, log, records }: Pick<Written, 'text' | 'log' | 'records'>,
  ): { readonly first: number; readonly recordsAt: number } {
    const [first, recordsAt] = [this.rows, this.#recordsEnd];
    this.text.set(text, this.#textEnd);
    this.log.set(log, this.#logEnd);
    this.records.set(records, recordsAt);
    this.rows += rows;
    this.#textEnd += text.length;
    this.#logEnd += log.length;
    this.#recordsEnd += records.length;
    return { first, recordsAt };
  }

  /** Says that a row, or the block that rows are taken from, is needed. */
  keep(): void {
    this.#needed++;
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
    this.#logEnd = 0;
    this.#isClosed = false;
    this.files.fill(undefined);
    spare.push(this);
  }
}

const spare: Slab[] = [];

/** Slabs for the rows of a step, one after the other. */
export class Slabs {
  #slab: Slab | undefined;
  /** The slab of the last block, whose rows may still be taken from it. */
  #held: Slab | undefined;

  /** A slab with room for many rows; those of the last block are taken or left by now. */
  forBlock(): Slab {
    this.#held?.release();
    if (this.#slab && !this.#slab.hasRoomForBlock) {
      this.#slab.close();
      this.#slab = undefined;
    }
    this.#slab ??= spare.pop() ?? new Slab();
    this.#held = this.#slab;
    this.#held.keep();
    return this.#held;
  }
}
