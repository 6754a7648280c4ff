import type { RowPlace } from '../input/rows/row.ts';

/** Words of one row of facts. */
export const FACT_WORDS = 16;
/** Words that the WebAssembly screen fills, by the fact in them; a fingerprint has two. */
export const KEY = 0;
export const USER = 2;
export const OTHER = 4;
export const PARENT = 6;
const CONTENT = 8;
export const SECONDS = 9;
export const FLAGS = 10;
const LOST = 11;
export const LINE = 12;
export const START = 13;
export const NEXT = 14;
export const BEFORE = 15;

/** Bits of the word of flags. A field that is cut or ambiguous is its index and 1. */
export const TO_GROUP = 1;
export const IS_BANNED = 2;
const IS_REPLY = 4;
export const WAS_UPPER = 8;
export const HAS_CONTROL = 16;
/** The WebAssembly screen has found what a message refers to, and its sender among the members of its group. */
export const IS_KNOWN = 32;
const CUT_SHIFT = 8;
const AMBIGUOUS_SHIFT = 16;
const FIELD_MASK = 0xff;
/** The service takes times of ten digits, which need two bits more than a word has. */
const SECONDS_SHIFT = 24;
const WORD_VALUES = 2 ** 32;

/**
 * The facts that a dry run needs of a valid row, whether the screen or the row check accepted it. A view of one row of
 * words, so that no object is made per row; the WebAssembly screen writes thousands of them at once.
 */
export class Facts {
  /** The rows, and the first word of the current one. Signed, as FingerprintMap wants them. */
  words: Int32Array;
  at = 0;
  /** The index of the file of the rows. */
  file = 0;
  /** The number that is added to the lines and offsets in the rows. */
  firstLine = 0;
  firstByte = 0;
  /** The one row for what no other has written. */
  readonly #own = new Int32Array(FACT_WORDS);

  constructor() {
    this.words = this.#own;
  }

  /** Makes an empty row the current one. */
  begin({ file, line, byte }: RowPlace): void {
    this.words = this.#own.fill(0);
    this.at = 0;
    this.file = file;
    this.firstLine = line;
    this.firstByte = byte;
  }

