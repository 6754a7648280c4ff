import { type Keys, TALLY_WORDS } from '../facts.ts';
import type { Areas, BlockArea } from './areas.ts';
import type { CompiledScreen, ScreenExports, SharedMemory } from './engine.ts';
import type { WrittenPlan } from './plan.ts';

/** The data that a thread is started with. */
export type ThreadStart = {
  readonly compiled: CompiledScreen;
  readonly memory: SharedMemory;
  readonly masks: number;
  readonly urlSafe: number;
  readonly idClass: number;
  readonly scratch: number;
  readonly cells: number;
};

/** A file whose blocks are screened ahead. */
export type Job = {
  readonly path: string;
  /** Offset of the first record, and of the end. */
  readonly from: number;
  readonly bytes: number;
  readonly blockBytes: number;
  readonly calls: ScreenCalls;
  readonly areas: readonly BlockArea[];
  /** Shared: see the places below. */
  readonly control: Int32Array;
};

/** Places in the control of a job: the next block that nobody has, blocks whose areas are free, threads at work, the end. */
export const CLAIMED = 0;
export const DONE = 1;
export const BUSY = 2;
export const STOPPED = 3;
/** From here on, for each area: the number of the block that is ready in it and 1, its rows, and from where on it is UTF-8. */
export const READY = 16;
export const READY_WORDS = 4;
export const ROWS = 1;
export const TEXT_FROM = 2;

/** A table of keys in the memory of the screen: its address, 0 if there is none, and its number of buckets less one. */
type KeyTable = { readonly at: number; readonly mask: number };

/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeyTables = {
  readonly users: KeyTable;
  readonly groups: KeyTable;
  readonly members: KeyTable;
};

const NO_KEYS: KeyTable = { at: 0, mask: 0 };

/** The way in which the records of a file are screened: the arguments of the calls of ScreenExports. */
export type ScreenCalls = {
  readonly plan: WrittenPlan;
  readonly columns: number;
  readonly format: number;
  readonly delimiter: number;
  readonly names: number;
  /** Keys to which the records may refer. */
  readonly known: KnownKeyTables | undefined;
};

const ARRAY = 2;
const LF = 0x0a;
const CLOSE = 0x7d;

/** The byte after which a record may be whole. */
export const lastByteOf = ({ format }: ScreenCalls): number => (format === ARRAY ? CLOSE : LF);

/** The tally of columns at an address, without any record. */
export function tallyAt(words: Uint32Array, at: number, columns: number): Uint32Array {
  const tally = words.subarray(at / 4, at / 4 + columns * TALLY_WORDS).fill(0);
  // The shortest cell so far.
  for (let column = 0; column < columns; column++) tally[column * TALLY_WORDS + 1] = 0xffff_ffff;
  return tally;
}

/** Prepares an instance for the records of a file. */
export function useCalls(
  exports: ScreenExports,
  { plan: { checks, count, lost, writer }, columns, format, delimiter, names, known }: ScreenCalls,
  tally: number,
): void {
  exports.usePlan(checks, count, lost, tally, columns);
  exports.useWriter(writer, checks);
  // Without keys, it knows none.
  const { users, groups, members } = known ?? { users: NO_KEYS, groups: NO_KEYS, members: NO_KEYS };
  exports.useTables(users.at, users.mask, groups.at, groups.mask, members.at, members.mask);
  exports.useFormat(format);
  exports.useCsv(delimiter, columns);
  exports.useRows(columns);
  exports.useJson(names, columns, format === ARRAY);
}

const KEYS_LOAD_MAX = 0.8;
const KEY_BYTES = 8;
/** Keys whose places are compared at once: as many as fit into a line of a cache. */
const BUCKET_KEYS = 8;

/** Keys to which rows refer. Of members, the fingerprints are those of groups and users together; undefined if senders need not be members. */
export type ReferenceKeys = {
  readonly users: Keys;
  readonly groups: Keys;
  readonly members: Keys | undefined;
};

/**
 * Writes keys into the memory of the screen.
 * @returns undefined if there is no room for them: then the screen knows none
 */
export function writeKnownKeys(
  areas: Areas,
  { users, groups, members }: ReferenceKeys,
): KnownKeyTables | undefined {
  let at = areas.known;
  const write = (keys: Keys): KeyTable => {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, keys.size / KEYS_LOAD_MAX / BUCKET_KEYS)));
    const table = { at, mask: buckets - 1 };
    at += buckets * BUCKET_KEYS * KEY_BYTES;
    if (at <= areas.known + areas.knownBytes) writeTable(areas.words, table, keys);
    return table;
  };
  const known = { users: write(users), groups: write(groups), members: members ? write(members) : NO_KEYS };
  return at <= areas.known + areas.knownBytes ? known : undefined;
}

function writeTable(words: Uint32Array, { at, mask }: KeyTable, keys: Keys): void {
  const first = at / 4;
  const last = first + (mask + 1) * BUCKET_KEYS * 2;
  words.fill(0, first, last);
  for (const table of keys.tables)
    for (let entry = 0; entry < table.length; entry += keys.words) {
      const lo = table[entry] as number;
      const hi = table[entry + 1] as number;
      if ((lo | hi) === 0 || !keys.counts(table, entry)) continue;
      // After the last entry of a full bucket comes the first of the next one.
      let slot = first + (lo & mask) * BUCKET_KEYS * 2;
      while (((words[slot] as number) | (words[slot + 1] as number)) !== 0) {
        slot += 2;
        if (slot === last) slot = first;
      }
      words[slot] = lo;
      words[slot + 1] = hi;
    }
}
