import type { Files } from '../system/files.ts';
import { KeyFilter } from './filter-file.ts';
import type { FingerprintMap } from './fingerprint-map.ts';
import {
  SORTED_STAMP_BYTES,
  SortedStamps,
  STAMP_WORDS,
  type StampFile,
  TABLE_BITS,
} from './sorted-stamps.ts';

/** Place where an index puts the keys that are too many for memory. */
export type KeyRoom = {
  /** Of a file that is written over, and deleted in the end unless a resumed run can use it. */
  readonly path: string;
  readonly files: Files;
  /** Number of keys that are held in memory; beyond, a quarter of them. */
  readonly most: number;
};

/** Stamps on disk: sorted, or as they were written, and sorted once they are looked for often. */
type Part = {
  readonly stamps: SortedStamps | UnsortedStamps;
  /** True if the keys of its refused rows are free again. */
  isReopened: boolean;
};

/** The filter is doubled when there are so many times the keys that memory holds: then each has 10 bits. */
const FULL = 20;
/** Number of times that it is doubled at most: to four times the memory of the keys. */
const DOUBLED_MAX = 2;
/** So many small parts are merged into one before they are searched. */
const PARTS_MAX = 16;

/**
 * The stamps of an index that are not in memory. Most keys that are looked for are new: a filter in memory knows nearly all
 * of them. Only the others are searched on disk.
 */
export class KeysOnDisk implements Disposable {
  /** The stamp that was found last: the line, and the word with content, file and state. */
  line = 0;
  tail = 0;
  /** True if it is from before its refused rows were made free. */
  isReopened = false;
  /** True if another process can use the file: what describes it is saved. */
  isSaved = false;
  readonly #room: KeyRoom;
  /** Has all keys of it. */
  filter: KeyFilter;
  #doubled = 0;
  /** Number of stamps; some may be of one key. */
  count = 0;
  #file: StampFile | undefined;
  #end = 0;
  /** The oldest first. */
  #parts: Part[] = [];

  /** @param tables memory for the filter, all zeros, as much as that of a map with as many keys as the room allows */
  constructor(room: KeyRoom, tables: readonly Uint32Array[]) {
    this.#room = room;
    this.filter = new KeyFilter(tables);
  }

  /** Moves the entries of a map to the disk; its memory becomes that of the filter, so that both are never held at once. */
  static from(room: KeyRoom, map: FingerprintMap): KeysOnDisk {
    const keys = new KeysOnDisk(room, map.tables);
    keys.#move(map.tables);
    return keys;
  }

  /** Moves the entries of a map to the disk; the map is empty then. */
  add(map: FingerprintMap): void {
    this.#move(map.tables);
    map.clear();
  }

