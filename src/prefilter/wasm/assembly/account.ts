// Accounts for ordinary messages, in the tables of features/validate: months.ts, conversations/conversation-table.ts (a map of
// keys/fingerprint-map.ts) and key-log.ts. Whatever it leaves, it has not touched.
import {
  BEFORE,
  CONTENT,
  FLAGS,
  IS_KNOWN,
  KEY,
  LINE,
  LOST,
  NEXT,
  OTHER,
  ROW_BYTES,
  SECONDS,
  START,
  TO_GROUP,
  USER,
} from './facts.ts';
import { pairOf } from './tables.ts';

const DAY_SECONDS: u32 = 86_400;
const DAYS: usize = 115_741;
/** Places in the head of the conversations: how many there are, and by table how many, and its capacity less one. */
const SIZES: usize = 4;
const MASKS: usize = 260;
const ENTRY_BYTES: usize = 20;
/** Entries of a table that has grown as far as it can. */
const TABLE_CAPACITY: u32 = 53_248;
const TABLE_BYTES: usize = <usize>TABLE_CAPACITY * ENTRY_BYTES;
const CONVERSATIONS_MAX: u32 = 3_000_000;
/** When the name of a conversation is kept, as BiggestConversations says. */
const FEW: u32 = 1_024;
const NAMED_FROM: u32 = 16;
const IS_NAMED: u32 = 0x8000_0000;
/** Places in the head of the log of keys: blocks in use, and by partition the next entry, and its last block. */
const CURSORS: usize = 4;
const LAST: usize = 1_028;
const BLOCKS_BEFORE: usize = 2_052;
const BLOCK_WORDS: u32 = 1_024;

let earliest: u32 = 0;
let latest: u32 = 0;
let tooOldBefore: u32 = 0;
let days: usize = 0;
let heads: usize = 0;
let tables: usize = 0;
let keys: usize = 0;
let keyBlocks: u32 = 0;
/** The word of the first block. */
let firstBlock: u32 = 0;

export function useAccountRooms(toDays: usize, toHeads: usize, toTables: usize, toKeys: usize, toBlocks: u32): void {
  days = toDays;
  heads = toHeads;
  tables = toTables;
  keys = toKeys;
  keyBlocks = toBlocks;
  firstBlock = (<u32>toKeys >> 2) + (((<u32>BLOCKS_BEFORE >> 2) + toBlocks + 15) & ~15);
}

export function useAccount(from: u32, until: u32, before: u32): void {
  earliest = from;
  latest = until;
  tooOldBefore = before;
}

/**
 * Accounts for rows of facts.
 * @param first the first of those that follow one another from what was accounted for before
 * @param from where to begin
 * @param firstLine what is added to the lines and addresses in rows
 * @returns the first row that is not ordinary, or does not follow the one before it
 */
export function account(
  first: usize,
  from: usize,
  last: usize,
  firstLine: u32,
  firstByte: f64,
  file: u32,
  hasGroupMessages: bool,
): usize {
  const toByte = <i64>firstByte;
  let row = from;
  for (; row < last; row += ROW_BYTES) {
    if (row > first && load<u32>(row - ROW_BYTES, NEXT) != beginOf(row)) break;
    const flags = load<u32>(row, FLAGS);
    const sentAt = load<u32>(row, SECONDS);
    if ((flags & ~TO_GROUP) != IS_KNOWN || load<u32>(row, LOST) != 0) break;
    if (sentAt < earliest || sentAt > latest) break;
    const toGroup = (flags & TO_GROUP) != 0;
    if (toGroup && !hasGroupMessages) break;
    const key = load<u64>(row, KEY);
    const cursor = keys + CURSORS + (<usize>(key >> 56) << 2);
    const isFull = ((load<u32>(cursor) - firstBlock) & (BLOCK_WORDS - 1)) == 0;
    if (isFull && load<u32>(keys) == keyBlocks) break;
    if (!joins(toGroup ? load<u64>(row, OTHER) : conversationOf(load<u64>(row, USER), load<u64>(row, OTHER)), sentAt))
      break;
    countDay(sentAt);
    if (isFull) takeBlock(cursor);
    const word = load<u32>(cursor);
    const entry = <usize>word << 2;
    const byte = toByte + <i64>load<u32>(row, START);
    store<u64>(entry, key);
    store<u32>(entry, load<u32>(row, CONTENT), 8);
    store<u32>(entry, sentAt, 12);
    store<u32>(entry, firstLine + load<u32>(row, LINE), 16);
    store<u32>(entry, <u32>byte, 20);
    store<u32>(entry, (file << 16) | (<u32>(byte >> 32) & 0xffff), 24);
    store<u32>(entry, 0, 28);
    store<u32>(cursor, word + 8);
  }
  return row;
}

