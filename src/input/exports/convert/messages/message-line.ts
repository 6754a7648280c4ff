import { fingerprint64 } from '../../../../keys/fingerprint64.ts';

/**
 * The texts of records on their way through the sorters: the key of the message, and a line for each row that it becomes,
 * with the table of the row before it.
 */
export const TABLE = { messages: 0x6d, reactions: 0x72, pins: 0x70, files: 0x66 } as const;
export const tableMark = (table: keyof typeof TABLE): string => String.fromCharCode(TABLE[table]);

const FAULT = 0x21;

/** Whether a line, by its first two characters, is a message that lands: not one that is rejected. */
export const isMessageLine = (mark: number | undefined, next: number | undefined): boolean =>
  mark === TABLE.messages && next !== FAULT;

/** The table of a row by the mark of its line. */
export const tableOf = (mark: number | undefined): keyof typeof TABLE =>
  mark === TABLE.messages
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
  /** Two words: the number of its key. */
  number: 12,
  root: 14,
  /** Not 0 if copies of the message are recognised by their content. */
  byContent: 15,
} as const;
export const WORDS = 16;

/** `whole` is a message that becomes rows when its files are known. */
export const KIND = { message: 0, reaction: 1, whole: 2, file: 3 } as const;

const HIGH_MASK = 0x1f_ffff;
const WORD_RANGE = 2 ** 32;

/** A number for a key, by which records are sorted; two keys may have the same one. */
export function sortNumber(key: string): number {
  const { lo, hi } = fingerprint64(key);
  return lo + (hi & HIGH_MASK) * WORD_RANGE;
}

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

/** A record that was sorted, with a text of its own. */
export type Held = { readonly text: Buffer; readonly words: Uint32Array };

/** Keeps one record in memory that is used again for the next one. */
export class OneRecord {
  isSet = false;
  bytes: Buffer = Buffer.alloc(0);
  end = 0;
  readonly words = new Uint32Array(WORDS);

  set(bytes: Uint8Array, start: number, end: number, words: Uint32Array): void {
    this.end = end - start;
    if (this.bytes.length < this.end) this.bytes = Buffer.allocUnsafeSlow(this.end * 2);
    this.bytes.set(bytes.subarray(start, end));
    this.words.set(words);
    this.isSet = true;
  }

  /** Gives it away with memory of its own. */
  take(): Held {
    this.isSet = false;
    return { text: Buffer.from(this.bytes.subarray(0, this.end)), words: this.words.slice() };
  }
}
