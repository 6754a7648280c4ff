import type { DumpWindow } from './dump-window.ts';
import type { Dialect } from './statement-skip.ts';

const [QUOTE, DOUBLE, SQUARE_OPEN, DASH, SLASH, STAR] = [0x27, 0x22, 0x5b, 0x2d, 0x2f, 0x2a];
const [UPPER_Q, UPPER_N] = [0x51, 0x4e];
/** Bytes that begin a string, a name or a comment. */
const BEGINS = new Uint8Array(256);
for (const byte of [QUOTE, DOUBLE, SQUARE_OPEN, DASH, SLASH]) BEGINS[byte] = 1;
/** The quote that closes `q'[…]'` of Oracle, by the one that opens it; any other one closes itself. */
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** Looks for bytes outside of the strings, names and comments of SQL Server and Oracle, piece by piece. */
export class QuotedScan {
  readonly #dialect: Pick<Dialect, 'isOracle' | 'isSqlServer'>;
  /** The text that ends what it is in; empty if it is in none. */
  #until = '';
  /** The word before the place: `q` and `nq` make a string another one. */
  #letters = 0;
  #first = 0;
  #last = 0;
  /** The place where to go on, if nothing was found. */
  reached = 0;

  constructor(dialect: Pick<Dialect, 'isOracle' | 'isSqlServer'>) {
    this.#dialect = dialect;
  }

  /** The first place of a marked byte; -1 if it is not in memory. */
  find(window: DumpWindow, from: number, marks: Uint8Array): number {
    const { bytes, end, isLast } = window;
    let at = from;
    for (;;) {
      if (this.#until !== '') {
        at = this.#leave(window, at);
        if (at === -1) return -1;
      }
      for (; at < end; at++) {
        const byte = bytes[at] as number;
        if (BEGINS[byte] === 1) {
          if (at + 1 >= end && !isLast) break;
          const length = this.#enter(byte, at + 1 < end ? (bytes[at + 1] as number) : 0);
          if (length > 0) {
            at += length;
            break;
          }
        }
        this.#note(byte);
        if (marks[byte] === 1) return at;
      }
      if (this.#until !== '') continue;
      this.reached = at;
      return -1;
    }
  }

  #note(byte: number): void {
    const upper = byte & 0xdf;
    const isWord = (upper >= 0x41 && upper <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
    if (isWord && this.#letters === 0) this.#first = upper;
    this.#letters = isWord ? this.#letters + 1 : 0;
    this.#last = upper;
  }

  get #isAfterQ(): boolean {
    const isPrefix = this.#letters === 1 || (this.#letters === 2 && this.#first === UPPER_N);
    return this.#dialect.isOracle && isPrefix && this.#last === UPPER_Q;
  }

  /** The length of the beginning of a string, a name or a comment; 0 if none begins. */
  #enter(byte: number, next: number): number {
    let length = 1;
    if (byte === QUOTE && this.#isAfterQ) {
      const open = String.fromCharCode(next);
      [this.#until, length] = [`${CLOSING[open] ?? open}'`, 2];
    } else if (byte === QUOTE || byte === DOUBLE) this.#until = String.fromCharCode(byte);
    else if (byte === SQUARE_OPEN && this.#dialect.isSqlServer) this.#until = ']';
    else if (byte === DASH && next === DASH) [this.#until, length] = ['\n', 2];
    else if (byte === SLASH && next === STAR) [this.#until, length] = ['*/', 2];
    else return 0;
    this.#letters = 0;
    return length;
  }

  /** The place behind the end of what it is in, and at the end of its line for a comment; -1 if it is not in memory. */
  #leave(window: DumpWindow, from: number): number {
    const until = this.#until;
    const found = window.findText(until, from);
    if (found === -1) {
      this.reached = Math.max(from, window.end - until.length + 1);
      return -1;
    }
    this.#until = '';
    return until === '\n' ? found : found + until.length;
  }
}

const [OPEN, CLOSE, COMMA, SEMICOLON] = [0x28, 0x29, 0x2c, 0x3b];
const ENDS = new Uint8Array(256);
for (const byte of [OPEN, CLOSE, COMMA, SEMICOLON]) ENDS[byte] = 1;

/** Finds what ends a value of SQL Server or Oracle, piece by piece. */
export class ValueEnd {
  readonly #scan: QuotedScan;
  #depth = 0;

  constructor(dialect: Dialect) {
    this.#scan = new QuotedScan(dialect);
  }

  /** The place where to go on, if the end was not found. */
  get reached(): number {
    return this.#scan.reached;
  }

  /** The comma or parenthesis that ends the value, or the semicolon that ends a broken one; -1 if it is not in memory. */
  find(window: DumpWindow, from: number): number {
    for (let at = from; ; at++) {
      at = this.#scan.find(window, at, ENDS);
      if (at === -1) return -1;
      const byte = window.bytes[at] as number;
      if (byte === SEMICOLON || (this.#depth === 0 && byte !== OPEN)) return at;
      if (byte === OPEN) this.#depth++;
      else if (byte === CLOSE) this.#depth--;
    }
  }
}