  #move(tables: readonly Uint32Array[]): void {
    const most = mostIn(tables);
    const room = new Uint32Array(most * STAMP_WORDS);
    let copy = room;
    function* copies(): Generator<Uint32Array> {
      for (const table of tables) {
        copy = room.subarray(0, table.length);
        copy.set(table);
        table.fill(0);
        yield copy;
      }
    }
    const stamps = SortedStamps.write(this.#opened(), this.#end, copies(), most, () => this.#note(copy));
    this.#end += stamps.bytes;
    this.#parts.push({ stamps, isReopened: false });
    this.count += stamps.count;
    if (this.#isFull()) this.#doubleFilter();
  }

  /**
   * Takes over stamps that are in another file, and are not in the filter yet.
   * @param read gives them, in their order; later ones replace earlier ones
   */
  addLater(count: number, read: () => Iterable<Uint8Array>): void {
    this.count += count;
    while (this.#isFull()) this.#doubleFilter();
    this.#parts.push({ stamps: new UnsortedStamps(read), isReopened: false });
  }

  /** Describes the file for another process that uses it; empty if some stamps are not sorted. */
  get description(): readonly Uint32Array[] {
    const sorted = this.#parts.map(({ stamps }) =>
      stamps instanceof SortedStamps ? [stamps] : stamps.sorted,
    );
    return sorted.every((each) => each !== undefined) ? sorted.flat().map((each) => each.description) : [];
  }

  /**
   * Takes over what a process before this one has sorted. It has all stamps that were taken over last, and perhaps others, so
   * that it only says which keys those do not have.
   * @param words the description of the file; a file that is another one, or is damaged, is not used
   */
  useSorted(words: Uint32Array): void {
    const { stamps } = this.#parts.at(-1) as Part;
    if (words.length === 0 || stamps instanceof SortedStamps) return;
    const { files, path } = this.#room;
    if (!files.existsSync(path)) return;
    this.#file ??= { files, fd: files.openSync(path, 'r+') };
    const sorted = [...SortedStamps.described(this.#file, words)];
    for (const { end } of sorted) this.#end = Math.max(this.#end, end);
    stamps.sorted = sorted;
    this.isSaved = true;
  }

  #isFull(): boolean {
    return this.#doubled < DOUBLED_MAX && this.count > this.#room.most * FULL * 2 ** this.#doubled;
  }

  /** Replaces the filter by one of twice the size, with all keys. */
  #doubleFilter(): void {
    this.#doubled++;
    this.filter = new KeyFilter(this.filter.tables.map(({ length }) => new Uint32Array(length * 2)));
    this.filter.add(0, 1);
    for (const words of this.blocks()) this.#note(words);
  }

  /** All stamps, some at a time; each block is valid until the next. */
  *blocks(): Generator<Uint32Array> {
    for (const { stamps } of this.#parts)
      if (stamps instanceof SortedStamps) yield* stamps.blocks();
      else for (const block of stamps.blocks()) yield wordsOf(block);
  }

  /** Adds the stamps of a block of a file that `addLater` takes over. */
  note(block: Uint8Array): void {
    // As in a FingerprintMap, a fingerprint of 0 is one of 1; a false alarm if there is none.
    this.filter.add(0, 1);
    this.#note(wordsOf(block));
  }

  /** Leaves out what is 0: those are free slots of a table. */
  #note(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += STAMP_WORDS)
      if (((words[at] as number) | (words[at + 1] as number)) !== 0)
        this.filter.add(words[at] as number, words[at + 1] as number);
  }

  /** Finds the latest stamp of a fingerprint. */
  find(lo: number, hi: number): boolean {
    // As in a FingerprintMap.
    if ((lo | hi) === 0) return this.find(0, 1);
    if (!this.filter.mayHave(lo, hi)) return false;
    this.#sort();
    for (let index = this.#parts.length - 1; index >= 0; index--) {
      const { stamps, isReopened } = this.#parts[index] as Part;
      const found = stamps.find(lo, hi);
      if (!found) continue;
      this.line = found[2] as number;
      this.tail = found[3] as number;
      this.isReopened = isReopened;
      return true;
    }
    return false;
  }

  /** Frees the keys of all refused rows. */
  reopen(): void {
    for (const part of this.#parts) part.isReopened = true;
  }

  /** Sorts what is searched often, and merges small parts if they are many. */
  #sort(): void {
    const isDue = ({ stamps }: Part): boolean => stamps instanceof UnsortedStamps && stamps.isBusy;
    if (this.#parts.some(isDue))
      this.#parts = this.#parts.flatMap((part) => {
        const { stamps, isReopened } = part;
        if (stamps instanceof SortedStamps || !stamps.isBusy) return [part];
        return this.#sorted(stamps.blocks()).map((each) => ({ stamps: each, isReopened }));
      });
    if (this.#parts.filter(this.#isSmall).length >= PARTS_MAX) this.#merge();
  }

  /** Stamps in their order as sorted parts, the oldest first. */
  #sorted(blocks: Iterable<Uint8Array>): SortedStamps[] {
    const written: SortedStamps[] = [];
    let waiting: Uint32Array[] = [];
    let count = 0;
    const write = (): void => {
      const tables = byUpperBits(waiting, count);
      const stamps = SortedStamps.write(this.#opened(), this.#end, tables, mostIn(tables));
      this.#end += stamps.bytes;
      written.push(stamps);
      waiting = [];
      count = 0;
    };
    for (const block of blocks) {
      waiting.push(wordsOf(block).slice());
      count += block.byteLength / SORTED_STAMP_BYTES;
      if (count >= this.#room.most) write();
    }
    if (count > 0) write();
    return written;
  }

  readonly #isSmall = ({ stamps }: Part): boolean =>
    stamps instanceof SortedStamps && stamps.count <= this.#room.most;

  /** Merges small parts that are side by side. */
  #merge(): void {
    const groups: Part[][] = [];
    for (const part of this.#parts) {
      const [last] = groups.at(-1) ?? [];
      const isAlike = last?.isReopened === part.isReopened && this.#isSmall(last) && this.#isSmall(part);
      if (isAlike) groups.at(-1)?.push(part);
      else groups.push([part]);
    }
    this.#parts = groups.map((group) => (group.length > 1 ? this.#merged(group) : (group[0] as Part)));
  }

  #merged(group: readonly Part[]): Part {
    const newestFirst = group.map(({ stamps }) => stamps as SortedStamps).reverse();
    const stamps = SortedStamps.merge(this.#opened(), this.#end, newestFirst);
    this.#end += stamps.bytes;
    return { stamps, isReopened: (group[0] as Part).isReopened };
  }

  #opened(): StampFile {
    const { files, path } = this.#room;
    this.#file ??= { files, fd: files.openSync(path, 'w+', 0o600) };
    return this.#file;
  }

