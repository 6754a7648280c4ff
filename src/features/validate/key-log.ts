import { closeSync, mkdtempSync, openSync, readSync, rmSync, writevSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { RowPlace } from '../../input/rows/row.ts';
import { realFiles } from '../../system/files.ts';

/** A key or a reference to one, with its place in the sources. */
export type LoggedKey = {
  readonly file: number;
  readonly line: number;
  readonly byte: number;
  readonly content: number;
  /** Epoch seconds. */
  readonly sentAt: number;
  /** The bits passed to `add` or `refer`. */
  readonly marks: number;
};

/** Receives the findings of a key log, in no particular order. */
export interface KeyLogFindings {
  /** A key that occurred before; `first` is its first occurrence. */
  repeated(first: LoggedKey, again: LoggedKey): void;
  /** A reference, and the first occurrence of the key that it refers to; undefined if there is none. */
  referred(from: LoggedKey, to: LoggedKey | undefined): void;
  /** All rows of some keys were found, those of each key in the order of the sources; nothing more comes of these. */
  done?(): void;
}

/** Words of one entry: key (2), content, time, line, low half of byte, file and high half of byte, kind and marks. */
const WORDS = 8;
const PARTITIONS = 64;
const BLOCK_WORDS = 1_024 * WORDS;
/** Full blocks kept in memory before all of them are written to disk: 8 MB. */
const BLOCKS_MAX = 256;
const REFERENCE = 0x8000_0000;
const NO_BLOCK = new Uint32Array(0);

type Partition = {
  block: Uint32Array;
  used: number;
  full: Uint32Array[];
  /** The part on disk, in the order in which it was added. */
  readonly spilled: { readonly at: number; readonly bytes: number }[];
};

/**
 * Every key of an entity, in bounded memory. Entries are partitioned by fingerprint; beyond 8 MB, all are written to a
 * temporary file, partition by partition. `resolve` then reads one partition after the other. Keys must be added in the order of the sources.
 */
export class KeyLog {
  readonly #partitions: Partition[] = Array.from({ length: PARTITIONS }, () => ({
    block: NO_BLOCK,
    used: 0,
    full: [],
    spilled: [],
  }));
  /** Blocks already written to disk. They are reused, because the garbage collector does not free them at once. */
  readonly #free: Uint32Array[] = [];
  #blocks = 0;
  #folder: string | undefined;
  #file: number | undefined;
  #fileBytes = 0;
  size = 0;

  /**
   * Adds a key. `marks` are up to 31 bits that come back with it.
   * @throws RunError `STATE.UNWRITABLE` if the temporary files cannot be written
   */
  add(lo: number, hi: number, content: number, sentAt: number, place: RowPlace, marks: number): void {
    this.#append(lo, hi, content, sentAt, place, marks);
    this.size++;
  }

  /** Adds a reference to a key, which may come earlier or later. */
  refer(lo: number, hi: number, sentAt: number, place: RowPlace, marks: number): void {
    this.#append(lo, hi, 0, sentAt, place, (marks | REFERENCE) >>> 0);
  }

  #append(lo: number, hi: number, content: number, sentAt: number, place: RowPlace, tail: number): void {
    const partition = this.#partitions[hi >>> 26] as Partition;
    if (partition.used === partition.block.length) this.#nextBlock(partition);
    const { block, used } = partition;
    const { byte } = place;
    block[used] = lo;
    block[used + 1] = hi;
    block[used + 2] = content;
    block[used + 3] = sentAt;
    block[used + 4] = place.line;
    block[used + 5] = byte >>> 0;
    block[used + 6] = ((place.file & 0xffff) << 16) | (Math.floor(byte / 0x1_0000_0000) & 0xffff);
    block[used + 7] = tail;
    partition.used = used + WORDS;
  }

  #nextBlock(partition: Partition): void {
    if (partition.used > 0) {
      partition.full.push(partition.block);
      partition.used = 0;
      // Before the next block is taken: writing to disk frees blocks for reuse.
      if (++this.#blocks >= BLOCKS_MAX) this.#spill();
    }
    partition.block = this.#free.pop() ?? new Uint32Array(BLOCK_WORDS);
  }

  #spill(): void {
    try {
      this.#folder ??= mkdtempSync(join(tmpdir(), `chatferry-keys-${process.pid}-`));
      this.#file ??= openSync(join(this.#folder, 'keys'), 'wx+', 0o600);
      const blocks = this.#partitions.flatMap(({ full }) => full);
      // At once: a call for each block takes longer than to write it.
      writeAll(this.#file, blocks, this.#fileBytes);
      for (const partition of this.#partitions) {
        const bytes = partition.full.length * BLOCK_WORDS * 4;
        if (bytes > 0) partition.spilled.push({ at: this.#fileBytes, bytes });
        this.#fileBytes += bytes;
        partition.full = [];
      }
      this.#free.push(...blocks);
    } catch (cause) {
      const failure = diskFailure(cause, tmpdir(), { access: 'write', files: realFiles });
      if (failure) throw failure;
      const message = `cannot write temporary files in ${tmpdir()}: ${(cause as Error).message}`;
      throw new RunError('STATE.UNWRITABLE', message, { cause });
    }
    this.#blocks = 0;
  }

  /** Finds keys that occur more than once, and the key of each reference; partition by partition. */
  resolve(findings: KeyLogFindings): void {
    const most = Math.max(...this.#partitions.map(wordsOf));
    this.#free.length = 0;
    const entries = new Uint32Array(most);
    const slots = new Uint32Array(slotsFor(most));
    for (const partition of this.#partitions) {
      const words = readEntries(partition, this.#file ?? -1, entries);
      partition.full = [];
      if (words > 0) resolvePartition(entries.subarray(0, words), slots, findings);
      findings.done?.();
    }
  }

  /** Removes the temporary files. */
  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Writes blocks one after the other; the system may take fewer bytes than it is given. */
function writeAll(file: number, blocks: readonly Uint32Array[], at: number): void {
  const left = blocks.map((block) => new Uint8Array(block.buffer, block.byteOffset, block.byteLength));
  for (let position = at; left.length > 0; ) {
    let written = writevSync(file, left, position);
    position += written;
    for (let [next] = left; next && written >= next.length; [next] = left) {
      written -= next.length;
      left.shift();
    }
    if (left[0]) left[0] = left[0].subarray(written);
  }
}

const wordsOf = ({ spilled, full, used }: Partition): number =>
  spilled.reduce((sum, { bytes }) => sum + bytes / 4, 0) + full.length * BLOCK_WORDS + used;

/** Slots of the hash table: a power of two, at least two per entry. */
const slotsFor = (words: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, (words / WORDS) * 2)));

/** Copies the entries of a partition to `entries`, in the order in which they were added; returns the words copied. */
function readEntries(partition: Partition, file: number, entries: Uint32Array): number {
  const { spilled, full, block, used } = partition;
  const target = Buffer.from(entries.buffer);
  let filled = 0;
  for (const { at, bytes } of spilled) {
    for (let read = 0; read < bytes; ) read += readSync(file, target, filled + read, bytes - read, at + read);
    filled += bytes;
  }
  let at = filled / 4;
  for (const each of full) {
    entries.set(each, at);
    at += BLOCK_WORDS;
  }
  entries.set(block.subarray(0, used), at);
  return at + used;
}

/** @param slots at least two per entry; its contents are overwritten */
function resolvePartition(entries: Uint32Array, slots: Uint32Array, findings: KeyLogFindings): void {
  const mask = slotsFor(entries.length) - 1;
  // Each slot has the number of an entry, from 1; 0 is a free slot.
  slots.fill(0, 0, mask + 1);
  const slotOf = (at: number): number => {
    let slot = (entries[at] as number) & mask;
    for (;;) {
      const entry = slots[slot] as number;
      if (entry === 0) return slot;
      const other = (entry - 1) * WORDS;
      if (entries[other] === entries[at] && entries[other + 1] === entries[at + 1]) return slot;
      slot = (slot + 1) & mask;
    }
  };
  let references = 0;
  for (let at = 0; at < entries.length; at += WORDS) {
    if ((entries[at + 7] as number) >= REFERENCE) {
      references++;
      continue;
    }
    const slot = slotOf(at);
    const entry = slots[slot] as number;
    if (entry === 0) slots[slot] = at / WORDS + 1;
    else findings.repeated(keyAt(entries, (entry - 1) * WORDS), keyAt(entries, at));
  }
  for (let at = 0; references > 0 && at < entries.length; at += WORDS) {
    if ((entries[at + 7] as number) < REFERENCE) continue;
    references--;
    const entry = slots[slotOf(at)] as number;
    findings.referred(keyAt(entries, at), entry === 0 ? undefined : keyAt(entries, (entry - 1) * WORDS));
  }
}

function keyAt(entries: Uint32Array, at: number): LoggedKey {
  const word = (index: number): number => entries[at + index] as number;
  return {
    content: word(2),
    sentAt: word(3),
    line: word(4),
    byte: word(5) + (word(6) & 0xffff) * 0x1_0000_0000,
    file: word(6) >>> 16,
    marks: word(7) & ~REFERENCE,
  };
}
