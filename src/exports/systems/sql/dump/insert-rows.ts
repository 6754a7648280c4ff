import { EXPRESSION, type Unkept } from '../../../database/table.ts';
import { bytesValue, type ColumnKind, type Escapes, textOf, unescaped } from './dump-values.ts';
import type { DumpWindow } from './dump-window.ts';
import { expressionValue } from './expressions.ts';
import { ValueEnd } from './quoted-scan.ts';
import { isTooLong, type RowTaker } from './row-taker.ts';
import { type Dialect, isE } from './statement-skip.ts';

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, SLASH, DASH] = [0x27, 0x5c, 0x2c, 0x28, 0x29, 0x2f, 0x2d];
const [SQUARE_OPEN, SQUARE_CLOSE, DOUBLE, SEMICOLON] = [0x5b, 0x5d, 0x22, 0x3b];

/** Reads the rows of an INSERT, after `VALUES`. */
export class InsertRows {
  readonly #rows: RowTaker;
  readonly #dialect: Dialect;
  #isInRow = false;
  /** The quote of a string that is passed over, because it is too long, and whether it has backslashes as escapes. */
  #long: { readonly mark: number; readonly isEscaped: boolean } | undefined;
  /** The end of an expression that is passed over, because it is too long. */
  #longEnd: ValueEnd | undefined;
  /** True for SQL Server and Oracle, whose values are expressions. */
  readonly #isScript: boolean;

  constructor(rows: RowTaker, dialect: Dialect) {
    this.#rows = rows;
    this.#dialect = dialect;
    this.#isScript = dialect.isSqlServer || dialect.isOracle;
  }

  get isInRow(): boolean {
    return this.#isInRow;
  }

  /** Reads on; true at what follows the last row, false if that is not in memory. */
  advance(window: DumpWindow): boolean {
    for (;;) {
      if (this.#long && !this.#passLong(window, this.#long)) return false;
      if (this.#longEnd && !this.#passExpression(window, this.#longEnd)) return false;
      if (this.#isInRow) {
        if (!this.#value(window)) return false;
        continue;
      }
      const at = this.#between(window);
      if (at === -1) return false;
      window.at = at;
      if (at >= window.end || window.bytes[at] !== OPEN) return true;
      this.#rows.begin(window.offsetOf(at), window.lineAt(at));
      this.#isInRow = true;
      window.at = at + 1;
    }
  }

  /** The place behind blanks, commas and comments; -1 if that is not in memory. */
  #between(window: DumpWindow): number {
    const { bytes, end } = window;
    for (let at = window.at; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte <= 0x20 || byte === COMMA) continue;
      const isComment =
        (byte === SLASH && bytes[at + 1] === 0x2a) || (byte === DASH && bytes[at + 1] === DASH);
      if (!isComment) return at;
      const close = window.findText(byte === SLASH ? '*/' : '\n', at + 2);
      if (close === -1) break;
      at = close + (byte === SLASH ? 1 : 0);
    }
    return this.#isScript && window.isLast ? end : -1;
  }

  /** Reads a value and what ends it. */
  #value(window: DumpWindow): boolean {
    const { bytes, end } = window;
    let from = window.at;
    while (from < end && (bytes[from] as number) <= 0x20) from++;
    if (from >= end) return false;
    const isPlain = this.#isMark(bytes[from]);
    const quote = isPlain ? from : this.#prefixed(window, from);
    if (quote === -1) return false;
    if (quote !== undefined) return this.#string(window, from, quote);
    const stop = this.#expressionEnd(window, from);
    if (stop === -1) return this.#cutExpression(window, from);
    if (this.#rows.slot >= 0) this.#rows.put(this.#expression(window, from, stop));
    else this.#rows.column++;
    this.#ended(window, stop);
    return true;
  }

  #expression({ bytes }: DumpWindow, from: number, stop: number): string | null | Unkept {
    const written = bytes.toString('utf8', from, stop).trim();
    const { kind } = this.#rows;
    return this.#isScript ? expressionValue(written, this.#dialect, kind) : tokenValue(written, kind);
  }

  /** True if a byte begins a string: in PostgreSQL, what stands in double quotes is a name. */
  #isMark(byte: number | undefined): byte is number {
    return byte === QUOTE || (byte === DOUBLE && !this.#dialect.isPostgres);
  }

