import { KeyBuckets } from '../../keys/key-table.ts';
import { TALLY_WORDS } from '../facts.ts';
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

/** Keys in the memory of the screen: their address, 0 if there are none, and the number of their buckets. */
type KeyTable = { readonly at: number; readonly buckets: number };

/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeyTables = {
  readonly users: KeyTable;
  readonly groups: KeyTable;
  readonly members: KeyTable;
};

const NO_KEYS: KeyTable = { at: 0, buckets: 0 };

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
  exports.useTables(users.at, users.buckets, groups.at, groups.buckets, members.at, members.buckets);
  exports.useFormat(format);
  exports.useCsv(delimiter, columns);
  exports.useRows(columns);
  exports.useJson(names, columns, format === ARRAY);
}

/** Keys to which rows refer; of members, those of groups and users together, undefined if senders need not be members. */
type ReferenceKeys = {
  readonly users: KeyBuckets;
  readonly groups: KeyBuckets;
  /** With keys of one word. */
  readonly members?: KeyBuckets | undefined;
};

/** These keys for the screen; undefined if some have no room in its memory: then it knows none. */
export function knownTables(
  { words }: Areas,
  { users, groups, members }: ReferenceKeys,
): KnownKeyTables | undefined {
  const table = ({ at, buckets }: KeyBuckets): KeyTable => ({ at: at * 4, buckets });
  if (![users, groups, members ?? users].every((keys) => keys.words === words)) return undefined;
  return { users: table(users), groups: table(groups), members: members ? table(members) : NO_KEYS };
}

/**
 * A set in the memory of the screen, or with memory of its own if there is no room.
 * @param before the set after which it comes; undefined if it is the first, in place of those of other uses
 */
export function keysIn(
  { words, known, knownBytes }: Areas,
  most: number,
  before: KeyBuckets | undefined,
  keyWords?: 1 | 2,
): KeyBuckets {
  const at = before?.words === words ? before.end : known / 4;
  return new KeyBuckets(most, { words, at, end: (known + knownBytes) / 4 }, keyWords);
}
