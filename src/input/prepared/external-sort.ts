import { UNIT_BYTES_MAX } from './buffered-file.ts';
import { MergeHeap } from './merge-heap.ts';
import { type RunReader, Spill, type SpillPlace } from './spill.ts';

/** The bytes of a run, beyond which it is sorted and written to disk. */
const RUN_BYTES = 16 << 20;
/** A run has at most one record for so many bytes. */
const RECORD_BYTES_MIN = 96;
/** Bytes before the words and the text of a record in a run: its key, its place among equal keys, the bytes of its text. */
const HEAD_BYTES = 16;
const KEYS_BYTES = 12;

/**
 * Sorts records by a number, in flat memory: sorted runs go to disk and are merged. Records with equal keys are in the order
 * of their second number, and keep their order if that is equal too. A record is a key, some 32-bit words, and a text, which
 * comes back as its UTF-8 bytes.
 *
 * First `add` every record, then `next` until it is false; then the sorter is empty and can be used again.
 */
export class ExternalSort implements Disposable {
  /** The record that `next` has found: its words, and its text as UTF-8 from `start` to `end` in `bytes`. */
  readonly words: Uint32Array;
  bytes: Buffer;
  start = 0;
  end = 0;
  readonly #wordCount: number;
  readonly #room: number;
  readonly #recordsMax: number;
  readonly #spill: Spill;
  /** The current run: its texts, where each ends, its keys, its words. */
  #texts: Buffer;
  readonly #ends: Uint32Array;
  readonly #keys: Float64Array;
  readonly #seconds: Uint32Array;
  readonly #words: Uint32Array;
  #count = 0;
  #used = 0;
  #isAscending = true;
  #isDescending = true;
  #merge: Merge | undefined;
  /** The order of the current run, if it is the only one, and how many of its records `next` has found. */
  #order: Uint32Array | undefined;
  #given = 0;

  /**
   * @param words the number of words of a record
   * @param runBytes the memory for the texts of a run
   */
  constructor(place: SpillPlace, words: number, runBytes = RUN_BYTES) {
    this.#wordCount = words;
    this.#room = runBytes;
    this.#recordsMax = Math.max(1, Math.floor(runBytes / RECORD_BYTES_MIN));
    this.#spill = new Spill(place);
    this.#texts = Buffer.allocUnsafeSlow(runBytes);
    this.#ends = new Uint32Array(this.#recordsMax);
    this.#keys = new Float64Array(this.#recordsMax);
    this.#seconds = new Uint32Array(this.#recordsMax);
    this.#words = new Uint32Array(this.#recordsMax * words);
    this.words = new Uint32Array(words);
    this.bytes = this.#texts;
  }

  /**
   * @param key not NaN
   * @param words copied
   * @param second decides between equal keys: a whole number from 0, below 2^32
   * @throws RunError `STATE.UNWRITABLE` if a run cannot be written
   */
  add(key: number, words: ArrayLike<number>, text: string, second = 0): void {
    const at = this.#begin(text.length * UNIT_BYTES_MAX, key, words, second);
    this.#used += this.#texts.write(text, this.#used);
    this.#ends[at] = this.#used;
  }

  /** The same with a text as UTF-8, which is copied. */
  addBytes(
    key: number,
    words: ArrayLike<number>,
    { bytes, start, end }: { readonly bytes: Uint8Array; readonly start: number; readonly end: number },
    second = 0,
  ): void {
    const at = this.#begin(end - start, key, words, second);
    this.#texts.set(bytes.subarray(start, end), this.#used);
    this.#used += end - start;
    this.#ends[at] = this.#used;
  }

