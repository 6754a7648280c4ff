import { crc32 } from 'node:zlib';
import type { KeptBytes } from '../files/state/state-store.ts';
import { type Files, readAll, writeAll } from '../system/files.ts';

// Those of 01 may lack keys that they claim.
const MAGIC = 0x4b_46_32_02;
const HEADER_WORDS = 8;
const HEADER_BYTES = HEADER_WORDS * 4;
/** The last bytes of the key file that the filter covers have a checksum, so that it is of no other key file. */
const TAIL_BYTES = 1 << 16;

/** The keys on disk, as far as a resumed run can have them from a process before. */
type SavedKeys = {
  readonly filter: KeyFilter;
  /** Describes the file of sorted keys: words, in several parts. */
  readonly description: readonly Uint32Array[];
};

/**
 * A copy of a filter, so that a resumed run need not add all keys to it again, and a description of the file of sorted keys.
 * It is only a cache: it is not synced, and one that is not whole, or not of this key file, is not used.
 */
export class FilterFile {
  readonly #path: string;
  readonly #files: Files;
  readonly #openKeys: () => KeptBytes | undefined;

  /** @param openKeys opens the key file, which only grows, to be read */
  constructor(
    { path, files }: { readonly path: string; readonly files: Files },
    openKeys: () => KeptBytes | undefined,
  ) {
    this.#path = path;
    this.#files = files;
    this.#openKeys = openKeys;
  }

  /** @param covered bytes of the key file whose keys are all in the filter, more than 0 */
  async save({ filter, description }: SavedKeys, covered: number): Promise<void> {
    const words = wordsOf(filter);
    const tail = this.#tail(covered);
    if (words === undefined || tail === undefined) return;
    const next = `${this.#path}.next`;
    {
      await using file = await this.#files.open(next, 'w', 0o600);
      let crc = 0;
      let at = HEADER_BYTES;
      for (const part of [...filter.tables, ...description]) {
        // A copy: keys may be added while it is written.
        const bytes = new Uint8Array(part.slice().buffer);
        crc = crc32(bytes, crc);
        await writeAll(file, bytes, at);
        at += bytes.length;
      }
      const described = description.reduce((sum, { length }) => sum + length, 0);
      const header = [MAGIC, filter.tables.length, words, covered % 2 ** 32, Math.floor(covered / 2 ** 32)];
      await writeAll(file, new Uint8Array(Uint32Array.of(...header, tail, crc, described).buffer), 0);
    }
    await this.#files.rename(next, this.#path);
  }

  /**
   * Adds the saved keys to a filter.
   * @param bytes of the key file that are valid
   * @returns how many of them the saved filter covers, and the description; undefined if it cannot be used
   */
  async load(
    filter: KeyFilter,
    bytes: number,
  ): Promise<{ readonly covered: number; readonly description: Uint32Array } | undefined> {
    return this.#load(filter, bytes).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  /** Removes the filter: what follows the valid bytes of the key file is written over, and a filter that covers more would be of other keys. */
  async remove(): Promise<void> {
    await this.#files.rm(this.#path, { force: true });
  }

  async #load(filter: KeyFilter, bytes: number): ReturnType<FilterFile['load']> {
    await using file = await this.#files.open(this.#path, 'r');
    const header = new Uint32Array(HEADER_WORDS);
    await readAll(file, new Uint8Array(header.buffer), 0);
    const [magic, tables, words = 0, low = 0, high = 0, tail, crc, described = 0] = header;
    const covered = high * 2 ** 32 + low;
    if (magic !== MAGIC || tables !== filter.tables.length || words !== wordsOf(filter)) return undefined;
    if (covered > bytes || tail !== this.#tail(covered)) return undefined;
    const { size } = await file.stat();
    if (size !== HEADER_BYTES + (tables * words + described) * 4) return undefined;
    let found = 0;
    let at = HEADER_BYTES;
    const saved = new Uint32Array(words);
    const room = new Uint8Array(saved.buffer);
    for (const table of filter.tables) {
      await readAll(file, room, at);
      found = crc32(room, found);
      at += room.length;
      // Before the checksum is known: keys that nobody has added are false alarms.
      for (let word = 0; word < saved.length; word++)
        table[word] = (table[word] as number) | (saved[word] as number);
    }
    const description = new Uint32Array(described);
    const bytesOf = new Uint8Array(description.buffer);
    await readAll(file, bytesOf, at);
    return crc32(bytesOf, found) === crc ? { covered, description } : undefined;
  }

  #tail(covered: number): number | undefined {
    using keys = this.#openKeys();
    const from = Math.max(0, covered - TAIL_BYTES);
    const bytes = new Uint8Array(covered - from);
    keys?.read(bytes, from);
    return keys && crc32(bytes);
  }
}

/** Words of each table; undefined if they are not all alike. */
function wordsOf({ tables }: KeyFilter): number | undefined {
  const length = tables[0]?.length;
  return tables.every((table) => table.length === length) ? length : undefined;
}

/** Words of a block, each with one bit of a key: a look-up touches one line of the processor's cache. */
const BLOCK_WORDS = 8;

/**
 * Says of fingerprints that they were certainly never added, or that they may have been: a blocked Bloom filter. With 27
 * bits for each key, one of 12,000 others is a false alarm, with 16 one of 800, with 8 one of 30.
 */
export class KeyFilter {
  /** Its memory. */
  readonly tables: readonly Uint32Array[];
  readonly #shift: number;

  /** @param tables memory, all zeros: a power of two of arrays, each of a power of two of words, at least 8 */
  constructor(tables: readonly Uint32Array[]) {
    this.tables = tables;
    this.#shift = 32 - Math.log2(tables.length);
  }

  add(lo: number, hi: number): void {
    const words = this.tables[hi >>> this.#shift] as Uint32Array;
    const at = placeOf(words, lo);
    const mixed = mixedOf(lo, hi);
    for (let word = 0; word < BLOCK_WORDS; word++)
      words[at + word] = (words[at + word] as number) | bitOf(mixed, word);
  }

  mayHave(lo: number, hi: number): boolean {
    const words = this.tables[hi >>> this.#shift] as Uint32Array;
    const at = placeOf(words, lo);
    const mixed = mixedOf(lo, hi);
    for (let word = 0; word < BLOCK_WORDS; word++)
      if (((words[at + word] as number) & bitOf(mixed, word)) === 0) return false;
    return true;
  }
}

/** Odd numbers, one for each word; those of the Parquet format. */
const SALTS = Int32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

const placeOf = (words: Uint32Array, lo: number): number =>
  (lo & (words.length / BLOCK_WORDS - 1)) * BLOCK_WORDS;

/** The bits that choose neither the table nor, as a rule, the block. */
const mixedOf = (lo: number, hi: number): number => hi ^ ((lo >>> 14) | (lo << 18));

const bitOf = (mixed: number, word: number): number => 1 << (Math.imul(mixed, SALTS[word] as number) >>> 27);
