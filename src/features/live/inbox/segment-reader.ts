import type { KeptBytes } from '../../../files/state/state-store.ts';
import type { Side } from '../side.ts';
import type { InboxEvent } from './inbox.ts';
import {
  eventOf,
  type FoundRecord,
  isSoundPayload,
  RECORD_HEAD_BYTES,
  type RecordHead,
  recordHead,
  recordsFrom,
} from './inbox-record.ts';
import { damagedSegment, isDamagedAt, SEGMENT_HEAD_BYTES, type SegmentHead } from './segment.ts';

/** Reads a segment, also while it grows, and knows where each of its records is. */
export class SegmentReader implements Disposable {
  readonly name: string;
  readonly head: SegmentHead;
  readonly #log: KeptBytes;
  readonly #path: string;
  /** Places where each record begins, and the last one ends. */
  #places = new Uint32Array(64);
  #count = 0;

  /** @param path for messages */
  constructor(name: string, head: SegmentHead, log: KeptBytes, path: string) {
    this.name = name;
    this.head = head;
    this.#log = log;
    this.#path = path;
    this.#places[0] = SEGMENT_HEAD_BYTES;
  }

  /** The seq of its last record that was read; the one before its first if there is none. */
  get last(): number {
    return this.head.first + this.#count - 1;
  }

  /** Place where its last record that was read ends. */
  get end(): number {
    return this.#places[this.#count] as number;
  }

  /** The records that have come since. @throws RunError `STATE.CORRUPT` */
  *more(): Generator<FoundRecord> {
    for (const found of recordsFrom(this.#log, this.end, this.head.salt)) {
      if (found.head.seq !== this.last + 1) throw this.damaged(found.at);
      this.#count++;
      if (this.#count === this.#places.length) {
        const grown = new Uint32Array(this.#count * 2);
        grown.set(this.#places);
        this.#places = grown;
      }
      this.#places[this.#count] = found.end;
      yield found;
    }
  }

  /** True if what follows the last record is damage. It may also be a record that is being written. */
  isDamagedBehind(): boolean {
    return isDamagedAt(this.#log, this.end, this.head.salt);
  }

  /** True if there is anything behind the last record. */
  hasRest(): boolean {
    return this.#log.read(Buffer.alloc(1), this.end) > 0;
  }

  /** The bytes of a record. */
  bytesOf(seq: number): number {
    const index = seq - this.head.first;
    return (this.#places[index + 1] as number) - (this.#places[index] as number);
  }

  /** Head of a record that was read. @throws RunError `STATE.CORRUPT` */
  headOf(seq: number): RecordHead {
    const bytes = Buffer.allocUnsafe(RECORD_HEAD_BYTES);
    return this.#soundHead(bytes.subarray(0, this.#log.read(bytes, this.#placeOf(seq))), seq);
  }

  /** The event of a record that was read; undefined if it was taken out. @throws RunError `STATE.CORRUPT` */
  event(side: Side, seq: number): InboxEvent | undefined {
    const bytes = Buffer.allocUnsafe(this.bytesOf(seq));
    const found = bytes.subarray(0, this.#log.read(bytes, this.#placeOf(seq)));
    const head = this.#soundHead(found, seq);
    const payload = found.subarray(RECORD_HEAD_BYTES);
    if (!isSoundPayload(payload, head, this.head.salt)) throw this.damaged(this.#placeOf(seq));
    return head.isRemoved ? undefined : eventOf(side, head, payload);
  }

  #soundHead(bytes: Buffer, seq: number): RecordHead {
    const head = recordHead(bytes, this.head.salt);
    if (head?.seq !== seq) throw this.damaged(this.#placeOf(seq));
    return head;
  }

  #placeOf(seq: number): number {
    return this.#places[seq - this.head.first] as number;
  }

  damaged(byte: number): Error {
    return damagedSegment(this.#path, byte);
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]();
  }
}
