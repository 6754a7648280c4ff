import type { DumpWindow } from './dump-window.ts';

const [LF, SLASH, STAR, DASH, HASH, DOLLAR, BACKSLASH] = [0x0a, 0x2f, 0x2a, 0x2d, 0x23, 0x24, 0x5c];
const [QUOTE, DOUBLE, BACKTICK] = [0x27, 0x22, 0x60];
/** Bytes that a mark may have, and that must be in memory to see it. */
const AHEAD_BYTES = 128;

/** Bytes that begin something in which the end of a statement is no end. */
const SPECIAL = new Uint8Array(256);
for (const byte of [QUOTE, DOUBLE, BACKTICK, SLASH, DASH, HASH, DOLLAR]) SPECIAL[byte] = 1;

/** Way in which a dump is written. */
export type Dialect = {
  /** True if a backslash escapes in every string. */
  isBackslashed: boolean;
  isPostgres: boolean;
  isSqlServer: boolean;
  isOracle: boolean;
  /** The text that ends a statement. */
  delimiter: string;
};

/** Goes to the end of a statement, whatever it holds, and keeps nothing of it. */
export class StatementSkip {
  readonly #dialect: Dialect;
  /** The text that ends the string, the name or the comment that it is in; empty if it is in none. */
  #until = '';

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Moves behind the end of the statement; false if it is not in memory. */
  advance(window: DumpWindow): boolean {
    for (;;) {
      if (this.#until !== '' && !this.#leave(window)) return false;
      const { bytes } = window;
      const { delimiter } = this.#dialect;
      const first = delimiter.charCodeAt(0);
      const end = window.isLast ? window.end : window.end - AHEAD_BYTES;
      let at = window.at;
      for (; at < end; at++) {
        const byte = bytes[at] as number;
        if (byte === first && isAt(window, at, delimiter)) {
          window.at = at + delimiter.length;
          return true;
        }
        if (SPECIAL[byte] === 1 && this.#enter(window, at, byte)) break;
      }
      if (at >= end) {
        // The byte before a quote decides how it is read.
        window.at = Math.max(window.at, at - 1);
        return false;
      }
    }
  }

  /** Goes into what begins at a place, if something does. */
  #enter(window: DumpWindow, at: number, byte: number): boolean {
    const next = window.bytes[at + 1];
    const { isPostgres } = this.#dialect;
    let length = 1;
    if (byte === QUOTE || byte === DOUBLE || byte === BACKTICK) {
      if (byte === BACKTICK && isPostgres) return false;
      const isEscaped = byte === QUOTE && isPostgres && isE(window, at);
      this.#until = isEscaped ? 'E' : String.fromCharCode(byte);
    } else if (byte === SLASH && next === STAR) [this.#until, length] = ['*/', 2];
    else if (byte === DASH && next === DASH && (isPostgres || (window.bytes[at + 2] ?? LF) <= 0x20))
      [this.#until, length] = ['\n', 2];
    else if (byte === HASH && !isPostgres && this.#dialect.isBackslashed) this.#until = '\n';
    else if (byte === DOLLAR && isPostgres) {
      const tag = /^\$(?:[A-Za-z_][A-Za-z_0-9]{0,62})?\$/.exec(window.text(at, at + 66))?.[0];
      if (tag === undefined) return false;
      [this.#until, length] = [tag, tag.length];
    } else return false;
    window.at = at + length;
    return true;
  }

  /** Moves behind the end of what it is in; false if that is not in memory. */
  #leave(window: DumpWindow): boolean {
    const until = this.#until;
    const isQuoted = until === "'" || until === '"' || until === 'E' || until === '`';
    const found = isQuoted ? this.#quoteEnd(window) : window.findText(until, window.at);
    if (found === -1) {
      if (!isQuoted) window.at = Math.max(window.at, window.end - until.length + 1);
      return false;
    }
    window.at = found + (isQuoted ? 1 : until.length);
    this.#until = '';
    return true;
  }

  /** Two quotes in a string are taken as its end and the beginning of another one. */
  #quoteEnd(window: DumpWindow): number {
    const { bytes, end } = window;
    const quote = this.#until === 'E' ? QUOTE : this.#until.charCodeAt(0);
    const isBackslashed = this.#until === 'E' || (this.#dialect.isBackslashed && quote !== BACKTICK);
    let at = window.at;
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === quote) return at;
      if (byte === BACKSLASH && isBackslashed) {
        if (at + 1 >= end) break;
        at += 2;
      } else at++;
    }
    window.at = at;
    return -1;
  }
}

const isAt = ({ bytes, end }: DumpWindow, at: number, text: string): boolean =>
  text.length === 1 || (at + text.length <= end && bytes.toString('latin1', at, at + text.length) === text);

/** True if the quote at a place begins E'…'. */
export function isE({ bytes }: DumpWindow, at: number): boolean {
  const before = at > 0 ? bytes[at - 1] : undefined;
  return before === 0x45 || before === 0x65;
}
