import { Buffer } from 'node:buffer';
import { FACT_WORDS } from '../facts.ts';
import { type SharedMemory, sharedMemory } from './engine.ts';
import { ZONES_BYTES, ZoneTables } from './texts.ts';

/** Classes of the bytes of an id, as bits; the classes of an id's bytes are combined with OR. */
const ID_DIGIT = 1;
const ID_OTHER = 2;
/** `e` has its own class: a spreadsheet writes a long number as digits and an `e`. */
const ID_E = 4;
const ID_UPPER = 8;
const ID_INVALID = 16;
export const idClass = new Uint8Array(256).fill(ID_INVALID);

/** 1 for bytes that need no escape in the path and query of a URL. */
const urlSafe = new Uint8Array(256);

const mark = (table: Uint8Array, chars: string, value: number): void => {
  for (const char of chars) table[char.charCodeAt(0)] = value;
};
const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

mark(idClass, `${LOWER}_-`, ID_OTHER);
mark(idClass, LOWER.toUpperCase(), ID_OTHER | ID_UPPER);
mark(idClass, DIGITS, ID_DIGIT);
mark(idClass, 'e', ID_E);
mark(idClass, 'E', ID_E | ID_UPPER);

mark(urlSafe, `${LOWER}${LOWER.toUpperCase()}${DIGITS}-._~:/?#@!$&'()*+,;=%`, 1);

/** Columns and members of a record; of a file with more, each record is checked as a row. */
export const COLUMNS_MAX = 640;
/** Rows of facts that one call writes. */
export const ROWS_MAX = 4_096;
/** Rows that are written at once, bytes of each, and bytes for their texts and for their records in the ledger. */
export const WRITTEN_ROWS_MAX = 1_024;
const WRITTEN_ROW_BYTES = 64;
const WRITTEN_TEXT_BYTES = 512 << 10;
const WRITTEN_LOG_BYTES = 192 << 10;
/** Two rows of the greatest length and some pieces of a file. */
const ROOM_BYTES = 4 << 20;
const SCRATCH_BYTES = (1 << 20) + 64;
const PLAN_BYTES = 128 << 10;
const ROW_BYTES = FACT_WORDS * 4;
/** Reads of 16 bytes go beyond the end of what they are for. */
const SLACK = 64;
/** For ten million users, groups and memberships. */
const KNOWN_BYTES = 96 << 20;

/** For the account of messages (assembly/account.ts): days, the head of the conversations, 64 tables of them, and the log of keys. */
const DAYS_WORDS = 1 + 2 * 115_741;
const HEAD_WORDS = 129;
/** Room for 64 times 47,000 conversations and some more. */
const TABLE_WORDS = 53_248 * 5;
/** Blocks of 128 keys of 32 bytes: 40 MB. If there are more keys, all of them are written to disk. */
const KEY_BLOCKS = 10_240;
const KEY_LOG_WORDS = 513 + 15 + KEY_BLOCKS + KEY_BLOCKS * 1_024;

/** Bytes of a block that another thread screens; of one that the main thread reads alone: it waits for each of them. */
const SHARED_BLOCK_BYTES = 256 << 10;
const OWN_BLOCK_BYTES = 512 << 10;
/** Rows of facts of a block that another thread screens, at most. */
export const BLOCK_ROWS_MAX = 8_192;
/** Blocks that are screened and not read yet, for each thread; one of them is kept for its rest. */
const BLOCKS_AHEAD = 6;
/** The one that is being read by the parser, the one before it and the one after it. */
const OWN_BLOCKS = 3;
/** Before each block, for the rest of the one before it. */
export const FREE_BYTES = 64 << 10;

/** The memory of one thread alone, as addresses. */
export type ThreadArea = {
  readonly plan: { readonly at: number; readonly bytes: number };
  readonly names: number;
  readonly scratch: number;
  readonly cells: number;
};

/** The places of a block, of its rows of facts, and of the counts of its columns. */
export type BlockArea = { readonly bytes: number; readonly rows: number; readonly tally: number };

