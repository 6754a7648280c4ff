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
  /** The first occurrence of each key. */
  first?(lo: number, hi: number, marks: number): void;
  /** All rows of some keys were found, those of each key in the order of the sources; nothing more comes of these. */
  done?(): void;
}

/** Words of one entry: key (2), content, time, line, low half of byte, file and high half of byte, kind and marks. */
const WORDS = 8;
const PARTITIONS = 256;
/** Bits of a fingerprint below those that choose its partition, in its upper half. */
const PARTITION_SHIFT = 24;
const BLOCK_WORDS = 128 * WORDS;
const REFERENCE = 0x8000_0000;
/** Blocks that are kept in memory before all of them are written to disk, if a log has no room: 8 MB. */
const OWN_BLOCKS = 2_048;
/**
 * Words before the blocks: the number of blocks in use; for each partition, the word of its next entry and its last block
 * and 1; for each block, the block of its partition before it and 1.
 */
const CURSORS = 1;
const LAST = CURSORS + PARTITIONS;
const BEFORE = LAST + PARTITIONS;
/** In whole lines of a cache. */
const headOf = (blocks: number): number => (BEFORE + blocks + 15) & ~15;

/** Memory that others fill too; it ends with that of the log. */
export type KeyLogRoom = {
  readonly words: Uint32Array;
  /** Place of the first word. */
  readonly at: number;
  readonly blocks: number;
};
const ownRoom = (): KeyLogRoom => ({
  words: new Uint32Array(headOf(OWN_BLOCKS) + OWN_BLOCKS * BLOCK_WORDS),
  at: 0,
  blocks: OWN_BLOCKS,
});

/**
 * Every key of an entity, in bounded memory. Entries are partitioned by fingerprint; if there are too many, all are written
 * to a temporary file, partition by partition. `resolve` then reads one partition after the other. Keys must be added in the order of the sources.
 */
export class KeyLog {
  #room: KeyLogRoom | undefined;
  /** Place of the first block. */
  #first = 0;
  /** For each time that all were written to disk: where those of each partition begin in the file, and where the last end. */
  readonly #spills: Float64Array[] = [];
  #folder: string | undefined;
  #file: number | undefined;
  size = 0;

  /** @param room of which this log is the only user */
  constructor(room?: KeyLogRoom) {
    if (room) this.#use(room);
  }

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
    const { words, at } = this.#room ?? this.#use(ownRoom());
    const cursor = at + CURSORS + (hi >>> PARTITION_SHIFT);
    let entry = words[cursor] as number;
    if ((entry - this.#first) % BLOCK_WORDS === 0) entry = this.#nextBlock(hi >>> PARTITION_SHIFT);
    const { byte } = place;
    words[entry] = lo;
    words[entry + 1] = hi;
    words[entry + 2] = content;
    words[entry + 3] = sentAt;
    words[entry + 4] = place.line;
    words[entry + 5] = byte >>> 0;
    words[entry + 6] = ((place.file & 0xffff) << 16) | (Math.floor(byte / 0x1_0000_0000) & 0xffff);
    words[entry + 7] = tail;
    words[cursor] = entry + WORDS;
  }

  #use(room: KeyLogRoom): KeyLogRoom {
    this.#room = room;
    this.#first = room.at + headOf(room.blocks);
    this.#clear(room);
    return room;
  }

  /** Forgets all entries in memory. */
  #clear({ words, at }: KeyLogRoom): void {
    words[at] = 0;
    words.fill(this.#first, at + CURSORS, at + LAST);
    words.fill(0, at + LAST, at + BEFORE);
  }