/** The place from which on a row follows without another record between. */
@inline
function beginOf(row: usize): u32 {
  return load<u32>(row, START) - (load<u32>(row, BEFORE) >>> 16);
}

/** The conversation of two users: the same one whichever of them sends. */
@inline
function conversationOf(a: u64, b: u64): u64 {
  const isSwapped = <i32>a > <i32>b || (<u32>a == <u32>b && <i32>(a >> 32) > <i32>(b >> 32));
  return pairOf(isSwapped ? b : a, isSwapped ? a : b);
}

@inline
function needsName(messages: u32, conversations: u32): bool {
  if (messages == 1) return conversations <= FEW;
  return messages >= NAMED_FROM && (messages & (messages - 1)) == 0;
}

/** Adds a message to its conversation; false if it is not later than all before it, a name is wanted, or a table has to grow. */
@inline
function joins(conversation: u64, sentAt: u32): bool {
  if (conversation == 0) return false;
  const table = <usize>(conversation >> 58);
  const mask = load<u32>(heads + MASKS + (table << 2));
  let slot = (((<u32>conversation) >>> 16) * (mask + 1)) >>> 16;
  let at = tables + table * TABLE_BYTES + <usize>slot * ENTRY_BYTES;
  let known = load<u64>(at);
  while (known != conversation && known != 0) {
    slot = slot == mask ? 0 : slot + 1;
    at = tables + table * TABLE_BYTES + <usize>slot * ENTRY_BYTES;
    known = load<u64>(at);
  }
  if (known == 0) return begins(conversation, sentAt, at, heads + SIZES + (table << 2), mask);
  const counted = load<u32>(at, 16) + 1;
  if (sentAt <= load<u32>(at, 12) || (counted < IS_NAMED && needsName(counted, 0))) return false;
  store<u32>(at, sentAt, 12);
  store<u32>(at, counted, 16);
  return true;
}

function begins(conversation: u64, sentAt: u32, at: usize, size: usize, mask: u32): bool {
  const inTable = load<u32>(size) + 1;
  const all = load<u32>(heads);
  // Messages of further conversations are not compared.
  if (all >= CONVERSATIONS_MAX) return true;
  const isFull = inTable * 100 > (mask + 1) * (mask + 1 == TABLE_CAPACITY ? 97 : 75);
  if (isFull || needsName(1, all + 1)) return false;
  store<u64>(at, conversation);
  store<u32>(at, sentAt, 8);
  store<u32>(at, sentAt, 12);
  store<u32>(at, 1, 16);
  store<u32>(size, inTable);
  store<u32>(heads, all + 1);
  return true;
}

@inline
function countDay(sentAt: u32): void {
  const isOld = sentAt < tooOldBefore;
  const day = days + 4 + ((<usize>(sentAt / DAY_SECONDS) + (isOld ? DAYS : 0)) << 2);
  store<u32>(day, load<u32>(day) + 1);
  if (!isOld) return;
  const oldest = load<u32>(days);
  if (oldest == 0 || sentAt < oldest) store<u32>(days, sentAt);
}

/** Gives the partition of a cursor a block. */
function takeBlock(cursor: usize): void {
  const block = load<u32>(keys);
  const lastBlock = cursor + (LAST - CURSORS);
  store<u32>(keys, block + 1);
  store<u32>(keys + BLOCKS_BEFORE + (<usize>block << 2), load<u32>(lastBlock));
  store<u32>(lastBlock, block + 1);
  store<u32>(cursor, firstBlock + block * BLOCK_WORDS);
}
