import type { Files } from '../system/files.ts';

/** Words of a stamp: both halves of the fingerprint, and two that only its owner understands. */
export const STAMP_WORDS = 4;
export const STAMP_BYTES = STAMP_WORDS * 4;
/** Stamps that are read at once: 4 KB. */
const PAGE = 256;
/** Stamps of a block, when all are read. */
const BLOCK = 16_384;
/** A number of a slot takes fewer bits than this. */
const SLOT = 2 ** 20;

/** A file of stamps. */
export type StampFile = { readonly fd: number; readonly files: Files };

/** Stamps in the order of their fingerprints, upper halves first, on disk; the first of each page is in memory. */
export class SortedStamps {
  readonly #file: StampFile;
  /** Where they begin in the file, bytes. */
  readonly #at: number;
  readonly count: number;
  /** The upper half of the first fingerprint of each page. */
  readonly #firsts: Uint32Array;
  /** How many stamps are before those of each table, and after the last. */
  readonly #starts: readonly number[];
  readonly #page = new Uint32Array(PAGE * STAMP_WORDS);

  private constructor(file: StampFile, at: number, firsts: Uint32Array, starts: readonly number[]) {
    this.#file = file;
    this.#at = at;
    this.count = starts.at(-1) as number;
    this.#firsts = firsts;
    this.#starts = starts;
  }

  /**
   * Writes stamps that are in tables, as in a FingerprintMap: by the upper bits of their fingerprints, in any order. Of
   * equal ones in a table the first is found.
   * @param at where they begin in the file
   * @param most so many stamps at most in one table
   * @param onWritten called with each table once its stamps are written
   */
  static write(
    file: StampFile,
    at: number,
    tables: Iterable<Uint32Array>,
    most: number,
    onWritten: (table: Uint32Array) => void = () => {},
  ): SortedStamps {
    const firsts: number[] = [];
    const starts = [0];
    const order = new Float64Array(most);
    const sorted = new Uint32Array(most * STAMP_WORDS);
    let count = 0;
    for (const table of tables) {
      const stamps = sortTable(table, order, sorted);
      for (let page = Math.ceil(count / PAGE) * PAGE; page < count + stamps; page += PAGE)
        firsts.push(sorted[(page - count) * STAMP_WORDS + 1] as number);
      writeAll(file, sorted.subarray(0, stamps * STAMP_WORDS), at + count * STAMP_BYTES);
      count += stamps;
      starts.push(count);
      onWritten(table);
    }
    return new SortedStamps(file, at, Uint32Array.from(firsts), starts);
  }

  /**
   * Writes the stamps of several files of them as one.
   * @param parts the newest first
   */
  static merge(file: StampFile, at: number, parts: readonly SortedStamps[]): SortedStamps {
    const tables = (parts[0] as SortedStamps).#starts.length - 1;
    const sizes = Array.from({ length: tables }, (_, table) =>
      parts.reduce((sum, part) => sum + part.#sizeOf(table), 0),
    );
    const together = new Uint32Array(Math.max(...sizes) * STAMP_WORDS);
    const joined = function* (): Generator<Uint32Array> {
      for (let table = 0; table < tables; table++) {
        let end = 0;
        for (const part of parts) {
          const words = part.#sizeOf(table) * STAMP_WORDS;
          part.#read(part.#starts[table] as number, together.subarray(end, end + words));
          end += words;
        }
        yield together.subarray(0, end);
      }
    };
    return SortedStamps.write(file, at, joined(), Math.max(...sizes));
  }

  /** All stamps in order, some at a time; each block is valid until the next. */
  *blocks(): Generator<Uint32Array> {
    const words = new Uint32Array(BLOCK * STAMP_WORDS);
    for (let from = 0; from < this.count; from += BLOCK) {
      const block = words.subarray(0, Math.min(BLOCK, this.count - from) * STAMP_WORDS);
      this.#read(from, block);
      yield block;
    }
  }

  #sizeOf(table: number): number {
    return (this.#starts[table + 1] as number) - (this.#starts[table] as number);
  }

  get bytes(): number {
    return this.count * STAMP_BYTES;
  }

  /** The stamp of a fingerprint, valid until the next look-up; undefined if there is none. */
  find(lo: number, hi: number): Uint32Array | undefined {
    const [low, high] = [lo >>> 0, hi >>> 0];
    const firsts = this.#firsts;
    // Equal upper halves may begin on the page before.
    for (let page = Math.max(0, this.#pageBefore(high)); page < firsts.length; page++) {
      if ((firsts[page] as number) > high) return undefined;
      const words = this.#page.subarray(0, Math.min(PAGE, this.count - page * PAGE) * STAMP_WORDS);
      this.#read(page * PAGE, words);
      for (let at = 0; at < words.length; at += STAMP_WORDS)
        if (words[at + 1] === high && words[at] === low) return words.subarray(at, at + STAMP_WORDS);
    }
    return undefined;
  }

  /** The last page that begins below an upper half; -1 if there is none. */
  #pageBefore(high: number): number {
    let [from, to] = [0, this.#firsts.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#firsts[middle] as number) < high) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  /** Fills `words` with the stamps from number `from` on. */
  #read(from: number, words: Uint32Array): void {
    const { fd, files } = this.#file;
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    const start = this.#at + from * STAMP_BYTES;
    for (let at = 0; at < bytes.length; ) {
      const count = files.readSync(fd, bytes, at, bytes.length - at, start + at);
      if (count === 0) throw new RangeError('the file of sorted keys has become shorter');
      at += count;
    }
  }
}

/** Copies the stamps of a table in order; returns how many there are. */
function sortTable(table: Uint32Array, order: Float64Array, sorted: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < table.length; at += STAMP_WORDS)
    if (((table[at] as number) | (table[at + 1] as number)) !== 0)
      order[count++] = (table[at + 1] as number) * SLOT + at / STAMP_WORDS;
  // Numbers of slots make them different, so that numbers alone are sorted.
  order.subarray(0, count).sort();
  for (let index = 0; index < count; index++) {
    const place = order[index] as number;
    // Faster than a remainder.
    const at = (place - Math.floor(place / SLOT) * SLOT) * STAMP_WORDS;
    for (let word = 0; word < STAMP_WORDS; word++)
      sorted[index * STAMP_WORDS + word] = table[at + word] as number;
  }
  return count;
}

function writeAll({ fd, files }: StampFile, words: Uint32Array, from: number): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let at = 0; at < bytes.length; ) at += files.writeSync(fd, bytes, at, bytes.length - at, from + at);
}