  /** Gives a partition a block; returns its first word. */
  #nextBlock(partition: number): number {
    const { words, at, blocks } = this.#room as KeyLogRoom;
    if (words[at] === blocks) this.#spill();
    const block = words[at] as number;
    words[at] = block + 1;
    words[at + BEFORE + block] = words[at + LAST + partition] as number;
    words[at + LAST + partition] = block + 1;
    return this.#first + block * BLOCK_WORDS;
  }

  /** The entries of a partition in memory, in order. */
  #blocksOf(partition: number): Uint32Array[] {
    if (!this.#room) return [];
    const { words, at } = this.#room;
    const found: Uint32Array[] = [];
    let end = words[at + CURSORS + partition] as number;
    for (let last = words[at + LAST + partition] as number; last > 0; ) {
      const first = this.#first + (last - 1) * BLOCK_WORDS;
      found.push(words.subarray(first, end));
      last = words[at + BEFORE + last - 1] as number;
      end = this.#first + last * BLOCK_WORDS;
    }
    return found.reverse();
  }

  #spill(): void {
    try {
      this.#folder ??= mkdtempSync(join(tmpdir(), `chatferry-keys-${process.pid}-`));
      this.#file ??= openSync(join(this.#folder, 'keys'), 'wx+', 0o600);
      const places = new Float64Array(PARTITIONS + 1).fill(this.#spills.at(-1)?.[PARTITIONS] ?? 0);
      const all = Array.from({ length: PARTITIONS }, (_, partition) => {
        const blocks = this.#blocksOf(partition);
        places[partition + 1] = (places[partition] as number) + bytesIn(blocks);
        return blocks;
      }).flat();
      // At once: a call for each block takes longer than to write it.
      writeAll(this.#file, all, places[0] as number);
      this.#spills.push(places);
      this.#clear(this.#room as KeyLogRoom);
    } catch (cause) {
      const failure = diskFailure(cause, tmpdir(), { access: 'write', files: realFiles });
      if (failure) throw failure;
      const message = `cannot write temporary files in ${tmpdir()}: ${(cause as Error).message}`;
      throw new RunError('STATE.UNWRITABLE', message, { cause });
    }
  }

  /** Finds keys that occur more than once, and the key of each reference; partition by partition. */
  resolve(findings: KeyLogFindings): void {
    // Then the memory of what waits is free.
    if (this.#spills.length > 0) this.#spill();
    const sizes = Array.from({ length: PARTITIONS }, (_, partition) =>
      this.#spills.reduce(
        (sum, places) => sum + bytesOf(places, partition),
        bytesIn(this.#blocksOf(partition)),
      ),
    );
    const most = Math.max(...sizes) / 4;
    const room = this.#roomFor(most + slotsFor(most));
    const [entries, slots] = [room.subarray(0, most), room.subarray(most)];
    for (const [partition, bytes] of sizes.entries()) {
      if (bytes === 0) continue;
      this.#read(partition, entries);
      resolvePartition(entries.subarray(0, bytes / 4), slots, findings);
      findings.done?.();
    }
  }

  /** The memory of the blocks, if they are on disk and it is enough. */
  #roomFor(words: number): Uint32Array {
    const own = this.#spills.length > 0 ? this.#room?.words.subarray(this.#first) : undefined;
    return own && own.length >= words ? own : new Uint32Array(words);
  }

  /** Copies the entries of a partition to `entries`, in the order in which they were added. */
  #read(partition: number, entries: Uint32Array): void {
    const target = Buffer.from(entries.buffer, entries.byteOffset);
    let filled = 0;
    for (const places of this.#spills) {
      const at = places[partition] as number;
      const bytes = bytesOf(places, partition);
      for (let read = 0; read < bytes; )
        read += readSync(this.#file as number, target, filled + read, bytes - read, at + read);
      filled += bytes;
    }
    for (const block of this.#blocksOf(partition)) {
      entries.set(block, filled / 4);
      filled += block.byteLength;
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

const bytesIn = (blocks: readonly Uint32Array[]): number =>
  blocks.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Bytes of a partition among those that were written at once. */
const bytesOf = (places: Float64Array, partition: number): number =>
  (places[partition + 1] as number) - (places[partition] as number);

/** Slots of the hash table: a power of two, at least two per entry. */
const slotsFor = (words: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, (words / WORDS) * 2)));

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
    if (entry === 0) {
      slots[slot] = at / WORDS + 1;
      findings.first?.(entries[at] as number, entries[at + 1] as number, entries[at + 7] as number);
    } else findings.repeated(keyAt(entries, (entry - 1) * WORDS), keyAt(entries, at));
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