/** The parts of the memory of a screen. */
export type Areas = {
  readonly memory: SharedMemory;
  readonly bytes: Buffer;
  readonly words: Uint32Array;
  /** The same as signed numbers. */
  readonly facts: Int32Array;
  readonly masks: number;
  readonly urlSafe: number;
  readonly idClass: number;
  readonly zones: ZoneTables;
  readonly main: ThreadArea;
  /** For blocks that the main thread screens ahead. */
  readonly mainAhead: ThreadArea;
  readonly tally: number;
  readonly rows: number;
  /** For keys to which records refer. */
  readonly known: number;
  readonly knownBytes: number;
  /** For the account of messages, by the main thread only. */
  readonly account: {
    readonly days: { readonly at: number; readonly words: number };
    readonly heads: { readonly at: number; readonly words: number };
    readonly tables: number;
    readonly tableWords: number;
    readonly keys: { readonly at: number; readonly words: number; readonly blocks: number };
  };
  readonly room: number;
  readonly roomBytes: number;
  /** The place where rows are written, by one thread only. */
  readonly written: number;
  readonly writtenText: number;
  readonly writtenTextBytes: number;
  readonly writtenLog: number;
  /** Of the other threads. */
  readonly others: readonly ThreadArea[];
  readonly blocks: readonly BlockArea[];
  readonly blockBytes: number;
};

/**
 * Memory for some threads; undefined if there is not as much. Its pages cost nothing until they are used.
 * @param others threads besides the main one
 * @param ownBlockBytes how much is read at once where there are none
 */
export function makeAreas(others: number, ownBlockBytes = OWN_BLOCK_BYTES): Areas | undefined {
  let end = 64;
  const take = (bytes: number): number => {
    const at = end;
    end = (end + bytes + SLACK + 63) & ~63;
    return at;
  };
  const takeThread = (): ThreadArea => ({
    plan: { at: take(PLAN_BYTES), bytes: PLAN_BYTES },
    names: take(COLUMNS_MAX * 64),
    scratch: take(SCRATCH_BYTES),
    cells: take(COLUMNS_MAX * 16),
  });
  const blockBytes = others === 0 ? ownBlockBytes : SHARED_BLOCK_BYTES;
  const places = {
    masks: take(32),
    urlSafe: take(256),
    idClass: take(256),
    zones: take(ZONES_BYTES),
    main: takeThread(),
    mainAhead: takeThread(),
    tally: take(COLUMNS_MAX * 64),
    rows: take(ROWS_MAX * ROW_BYTES),
    known: take(KNOWN_BYTES),
    knownBytes: KNOWN_BYTES,
    account: {
      days: { at: take(DAYS_WORDS * 4), words: DAYS_WORDS },
      heads: { at: take(HEAD_WORDS * 4), words: HEAD_WORDS },
      tables: take(64 * TABLE_WORDS * 4),
      tableWords: TABLE_WORDS,
      keys: { at: take(KEY_LOG_WORDS * 4), words: KEY_LOG_WORDS, blocks: KEY_BLOCKS },
    },
    room: take(ROOM_BYTES),
    roomBytes: ROOM_BYTES,
    written: take(WRITTEN_ROWS_MAX * WRITTEN_ROW_BYTES),
    writtenText: take(WRITTEN_TEXT_BYTES),
    writtenTextBytes: WRITTEN_TEXT_BYTES,
    writtenLog: take(WRITTEN_LOG_BYTES),
    others: Array.from({ length: others }, takeThread),
    blockBytes,
    blocks: Array.from({ length: others === 0 ? OWN_BLOCKS : BLOCKS_AHEAD * others }, () => ({
      bytes: take(FREE_BYTES + blockBytes) + FREE_BYTES,
      rows: take(BLOCK_ROWS_MAX * ROW_BYTES),
      tally: take(COLUMNS_MAX * 64),
    })),
  };
  const memory = sharedMemory(end);
  if (!memory) return undefined;
  const bytes = Buffer.from(memory.buffer);
  bytes.fill(0xff, places.masks, places.masks + 16);
  bytes.set(urlSafe, places.urlSafe);
  bytes.set(idClass, places.idClass);
  return {
    ...places,
    zones: new ZoneTables(bytes, places.zones),
    memory,
    bytes,
    words: new Uint32Array(memory.buffer),
    facts: new Int32Array(memory.buffer),
  };
}