  /** Makes room for a text of at most so many bytes; returns the index of its record. */
  #begin(most: number, key: number, words: ArrayLike<number>, second: number): number {
    if (this.#count === this.#recordsMax || most > this.#texts.length - this.#used) this.#endRun(most);
    const at = this.#count++;
    if (at > 0) {
      const before = this.#keys[at - 1] as number;
      const isTurned = key === before && second < (this.#seconds[at - 1] as number);
      if (key < before || isTurned) this.#isAscending = false;
      if (key >= before) this.#isDescending = false;
    }
    this.#keys[at] = key;
    this.#seconds[at] = second;
    this.#words.set(words, at * this.#wordCount);
    return at;
  }

  /** Finds the next record in order; false if there is none. */
  next(): boolean {
    if (this.#spill.runs > 0) return this.#nextMerged();
    this.#order ??= this.#sorted();
    if (this.#given === this.#count) {
      this.#clear();
      return false;
    }
    const at = this.#order[this.#given++] as number;
    this.bytes = this.#texts;
    this.start = at === 0 ? 0 : (this.#ends[at - 1] as number);
    this.end = this.#ends[at] as number;
    const from = at * this.#wordCount;
    for (let word = 0; word < this.#wordCount; word++) this.words[word] = this.#words[from + word] as number;
    return true;
  }

  [Symbol.dispose](): void {
    this.#spill[Symbol.dispose]();
  }

  #nextMerged(): boolean {
    if (!this.#merge) {
      this.#endRun(0);
      this.#merge = new Merge(this.#spill.readers(), this.words);
      // The merge has buffers of its own.
      this.#texts = Buffer.alloc(0);
    }
    const merge = this.#merge;
    if (!merge.next()) {
      this.#merge = undefined;
      this.#spill.clear();
      return false;
    }
    ({ bytes: this.bytes, start: this.start, end: this.end } = merge);
    return true;
  }

  /** Writes the current run to disk, and makes room for a text. */
  #endRun(bytes: number): void {
    if (this.#count > 0) {
      const { file } = this.#spill;
      const head = Buffer.alloc(HEAD_BYTES);
      const count = this.#wordCount;
      const words = new Uint8Array(this.#words.buffer);
      for (const at of this.#sorted()) {
        const start = at === 0 ? 0 : (this.#ends[at - 1] as number);
        const end = this.#ends[at] as number;
        head.writeDoubleLE(this.#keys[at] as number, 0);
        head.writeUInt32LE(this.#seconds[at] as number, 8);
        head.writeUInt32LE(end - start, KEYS_BYTES);
        file.add(head);
        file.add(words, at * count * 4, (at + 1) * count * 4);
        file.add(this.#texts, start, end);
      }
      this.#spill.endRun();
    }
    this.#clear();
    if (bytes > this.#texts.length) this.#texts = Buffer.allocUnsafeSlow(bytes);
    else if (this.#texts.length > this.#room)
      this.#texts = Buffer.allocUnsafeSlow(Math.max(this.#room, bytes));
  }

  #clear(): void {
    this.#count = 0;
    this.#used = 0;
    this.#given = 0;
    this.#order = undefined;
    this.#isAscending = true;
    this.#isDescending = true;
  }

  /** The records of the current run in order, by their numbers. */
  #sorted(): Uint32Array {
    const order = new Uint32Array(this.#count);
    for (let at = 0; at < order.length; at++) order[at] = at;
    if (this.#isAscending) return order;
    if (this.#isDescending) return order.reverse();
    const [keys, seconds] = [this.#keys, this.#seconds];
    return order.sort(
      (a, b) =>
        (keys[a] as number) - (keys[b] as number) || (seconds[a] as number) - (seconds[b] as number) || a - b,
    );
  }
}

/** Merges the runs of a sort; runs with equal keys come in their own order. */
class Merge {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly #readers: readonly RunReader[];
  readonly #words: Uint32Array;
  readonly #keys: Float64Array;
  readonly #seconds: Uint32Array;
  readonly #heap: MergeHeap;
  #isStarted = false;

  /** @param words gets the words of each record */
  constructor(readers: readonly RunReader[], words: Uint32Array) {
    const keys = new Float64Array(readers.length);
    const seconds = new Uint32Array(readers.length);
    this.#readers = readers;
    this.#words = words;
    this.#keys = keys;
    this.#seconds = seconds;
    this.#heap = new MergeHeap((a, b) => {
      const order =
        (keys[a] as number) - (keys[b] as number) || (seconds[a] as number) - (seconds[b] as number);
      return order < 0 || (order === 0 && a < b);
    });
  }

  next(): boolean {
    const heap = this.#heap;
    if (!this.#isStarted) {
      this.#isStarted = true;
      for (let run = 0; run < this.#readers.length; run++) if (this.#readKey(run)) heap.add(run);
    } else if (heap.first !== undefined) {
      if (this.#readKey(heap.first)) heap.sink();
      else heap.drop();
    }
    if (heap.first === undefined) return false;
    this.#readRecord(this.#readers[heap.first] as RunReader);
    return true;
  }

  #readKey(run: number): boolean {
    const reader = this.#readers[run] as RunReader;
    if (reader.isAtEnd) return false;
    const at = reader.take(KEYS_BYTES);
    this.#keys[run] = reader.bytes.readDoubleLE(at);
    this.#seconds[run] = reader.bytes.readUInt32LE(at + 8);
    return true;
  }

  #readRecord(reader: RunReader): void {
    const length = reader.bytes.readUInt32LE(reader.take(4));
    const words = this.#words;
    const rest = words.length * 4 + length;
    let at = reader.take(rest);
    this.bytes = reader.bytes;
    for (let word = 0; word < words.length; word++, at += 4) words[word] = reader.bytes.readUInt32LE(at);
    this.start = at;
    this.end = at + length;
  }
}
