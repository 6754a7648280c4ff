import { crc32 } from 'node:zlib';
import { type Files, readAllSync, writeAllSync } from '../system/files.ts';

/** Words of a stamp: both halves of the fingerprint, and two that only its owner understands. */
export const STAMP_WORDS = 4;
export const SORTED_STAMP_BYTES = STAMP_WORDS * 4;
/** Stamps that are read at once: 4 KB. */
const PAGE = 256;
const PAGE_BYTES = PAGE * SORTED_STAMP_BYTES;
/** Stamps of a block, when all are read. */
const BLOCK = 16_384;
/** The tables of stamps are chosen by so many upper bits of their fingerprints, as in a FingerprintMap. */
export const TABLE_BITS = 6;

/** A file of stamps. */
export type StampFile = { readonly fd: number; readonly files: Files };

/** Words of a description before its lists: where the stamps begin, and how many pages and tables there are. */
const DESCRIPTION_WORDS = 4;

/**
 * Stamps in the order of their fingerprints, upper halves first, on disk; the first of each page is in memory, and its
 * checksum.
 */
export class SortedStamps {
  readonly #file: StampFile;
  /** Offset at which they begin in the file, bytes. */
  readonly #at: number;
  readonly count: number;
  /** The upper half of the first fingerprint of each page. */
  readonly #firsts: Uint32Array;
  readonly #sums: Uint32Array;
  /** Numbers of stamps before those of each table, and after the last. */
  readonly #starts: Uint32Array;
  readonly #page = new Uint32Array(PAGE * STAMP_WORDS);

  private constructor(
    file: StampFile,
    at: number,
    { firsts, sums, starts }: Readonly<Record<'firsts' | 'sums' | 'starts', Uint32Array>>,
  ) {
    this.#file = file;
    this.#at = at;
    this.count = starts.at(-1) as number;
    this.#firsts = firsts;
    this.#sums = sums;
    this.#starts = starts;
  }

  /** All that another process needs beside the file to find the stamps. */
  get description(): Uint32Array {
    const [firsts, sums, starts] = [this.#firsts, this.#sums, this.#starts];
    const at = [this.#at % 2 ** 32, Math.floor(this.#at / 2 ** 32)];
    return Uint32Array.from([...at, firsts.length, starts.length, ...firsts, ...sums, ...starts]);
  }

  /** The stamps that descriptions, one after the other, say that a file has. */
  static *described(file: StampFile, words: Uint32Array): Generator<SortedStamps> {
    let from = 0;
    const next = (length: number): Uint32Array => {
      from += length;
      return words.slice(from - length, from);
    };
    while (from < words.length) {
      const [low = 0, high = 0, pages = 0, tables = 0] = next(DESCRIPTION_WORDS);
      const lists = { firsts: next(pages), sums: next(pages), starts: next(tables) };
      yield new SortedStamps(file, high * 2 ** 32 + low, lists);
    }
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
    const sums: number[] = [];
    const starts = [0];
    const order = new Uint32Array(most);
    const sorted = new Uint32Array(most * STAMP_WORDS);
    let count = 0;
    for (const table of tables) {
      const stamps = sortTable(table, order, sorted);
      const bytes = bytesOf(sorted.subarray(0, stamps * STAMP_WORDS));
      for (let from = 0; from < bytes.length; ) {
        const inPage = (count * SORTED_STAMP_BYTES + from) % PAGE_BYTES;
        const end = Math.min(bytes.length, from + PAGE_BYTES - inPage);
        if (inPage === 0) firsts.push(sorted[from / 4 + 1] as number);
        sums.push(crc32(bytes.subarray(from, end), inPage === 0 ? 0 : sums.pop()));
        from = end;
      }
      writeAllSync(file.files, file.fd, bytes, at + count * SORTED_STAMP_BYTES);
      count += stamps;
      starts.push(count);
      onWritten(table);
    }
    const lists = { firsts: Uint32Array.from(firsts), sums: Uint32Array.from(sums) };
    return new SortedStamps(file, at, { ...lists, starts: Uint32Array.from(starts) });
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
    return this.count * SORTED_STAMP_BYTES;
  }

  /** Place where they end in the file. */
  get end(): number {
    return this.#at + this.bytes;
  }

  /**
   * The stamp of a fingerprint, valid until the next look-up; undefined if there is none.
   * @throws RangeError if the file is damaged where it would be
   */
  find(lo: number, hi: number): Uint32Array | undefined {
    const [low, high] = [lo >>> 0, hi >>> 0];
    const firsts = this.#firsts;
    // Equal upper halves may begin on the page before.
    for (let page = Math.max(0, this.#pageBefore(high)); page < firsts.length; page++) {
      if ((firsts[page] as number) > high) return undefined;
      const words = this.#page.subarray(0, Math.min(PAGE, this.count - page * PAGE) * STAMP_WORDS);
      this.#read(page * PAGE, words);
      if (crc32(bytesOf(words)) !== this.#sums[page])
        throw new RangeError('the file of sorted keys is damaged');
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
    const bytes = bytesOf(words);
    const start = this.#at + from * SORTED_STAMP_BYTES;
    if (readAllSync(files, fd, bytes, start) < bytes.length)
      throw new RangeError('the file of sorted keys has become shorter');
  }
}

/**
 * Copies the stamps of a table in order; returns how many there are. Upper halves are spread evenly, so as many buckets as
 * stamps bring each close to its place.
 */
function sortTable(table: Uint32Array, order: Uint32Array, sorted: Uint32Array): number {
  const bits = Math.max(1, Math.ceil(Math.log2(table.length / STAMP_WORDS)));
  const bucketOf = (hi: number): number => (hi << TABLE_BITS) >>> (32 - bits);
  const starts = new Uint32Array((1 << bits) + 1);
  const isStamp = (at: number): boolean => ((table[at] as number) | (table[at + 1] as number)) !== 0;
  let count = 0;
  for (let at = 0; at < table.length; at += STAMP_WORDS) {
    if (!isStamp(at)) continue;
    const next = bucketOf(table[at + 1] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
    count++;
  }
  for (let bucket = 1; bucket < starts.length; bucket++)
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
  for (let at = 0; at < table.length; at += STAMP_WORDS) {
    if (!isStamp(at)) continue;
    const bucket = bucketOf(table[at + 1] as number);
    const place = starts[bucket] as number;
    starts[bucket] = place + 1;
    order[place] = at;
  }
  insertInOrder(order, count, table);
  for (let index = 0; index < count; index++)
    for (let word = 0; word < STAMP_WORDS; word++)
      sorted[index * STAMP_WORDS + word] = table[(order[index] as number) + word] as number;
  return count;
}

/** Sorts places of stamps by their upper halves, equal ones as they are; fast because each is close to its place. */
function insertInOrder(order: Uint32Array, count: number, table: Uint32Array): void {
  for (let index = 1; index < count; index++) {
    const at = order[index] as number;
    const high = table[at + 1] as number;
    let place = index;
    for (; place > 0; place--) {
      const before = order[place - 1] as number;
      if ((table[before + 1] as number) <= high) break;
      order[place] = before;
    }
    order[place] = at;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