  /** The quote of a string with something before it, such as `_binary '`; undefined if it is no string. */
  #prefixed(window: DumpWindow, from: number): number | undefined {
    const { bytes, end } = window;
    const first = bytes[from] as number;
    const isPrefix = first === 0x5f || first === 0x45 || first === 0x65 || first === 0x4e || first === 0x6e;
    if (!isPrefix) return undefined;
    let at = from + 1;
    if (first === 0x5f) while (at < end && (isWord(bytes[at] as number) || bytes[at] === 0x20)) at++;
    if (at >= end) return -1;
    return this.#isMark(bytes[at]) ? at : undefined;
  }

  /** Reads a string, and what may follow it, such as `::jsonb`. */
  #string(window: DumpWindow, from: number, quote: number): boolean {
    const { bytes, end } = window;
    const mark = bytes[quote] as number;
    const escapes: Escapes | undefined =
      isE(window, quote) && quote > from ? 'e' : this.#dialect.isBackslashed ? 'mysql' : undefined;
    let bits = 0;
    let isEscaped = false;
    let at = quote + 1;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === mark) {
        if (at + 1 < end && bytes[at + 1] !== mark) break;
        if (at + 1 >= end) {
          at = end;
          break;
        }
        isEscaped = true;
        at++;
      } else if (byte === BACKSLASH && escapes !== undefined) {
        isEscaped = true;
        at++;
        bits |= bytes[at] as number;
      } else bits |= byte;
    }
    if (at >= end) return this.#cut(window, quote, escapes !== undefined);
    const stop = this.#expressionEnd(window, at + 1);
    if (stop === -1) return false;
    const rows = this.#rows;
    if (rows.slot < 0) rows.column++;
    else if (isTooLong(quote + 1, at)) rows.putTooLong();
    else if (!isAfter(bytes, at + 1, stop))
      rows.put(this.#isScript ? this.#expression(window, from, stop) : EXPRESSION);
    else
      rows.put(this.#stringValue(bytes, quote + 1, at, { isEscaped, isAscii: bits < 0x80, escapes, mark }));
    this.#ended(window, stop);
    return true;
  }

  #stringValue(
    bytes: Buffer,
    from: number,
    to: number,
    how: {
      readonly isEscaped: boolean;
      readonly isAscii: boolean;
      readonly escapes: Escapes | undefined;
      readonly mark: number;
    },
  ): string | Unkept {
    const { kind } = this.#rows;
    if (!how.isEscaped && kind === 'text') return textOf(bytes, from, to, how.isAscii);
    return bytesValue(
      how.isEscaped ? unescaped(bytes, from, to, how.escapes, how.mark) : bytes.subarray(from, to),
      kind,
    );
  }

  /** Keeps a string whose end is not in memory, or lets go of one that is too long. */
  #cut(window: DumpWindow, quote: number, isEscaped: boolean): boolean {
    if (!isTooLong(quote, window.end)) return false;
    this.#long = { mark: window.bytes[quote] as number, isEscaped };
    window.at = quote + 1;
    return this.#passLong(window, this.#long);
  }

  /** Goes to the end of a string that is too long. */
  #passLong(window: DumpWindow, { mark, isEscaped }: { mark: number; isEscaped: boolean }): boolean {
    const { bytes, end } = window;
    let at = window.at;
    while (at + 1 < end) {
      const byte = bytes[at] as number;
      if (byte === BACKSLASH && isEscaped) at += 2;
      else if (byte !== mark) at++;
      else if (bytes[at + 1] === mark) at += 2;
      else {
        const stop = this.#expressionEnd(window, at + 1);
        if (stop === -1) break;
        this.#long = undefined;
        this.#rows.putTooLong();
        this.#ended(window, stop);
        return true;
      }
    }
    window.at = Math.min(at, end);
    return false;
  }

  #cutExpression(window: DumpWindow, from: number): boolean {
    if (this.#isScript && isTooLong(from, window.end)) {
      this.#longEnd = new ValueEnd(this.#dialect);
      window.at = from;
      return this.#passExpression(window, this.#longEnd);
    }
    // Nothing but a string can be this long: the statement is broken, and so is its row.
    if (isTooLong(from, window.end)) {
      this.#rows.putTooLong();
      this.#isInRow = false;
      window.at = window.end;
      this.#rows.end();
    }
    return false;
  }

  /** Goes to the end of an expression that is too long. */
  #passExpression(window: DumpWindow, valueEnd: ValueEnd): boolean {
    const stop = valueEnd.find(window, window.at);
    if (stop === -1) {
      window.at = valueEnd.reached;
      return false;
    }
    this.#longEnd = undefined;
    this.#rows.putTooLong();
    this.#ended(window, stop);
    return true;
  }

  /** The comma or parenthesis that ends a value, or the semicolon that ends a broken one; -1 if it is not in memory. */
  #expressionEnd(window: DumpWindow, from: number): number {
    if (this.#isScript) return new ValueEnd(this.#dialect).find(window, from);
    const { bytes, end } = window;
    let depth = 0;
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === OPEN || byte === SQUARE_OPEN) depth++;
      else if ((byte === COMMA || byte === CLOSE) && depth === 0) return at;
      else if (byte === CLOSE || byte === SQUARE_CLOSE) depth--;
      else if (byte === QUOTE || byte === DOUBLE) {
        at = this.#innerEnd(window, at, byte);
        if (at === -1) return -1;
      } else if (byte === SEMICOLON && depth === 0) return at;
    }
    return -1;
  }

  #innerEnd({ bytes, end }: DumpWindow, from: number, quote: number): number {
    for (let at = from + 1; at < end; at++) {
      if (bytes[at] === BACKSLASH && this.#dialect.isBackslashed) at++;
      else if (bytes[at] === quote) return at;
    }
    return -1;
  }

  #ended(window: DumpWindow, stop: number): void {
    const byte = window.bytes[stop];
    window.at = byte === SEMICOLON ? stop : stop + 1;
    if (byte === COMMA) return;
    this.#isInRow = false;
    this.#rows.end();
  }
}

const isWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x5f ||
  (byte >= 0x61 && byte <= 0x7a);

/** True if nothing but a type stands between a string and what ends the value. */
function isAfter(bytes: Buffer, from: number, to: number): boolean {
  if (from === to) return true;
  return /^\s*(?:(?:::|COLLATE\s)[^']*)?$/i.test(bytes.toString('latin1', from, to));
}

/** The value of what is written without quotes: a number, NULL, 0x…, x'…', b'…'. */
function tokenValue(token: string, kind: ColumnKind): string | null | Unkept {
  const plain = token.replace(/::[\w\s"[\]().]+$/, '');
  if (/^null$/i.test(plain)) return null;
  if (/^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(plain)) return plain;
  if (/^(?:true|false)$/i.test(plain)) return plain.toLowerCase();
  const hex = /^(?:_binary\s*)?(?:0x([0-9a-f]*)|x'([0-9a-f]*)')$/i.exec(plain);
  if (hex) return bytesValue(Buffer.from((hex[1] ?? hex[2]) as string, 'hex'), kind);
  const bits = /^b'([01]*)'$/i.exec(plain)?.[1];
  if (bits !== undefined) return BigInt(`0b${bits || '0'}`).toString();
  return sqliteText(plain) ?? EXPRESSION;
}

/**
 * The text that SQLite writes as an expression, because a dump of its has every row on one line:
 * `replace('a\nb','\n',char(10))`, and `unistr('a\u000ab')` in newer versions. Undefined for any other expression.
 */
function sqliteText(written: string): string | undefined {
  const plain = /^'((?:[^']|'')*)'$/.exec(written)?.[1];
  if (plain !== undefined) return plain.replaceAll("''", "'");
  const replaced = /^replace\(([\s\S]*),\s*'((?:[^']|'')*)',\s*char\((\d{1,7})\)\)$/i.exec(written);
  if (replaced) {
    const [, inner = '', from = '', code] = replaced;
    return sqliteText(inner)?.replaceAll(from, () => String.fromCodePoint(Math.min(Number(code), 0x10ffff)));
  }
  const escaped = /^unistr\('((?:[^']|'')*)'\)$/i.exec(written)?.[1];
  return escaped
    ?.replaceAll("''", "'")
    .replaceAll(UNISTR, (all: string, short?: string, plus?: string, long?: string) => {
      const hex = short ?? plus ?? long;
      return hex === undefined
        ? all.slice(1)
        : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    });
}

const UNISTR = /\\(?:\\|u?([0-9a-f]{4})|\+([0-9a-f]{6})|U([0-9a-f]{8}))/gi;
