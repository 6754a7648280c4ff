import { isUtf8 } from 'node:buffer';
import { JsonRecord, type Place } from '../../rows/json-record.ts';
import type { BlockScreen, Bounds, RowSink } from '../../rows/record.ts';
import { PieceRoom } from '../bytes/piece-room.ts';
import { ROW_BYTES_MAX } from '../source.ts';

const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The elements of an array that are records: objects that a sink can take without a row, as JsonRecord reads them. */
export class RecordElements {
  /** Set if elements are screened in blocks. */
  screen: BlockScreen | undefined;
  /** The end of the bytes that a screen may read; 0 if it may read none of them. */
  validUntil = 0;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #room = new PieceRoom();
  #record: JsonRecord | undefined;
  #hasBegun = false;
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
  }

  /** Call it before the first bytes are joined. */
  begin({ names, blocks }: RowSink): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (!names) return;
    this.#record = new JsonRecord(this.#file, names);
    const bounds = (start: number, end: number): Bounds => this.#bounds(start, end);
    if (blocks?.begins({ kind: 'array', bounds }, this.#file)) this.screen = blocks;
  }

  #bounds(start: number, end: number): Bounds {
    const record = this.#record as JsonRecord;
    record.reads(this.#bytes, { start, end, line: 0, byte: 0, endLine: 0, endByte: 0 }, 0);
    return record;
  }

  /**
   * The next bytes to read, in the memory of the screen if there is one and they fit.
   * @param rest what is left of the bytes before
   * @param piece it may be overwritten afterwards, but in the memory of the screen not before the next one
   * @param at the index at which reading goes on
   */
  joined(rest: Buffer, piece: Buffer, at: number): Buffer {
    this.#bytes = this.#room.join(rest, piece, this.screen?.room, this.screen?.freeBefore(piece) ?? 0);
    // Checking many elements at once is faster than one by one. A bracket is never part of a character.
    const whole = this.#record ? this.#bytes.lastIndexOf(CLOSE) + 1 : 0;
    this.validUntil = whole > at && isUtf8(this.#bytes.subarray(at, whole)) ? whole : 0;
    return this.#bytes;
  }

  /** Gives the memory of the bytes back. */
  release(): void {
    this.#room.release(this.screen?.room);
  }

  /** The end of a record that begins at an index and is text; -1 if it is not certainly one. */
  endOf(bytes: Buffer, start: number): number {
    if (!this.#record || bytes[start] !== OPEN) return -1;
    const end = this.#record.endOf(bytes, start, Math.min(bytes.length, start + ROW_BYTES_MAX));
    return end <= this.validUntil || isUtf8(bytes.subarray(start, end)) ? end : -1;
  }

  /** True if the screen of a sink takes the record that was found last. */
  isTaken(sink: RowSink, place: Place, row: number): boolean {
    this.#record?.place(place, row);
    return this.#record !== undefined && sink.screen?.(this.#record) === true;
  }
}
