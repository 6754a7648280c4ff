/** The texts of messages on their way through the sorter: a line for each row that they become, after the mark of its table. */
export const TABLE = { messages: 0x6d, reactions: 0x72, pins: 0x70, files: 0x66 } as const;
export const tableMark = (table: keyof typeof TABLE): string => String.fromCharCode(TABLE[table]);

const FAULT = 0x21;

/** Marks a row that only says which message was deleted at the source. */
const DELETED = 0x64;
export const DELETED_MARK = String.fromCharCode(DELETED);

/** True if a line, by its first two characters, is a message that lands: not one that is rejected. */
export const isMessageLine = (mark: number | undefined, next: number | undefined): boolean =>
  mark === TABLE.messages && next !== FAULT;

/** The table of a row by the mark of its line. */
export const tableOf = (mark: number | undefined): keyof typeof TABLE =>
  mark === TABLE.messages || mark === DELETED
    ? 'messages'
    : mark === TABLE.reactions
      ? 'reactions'
      : mark === TABLE.pins
        ? 'pins'
        : 'files';

/** The words of a record. */
export const WORD = {
  kind: 0,
  file: 1,
  line: 2,
  /** Two words: a 64-bit number, as the time and the version. */
  byte: 3,
  row: 5,
  shape: 6,
  time: 7,
  version: 9,
  /** The order in which it was read. */
  order: 11,
  /** Two words: the fingerprint of its key. */
  key: 12,
  root: 14,
  /** Not 0 if copies of the message are recognised by their content. */
  byContent: 15,
  /** Of a message: what its lines are. */
  lines: 16,
} as const;
export const WORDS = 17;

/** The lines of a message: none; a row that is rejected or says that it was deleted; a message that lands. */
export const LINES = { none: 0, rejected: 1, message: 2 } as const;

export const linesIn = (lines: string): number =>
  lines === ''
    ? LINES.none
    : isMessageLine(lines.charCodeAt(0), lines.charCodeAt(1))
      ? LINES.message
      : LINES.rejected;

/** `whole` is a message that becomes rows when all have been read. */
export const KIND = { message: 0, reaction: 1, whole: 2, file: 3 } as const;

const HIGH_MASK = 0x1f_ffff;
const WORD_RANGE = 2 ** 32;

/** The number by which records are sorted by their keys; two keys may have the same one. */
export const sortNumber = (words: Uint32Array): number =>
  (words[WORD.key] as number) + ((words[WORD.key + 1] as number) & HIGH_MASK) * WORD_RANGE;

/** Reads and writes 64-bit numbers in 32-bit words. */
export class Doubles {
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);

  write(words: Uint32Array, at: number, value: number): void {
    this.#double[0] = value;
    words[at] = this.#words[0] as number;
    words[at + 1] = this.#words[1] as number;
  }

  read(words: Uint32Array, at: number): number {
    this.#words[0] = words[at] as number;
    this.#words[1] = words[at + 1] as number;
    return this.#double[0] as number;
  }
}