  get line(): number {
    return this.firstLine + this.#word(LINE);
  }
  get byte(): number {
    return this.firstByte + (this.#word(START) >>> 0);
  }
  /** The offset at which the record ends, with its line end where each record has one. */
  get endByte(): number {
    return this.firstByte + (this.#word(NEXT) >>> 0);
  }
  /** The index of the first byte among those that were screened. */
  get start(): number {
    return this.#word(START) >>> 0;
  }
  get keyLo(): number {
    return this.#word(KEY);
  }
  get keyHi(): number {
    return this.#word(KEY + 1);
  }
  /** The user that a row refers to: a message's sender, a member's user, a group's owner. */
  get userLo(): number {
    return this.#word(USER);
  }
  get userHi(): number {
    return this.#word(USER + 1);
  }
  /** A message's receiver, a member's group. */
  get otherLo(): number {
    return this.#word(OTHER);
  }
  get otherHi(): number {
    return this.#word(OTHER + 1);
  }
  /** The message that this one replies to, if it is a reply. */
  get parentLo(): number {
    return this.#word(PARENT);
  }
  get parentHi(): number {
    return this.#word(PARENT + 1);
  }
  get content(): number {
    return this.#word(CONTENT);
  }
  set content(hash: number) {
    this.words[this.at + CONTENT] = hash;
  }
  /** Epoch seconds: when a message was sent, a member joined, a user or group was created; 0 if the row does not say. */
  get seconds(): number {
    return (this.#word(SECONDS) >>> 0) + (this.#word(FLAGS) >>> SECONDS_SHIFT) * WORD_VALUES;
  }
  set seconds(seconds: number) {
    this.words[this.at + SECONDS] = seconds;
    this.#set(Math.floor(seconds / WORD_VALUES) << SECONDS_SHIFT);
  }
  /** True if `other` is a group. */
  get toGroup(): boolean {
    return (this.#word(FLAGS) & TO_GROUP) !== 0;
  }
  /** True if the member is banned. */
  get isBanned(): boolean {
    return (this.#word(FLAGS) & IS_BANNED) !== 0;
  }
  get isReply(): boolean {
    return (this.#word(FLAGS) & IS_REPLY) !== 0;
  }
  /** True if an id was lower-cased. */
  get wasUpper(): boolean {
    return (this.#word(FLAGS) & WAS_UPPER) !== 0;
  }
  /** True if the screen has found what a message refers to. */
  get isKnown(): boolean {
    return (this.#word(FLAGS) & IS_KNOWN) !== 0;
  }
  get hasControl(): boolean {
    return (this.#word(FLAGS) & HAS_CONTROL) !== 0;
  }
  /** Of the first field whose time had a fraction of a second, which was cut off: its index; -1 if there is none. */
  get cutField(): number {
    return ((this.#word(FLAGS) >>> CUT_SHIFT) & FIELD_MASK) - 1;
  }
  /** The same of the first field whose time occurs twice in its zone. Only rows have one: no screen takes such a record. */
  get ambiguousField(): number {
    return ((this.#word(FLAGS) >>> AMBIGUOUS_SHIFT) & FIELD_MASK) - 1;
  }
  /** One bit per field, by its index in the entity's list: set if the field has a value that the API cannot carry. */
  get lost(): number {
    return this.#word(LOST);
  }
  set lost(bits: number) {
    this.words[this.at + LOST] = bits;
  }

  /** Sets one of the fingerprints KEY, USER, OTHER and PARENT. */
  keep(place: number, lo: number, hi: number): void {
    this.words[this.at + place] = lo;
    this.words[this.at + place + 1] = hi;
    if (place === PARENT) this.#set(IS_REPLY);
  }

  /** Sets some of TO_GROUP, IS_BANNED, WAS_UPPER and HAS_CONTROL. */
  flag(bits: number): void {
    this.#set(bits);
  }

  setCut(field: number): void {
    if (this.cutField < 0) this.#set((field + 1) << CUT_SHIFT);
  }
  setAmbiguous(field: number): void {
    if (this.ambiguousField < 0) this.#set((field + 1) << AMBIGUOUS_SHIFT);
  }

  #word(index: number): number {
    return this.words[this.at + index] as number;
  }

  #set(bits: number): void {
    this.words[this.at + FLAGS] = this.#word(FLAGS) | bits;
  }
}

/** Low half of the fingerprint of a pair of fingerprints, such as a group and a user; signed. */
export function pairLo(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return Math.imul(aLo ^ (aHi >>> 15), 2246822507) ^ Math.imul(bLo ^ (bHi >>> 13), 3266489909);
}

/** High half of the same. */
export function pairHi(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return Math.imul(aHi ^ (aLo >>> 16), 668265263) ^ Math.imul(bHi ^ (bLo >>> 14), 374761393);
}

/** True if the users of a one-to-one conversation stand in its fingerprint in the other order: it is the same one both ways. */
export const isSwapped = (userLo: number, userHi: number, otherLo: number, otherHi: number): boolean =>
  userLo > otherLo || (userLo === otherLo && userHi > otherHi);

/** Words of the tally of one column: cells with a value, bytes of the shortest and of the longest, cells by form of time. */
export const TALLY_WORDS = 16;
export const TALLY_TIMES = 3;

/** The forms of a cell's time, by the index of their count in a column's profile. */
export const TIME_FORM = {
  seconds: 0,
  milliseconds: 1,
  microseconds: 2,
  isoWithZone: 3,
  isoWithoutZone: 4,
  other: 5,
} as const;
export const TIME_FORMS = 6;

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;
const ZONE = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** The form in which a time is written, from its text alone. */
export function timeForm(text: string): number {
  const written = text.trim();
  if (/^\d{9,10}(?:\.\d+)?$/.test(written)) return TIME_FORM.seconds;
  if (/^\d{12,13}$/.test(written)) return TIME_FORM.milliseconds;
  if (/^\d{15,16}$/.test(written)) return TIME_FORM.microseconds;
  if (!ISO.test(written)) return TIME_FORM.other;
  return ZONE.test(written) ? TIME_FORM.isoWithZone : TIME_FORM.isoWithoutZone;
}

/** Words of one row of what was written. */
export const WRITTEN_WORDS = 16;
/** Places of those words. */
export const WRITTEN = {
  /** Offsets in the sink's text. */
  textAt: 0,
  jsonAt: 1,
  jsonEnd: 2,
  conversationEnd: 3,
  /** The lower half of the fingerprint of the order key. */
  order: 4,
  keyLo: 5,
  keyHi: 6,
  /** Versions of 48 bits: the lower word first. */
  contentVersion: 7,
  fixedVersion: 9,
  hasEscapes: 11,
  /** The record in the ledger. */
  logAt: 12,
  logEnd: 13,
  /** Line ends in the record and after it, and the address at which it ends, without its line end. */
  linesIn: 14,
  recordEnd: 15,
} as const;

/** The room for the next records: offsets, and bytes that are left. */
export type WriteRoom = {
  readonly rows: number;
  readonly textAt: number;
  readonly textBytes: number;
  readonly logAt: number;
  readonly logBytes: number;
  readonly recordBytes: number;
};

/** The output for some records; valid until more are written. */
export type Written = {
  readonly rows: number;
  readonly text: Uint8Array;
  readonly log: Uint8Array;
  /** The bytes of the records, and the address of the first. */
  readonly records: Uint8Array;
  readonly recordsAt: number;
  /** WRITTEN_WORDS for each row, from a word on. */
  readonly words: Uint32Array;
  readonly firstWord: number;
};

/** Takes what is written of proved records. */
export interface WriteSink {
  /** Makes room for the next records. */
  room(): WriteRoom;
  wrote(written: Written): void;
}