  /** Deletes its file, unless another process can use it. */
  [Symbol.dispose](): void {
    if (!this.#file) return;
    const { files, path } = this.#room;
    files.closeSync(this.#file.fd);
    this.#file = undefined;
    if (!this.isSaved) files.rmSync(path, { force: true });
  }
}

/** Stamps in tables as those of a FingerprintMap, but without free slots, and the newest first. */
function byUpperBits(blocks: readonly Uint32Array[], count: number): Uint32Array[] {
  const tableOf = (hi: number): number => hi >>> (32 - TABLE_BITS);
  const ends = new Uint32Array(1 << TABLE_BITS);
  for (const words of blocks)
    for (let at = 1; at < words.length; at += STAMP_WORDS) {
      const table = tableOf(words[at] as number);
      ends[table] = (ends[table] as number) + STAMP_WORDS;
    }
  for (let table = 1; table < ends.length; table++)
    ends[table] = (ends[table] as number) + (ends[table - 1] as number);
  const room = new Uint32Array(count * STAMP_WORDS);
  const tables = Array.from(ends, (end, table) => room.subarray(table === 0 ? 0 : ends[table - 1], end));
  // Each is filled from its end.
  for (const words of blocks)
    for (let from = 0; from < words.length; from += STAMP_WORDS) {
      const table = tableOf(words[from + 1] as number);
      const at = (ends[table] as number) - STAMP_WORDS;
      ends[table] = at;
      for (let word = 0; word < STAMP_WORDS; word++) room[at + word] = words[from + word] as number;
      // As in a FingerprintMap, a fingerprint of 0 is one of 1.
      if (((room[at] as number) | (room[at + 1] as number)) === 0) room[at + 1] = 1;
    }
  return tables;
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

const mostIn = (tables: readonly Uint32Array[]): number =>
  Math.max(...tables.map(({ length }) => length / STAMP_WORDS));

/** Number of keys that are held in memory once others are on disk. */
export const laterMost = (most: number): number => Math.ceil(most / 4);

/** So often all are read for one key before they are sorted, which takes as long as reading them ten times. */
const SEARCHES_MAX = 2;

/** Stamps in the order in which they were written: later ones replace earlier ones with the same fingerprint. */
class UnsortedStamps {
  /** Gives all of them, some at a time; each block is valid until the next. */
  readonly blocks: () => Iterable<Uint8Array>;
  /** All of them and perhaps others, as a process before this one has sorted them. */
  sorted: readonly SortedStamps[] | undefined;
  #searches = 0;

  constructor(blocks: () => Iterable<Uint8Array>) {
    this.blocks = blocks;
  }

  /** True if they were searched so often that sorting them pays. */
  get isBusy(): boolean {
    return this.#searches >= SEARCHES_MAX;
  }

  /** The latest stamp of a fingerprint that is not 0; undefined if there is none. */
  find(lo: number, hi: number): Uint32Array | undefined {
    if (this.#isCertainlyNone(lo, hi)) return undefined;
    this.#searches++;
    const [low, high] = [lo >>> 0, hi >>> 0];
    // As in a FingerprintMap, a fingerprint of 0 is one of 1.
    const isOne = low === 0 && high === 1;
    let found: Uint32Array | undefined;
    for (const block of this.blocks()) {
      const words = wordsOf(block);
      for (let at = 0; at < words.length; at += STAMP_WORDS) {
        if (words[at] !== low) continue;
        if (words[at + 1] === high || (isOne && words[at + 1] === 0))
          found = words.slice(at, at + STAMP_WORDS);
      }
    }
    return found;
  }

  #isCertainlyNone(lo: number, hi: number): boolean {
    try {
      return this.sorted?.every((stamps) => !stamps.find(lo, hi)) === true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.sorted = undefined;
      return false;
    }
  }
}
