import { type TemporaryPlace, UNIT_BYTES_MAX } from '../files/buffered-file.ts';
import { type RunReader, Spill } from './spill.ts';

/** The bytes of a run, beyond which it is sorted and written to disk. */
const RUN_BYTES = 8 << 20;
/** The bytes of the first one and the number of its records, which grow as it is filled: most tables are small. */
const FIRST_BYTES = 1 << 16;
const FIRST_RECORDS = 1 << 9;
const GROWTH = 8;
/** A run has at most one record for so many bytes. */
const RECORD_BYTES_MIN = 96;
/**
 * A record in a run, in memory and on disk: its key, its second number, the bytes of its text, its words, its text, and
 * bytes up to a multiple of 8. So its numbers are where typed arrays have them.
 */
const HEAD_BYTES = 16;
const SECOND_WORD = 2;
const LENGTH_WORD = 3;
const HEAD_WORDS = 4;
const ALIGN = 8;

const aligned = (bytes: number): number => (bytes + ALIGN - 1) & -ALIGN;

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
  /** The bytes of a record before its text. */
  readonly #textAt: number;
  readonly #room: number;
  readonly #recordsMax: number;
  readonly #spill: Spill;
  /** The current run, as it is written to disk, and its numbers. */
  #run: Buffer = Buffer.alloc(0);
  #runWords: Uint32Array = new Uint32Array(0);
  #runDoubles: Float64Array = new Float64Array(0);
  /** The place where each of its records begins, its key, and its second number. */
  #starts: Uint32Array;
  #keys: Float64Array;
  #seconds: Uint32Array;
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
   * @param runBytes the memory for the records of a run
   */
  constructor(place: TemporaryPlace, words: number, runBytes = RUN_BYTES) {
    this.#wordCount = words;
    this.#textAt = HEAD_BYTES + words * 4;
    this.#room = aligned(runBytes);
    this.#recordsMax = Math.max(1, Math.floor(runBytes / RECORD_BYTES_MIN));
    this.#spill = new Spill(place);
    const records = Math.min(this.#recordsMax, FIRST_RECORDS);
    this.#starts = new Uint32Array(records);
    this.#keys = new Float64Array(records);
    this.#seconds = new Uint32Array(records);
    this.#allocate(Math.min(this.#room, FIRST_BYTES));
    this.words = new Uint32Array(words);
    this.bytes = this.#run;
  }

  /**
   * @param key not NaN
   * @param words copied
   * @param second decides between equal keys: a whole number from 0, below 2^32
   * @throws RunError `STATE.UNWRITABLE` if a run cannot be written
   */
  add(key: number, words: ArrayLike<number>, text: string, second = 0): void {
    const at = this.#begin(text.length * UNIT_BYTES_MAX, key, words, second);
    this.#end(at, this.#run.write(text, at + this.#textAt));
  }

  /** The same with a text as UTF-8, which is copied. */
  addBytes(
    key: number,
    words: ArrayLike<number>,
    { bytes, start, end }: { readonly bytes: Uint8Array; readonly start: number; readonly end: number },
  ): void {
    const at = this.#begin(end - start, key, words, 0);
    this.#run.set(bytes.subarray(start, end), at + this.#textAt);
    this.#end(at, end - start);
  }

  /** Begins a record with a text of at most so many bytes; returns its place in the run. */
  #begin(most: number, key: number, words: ArrayLike<number>, second: number): number {
    const bytes = aligned(this.#textAt + most);
    this.#grow(bytes);
    if (this.#count === this.#recordsMax || bytes > this.#run.length - this.#used) this.#endRun(bytes);
    const index = this.#count++;
    if (index > 0) {
      const before = this.#keys[index - 1] as number;
      const isTurned = key === before && second < (this.#seconds[index - 1] as number);
      if (key < before || isTurned) this.#isAscending = false;
      if (key >= before) this.#isDescending = false;
    }
    this.#keys[index] = key;
    this.#seconds[index] = second;
    const at = this.#used;
    this.#starts[index] = at;
    this.#runDoubles[at >>> 3] = key;
    const word = at >>> 2;
    this.#runWords[word + SECOND_WORD] = second;
    for (let each = 0; each < this.#wordCount; each++)
      this.#runWords[word + HEAD_WORDS + each] = words[each] as number;
    return at;
  }

  /** Gives the run more room, as long as it may have more. */
  #grow(bytes: number): void {
    const records = this.#starts.length;
    if (this.#count === records && records < this.#recordsMax) {
      const more = Math.min(this.#recordsMax, records * GROWTH);
      this.#starts = copied(new Uint32Array(more), this.#starts);
      this.#keys = copied(new Float64Array(more), this.#keys);
      this.#seconds = copied(new Uint32Array(more), this.#seconds);
    }
    const { length } = this.#run;
    const needed = this.#used + bytes;
    if (needed <= length || length >= this.#room) return;
    const before = this.#run;
    this.#allocate(Math.min(this.#room, Math.max(length * GROWTH, needed)));
    this.#run.set(before.subarray(0, this.#used));
  }

  /** Ends a record whose text has so many bytes. */
  #end(at: number, bytes: number): void {
    this.#runWords[(at >>> 2) + LENGTH_WORD] = bytes;
    this.#used = aligned(at + this.#textAt + bytes);
  }

  /** Finds the next record in order; false if there is none. */
  next(): boolean {
    if (this.#spill.runs > 0) return this.#nextMerged();
    this.#order ??= this.#sorted();
    if (this.#given === this.#count) {
      this.#clear();
      return false;
    }
    const at = this.#starts[this.#order[this.#given++] as number] as number;
    this.#readRecord(at);
    return true;
  }

  /** Calls for each record so far, which is then the current one, before the first `next`. */
  each(take: () => void): void {
    if (this.#spill.runs > 0) this.#endRun(0);
    for (const run of this.#spill.readers())
      for (const one = new Merge([run], this.words); one.next(); ) {
        ({ bytes: this.bytes, start: this.start, end: this.end } = one);
        take();
      }
    for (let index = 0; index < this.#count; index++) {
      this.#readRecord(this.#starts[index] as number);
      take();
    }
  }

  #readRecord(at: number): void {
    this.bytes = this.#run;
    this.start = at + this.#textAt;
    this.end = this.start + (this.#runWords[(at >>> 2) + LENGTH_WORD] as number);
    const from = (at >>> 2) + HEAD_WORDS;
    for (let word = 0; word < this.#wordCount; word++)
      this.words[word] = this.#runWords[from + word] as number;
  }

  [Symbol.dispose](): void {
    this.#spill[Symbol.dispose]();
  }

  #nextMerged(): boolean {
    if (!this.#merge) {
      this.#endRun(0);
      this.#merge = new Merge(this.#spill.readers(), this.words);
      // The merge has buffers of its own.
      this.#allocate(0);
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

  /** Writes the current run to disk, and makes room for a record. */
  #endRun(bytes: number): void {
    if (this.#count > 0) {
      const { file } = this.#spill;
      if (this.#isAscending) file.add(this.#run, 0, this.#used);
      else
        for (const index of this.#sorted()) {
          const at = this.#starts[index] as number;
          const length = this.#runWords[(at >>> 2) + LENGTH_WORD] as number;
          file.add(this.#run, at, aligned(at + this.#textAt + length));
        }
      this.#spill.endRun();
    }
    this.#clear();
    if (bytes > this.#run.length || this.#run.length > this.#room)
      this.#allocate(Math.max(this.#room, bytes));
  }

  #allocate(bytes: number): void {
    this.#run = Buffer.allocUnsafeSlow(bytes);
    const { buffer } = this.#run;
    this.#runWords = new Uint32Array(buffer);
    this.#runDoubles = new Float64Array(buffer);
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

function copied<T extends Uint32Array | Float64Array>(into: T, from: T): T {
  into.set(from);
  return into;
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
  /** Bytes of the text of the record that each run has next. */
  readonly #lengths: Uint32Array;
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
    this.#lengths = new Uint32Array(readers.length);
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
    this.#readRecord(heap.first);
    return true;
  }

  #readKey(run: number): boolean {
    const reader = this.#readers[run] as RunReader;
    if (reader.isAtEnd) return false;
    const at = reader.take(HEAD_BYTES);
    this.#keys[run] = reader.doubles[at >>> 3] as number;
    this.#seconds[run] = reader.words[(at >>> 2) + SECOND_WORD] as number;
    this.#lengths[run] = reader.words[(at >>> 2) + LENGTH_WORD] as number;
    return true;
  }

  #readRecord(run: number): void {
    const reader = this.#readers[run] as RunReader;
    const length = this.#lengths[run] as number;
    const words = this.#words;
    const wordBytes = words.length * 4;
    const at = reader.take(aligned(HEAD_BYTES + wordBytes + length) - HEAD_BYTES);
    for (let word = 0; word < words.length; word++) words[word] = reader.words[(at >>> 2) + word] as number;
    this.bytes = reader.bytes;
    this.start = at + wordBytes;
    this.end = this.start + length;
  }
}

/** The runs of a merge: small numbers, ordered by what each of them has next. */
export class MergeHeap {
  /** The runs as a binary heap: the first one is the least. */
  readonly #runs: number[] = [];
  readonly #isLess: (a: number, b: number) => boolean;

  /** @param isLess whether what run `a` has next comes before what run `b` has next */
  constructor(isLess: (a: number, b: number) => boolean) {
    this.#isLess = isLess;
  }

  /** The run that has the next record; undefined if all have ended. */
  get first(): number | undefined {
    return this.#runs[0];
  }

  add(run: number): void {
    const runs = this.#runs;
    let at = runs.push(run) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isLess(run, runs[parent] as number)) break;
      runs[at] = runs[parent] as number;
      at = parent;
    }
    runs[at] = run;
  }

  /** Puts the first run in order again, after its next record has changed. */
  sink(): void {
    const runs = this.#runs;
    const run = runs[0] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= runs.length) break;
      if (child + 1 < runs.length && this.#isLess(runs[child + 1] as number, runs[child] as number)) child++;
      if (!this.#isLess(runs[child] as number, run)) break;
      runs[at] = runs[child] as number;
      at = child;
    }
    runs[at] = run;
  }

  /** Removes the first run, which has ended. */
  drop(): void {
    const last = this.#runs.pop();
    if (last === undefined || this.#runs.length === 0) return;
    this.#runs[0] = last;
    this.sink();
  }
}
