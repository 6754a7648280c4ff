import { TOO_LONG, type Unkept, unkept, VALUE_BYTES_MAX } from '../../../database/table.ts';
import { bytesValue, type ColumnKind } from './dump-values.ts';
import { timeOfBytes } from './sql-server-times.ts';
import type { Dialect } from './statement-skip.ts';
import { maskedTime } from './time-masks.ts';

type Value = string | null;

/** An expression that is not worked out, with the reason. */
class NotRead extends Error {}

/** The most characters of an expression that a reason shows, and the most parentheses in each other. */
const [SHOWN_MAX, DEPTH_MAX] = [60, 32];

const STRING = /n?'((?:[^']|'')*)'/iy;
/** Strings of Oracle with any quote: `q'[it's]'`. */
const Q_STRING =
  /n?q'(?:\[([\s\S]*?)\]'|\(([\s\S]*?)\)'|\{([\s\S]*?)\}'|<([\s\S]*?)>'|([^\s[({<])([\s\S]*?)\5')/iy;
const BYTES = /0x([0-9a-f]*)/iy;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const WORD = /[a-z_][\w$]*/iy;
const TYPE = /\s*(?:\[\w+\]\s*\.\s*)?\[?(\w+)\]?(?:\s*\([\w\s,]*\))?/y;

/** The value of an expression of SQL Server or Oracle, as scripts of INSERTs have them. */
export function expressionValue(text: string, dialect: Dialect, kind: ColumnKind): Value | Unkept {
  try {
    const value = new Expression(text, dialect, kind).whole();
    return value !== null && value.length > VALUE_BYTES_MAX ? TOO_LONG : value;
  } catch (error) {
    if (error instanceof NotRead) return unkept(error.message);
    throw error;
  }
}

class Expression {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #kind: ColumnKind;
  #at = 0;
  #depth = 0;
  /** True if the last value was a number: a sum of those is no text. */
  #isNumber = false;

  constructor(text: string, dialect: Dialect, kind: ColumnKind) {
    this.#text = text;
    this.#dialect = dialect;
    this.#kind = kind;
  }

  whole(): Value {
    const value = this.#sum();
    if (this.#at < this.#text.length) this.#fail();
    return value;
  }

  /** Texts one after the other. */
  #sum(): Value {
    if (++this.#depth > DEPTH_MAX) this.#fail();
    let value = this.#one();
    while (this.#take(this.#dialect.isOracle ? '||' : '+')) {
      let isSum = this.#isNumber;
      const next = this.#one();
      isSum ||= this.#isNumber;
      if (isSum && !this.#dialect.isOracle) return this.#fail();
      // To Oracle, NULL is an empty text.
      if (this.#dialect.isOracle) value = `${value ?? ''}${next ?? ''}`;
      else value = value === null || next === null ? null : value + next;
    }
    this.#depth--;
    return value;
  }

  #one(): Value {
    this.#blanks();
    this.#isNumber = false;
    const string = this.#string();
    if (string !== undefined) return string;
    const bytes = this.#match(BYTES)?.[1];
    if (bytes !== undefined) return this.#ofBytes(Buffer.from(bytes, 'hex'));
    const number = this.#match(NUMBER)?.[0];
    this.#isNumber = number !== undefined;
    if (number !== undefined) return number;
    const word = this.#match(WORD)?.[0].toLowerCase();
    const value =
      word !== undefined ? this.#named(word) : this.#take('(') ? this.#closed(this.#sum()) : this.#fail();
    this.#isNumber = false;
    return value;
  }

  #string(): string | undefined {
    const found = this.#dialect.isOracle ? this.#match(Q_STRING) : undefined;
    if (found) {
      const [, square, round, curly, angle, , other] = found;
      return square ?? round ?? curly ?? angle ?? other;
    }
    return this.#match(STRING)?.[1]?.replaceAll("''", "'");
  }

  #ofBytes(bytes: Buffer): string {
    const value = bytesValue(bytes, this.#kind);
    if (typeof value === 'string') return value;
    throw new NotRead(`its bytes are no text: ${shown(`0x${bytes.toString('hex')}`)}`);
  }

  #named(word: string): Value {
    if (word === 'null') return null;
    if (word === 'date' || word === 'timestamp') {
      this.#blanks();
      return this.#string() ?? this.#fail();
    }
    if (!this.#take('(')) return this.#fail();
    if (word === 'cast' || word === 'try_cast') return this.#cast();
    if (word === 'convert' || word === 'try_convert') return this.#convert();
    const given: Value[] = [];
    if (!this.#take(')')) {
      do given.push(this.#sum());
      while (this.#take(','));
      this.#closed(null);
    }
    return this.#called(word, given);
  }

  #called(word: string, given: readonly Value[]): Value {
    const [first = null, second = null] = given;
    switch (word) {
      case 'to_date':
      case 'to_timestamp':
      case 'to_timestamp_tz':
        return this.#masked(word, given);
      case 'to_clob':
      case 'to_nclob':
      case 'hextoraw':
      case 'to_char':
      case 'to_number':
        return given.length === 1 ? first : this.#fail();
      case 'empty_clob':
      case 'empty_blob':
        return null;
      case 'chr':
      case 'nchr':
      case 'char':
      case 'nchar':
        return this.#character(first);
      case 'unistr':
        return first?.replaceAll(/\\(?:\\|([0-9a-f]{4}))/gi, unicode) ?? null;
      case 'concat':
        return given.map((each) => each ?? '').join('');
      case 'replace':
        return first === null || second === null ? first : first.replaceAll(second, () => given[2] ?? '');
      default:
        return this.#fail();
    }
  }

  #character(code: Value): string {
    const number = Number(code);
    return code !== null && number >= 0 && number <= 0x10ffff ? String.fromCodePoint(number) : this.#fail();
  }

  #masked(word: string, [text = null, mask = null, language = null]: readonly Value[]): Value {
    if (text === null) return null;
    const name = word.toUpperCase();
    if (mask === null) {
      if (ISO.test(text)) return text;
      throw new NotRead(`${name} has no mask, so the database alone knows what ${shown(text)} means`);
    }
    const isEnglish = language === null || /LANGUAGE\s*=\s*'?(?:AMERICAN|ENGLISH)/i.test(language);
    const read = isEnglish || !/MON|DY|DAY/i.test(mask) ? maskedTime(mask) : undefined;
    if (!read) throw new NotRead(`the mask ${shown(mask)} of ${name} is not understood`);
    const found = read(text);
    if (found === undefined)
      throw new NotRead(`${shown(text)} does not fit the mask ${shown(mask)} of ${name}`);
    return found;
  }

  /** `CAST(x AS type)`, after its parenthesis. */
  #cast(): Value {
    const start = this.#at;
    const [bytes, value] = this.#bytesOrValue();
    if (!this.#take('as')) return this.#fail();
    const type = this.#type();
    this.#closed(null);
    return bytes === undefined ? asTime(value, type) : this.#ofTyped(bytes, type, start);
  }

  /** `CONVERT(type, x, style)`, after its parenthesis. */
  #convert(): Value {
    const start = this.#at;
    const type = this.#type();
    if (!this.#take(',')) return this.#fail();
    const [bytes, value] = this.#bytesOrValue();
    const style = this.#take(',') ? (this.#sum() ?? '') : undefined;
    this.#closed(null);
    if (bytes !== undefined) return this.#ofTyped(bytes, type, start);
    if (style === undefined || !IS_TIME.test(type) || ISO_STYLES.has(style)) return asTime(value, type);
    const mask = STYLES[style];
    if (mask === undefined) throw new NotRead(`the style ${style} of CONVERT is not understood`);
    return this.#masked('convert', [value, mask]);
  }

  /** Bytes as hexadecimal digits, which mean what their type says, or another value. */
  #bytesOrValue(): readonly [bytes: string | undefined, value: Value] {
    this.#blanks();
    const bytes = this.#match(BYTES)?.[1];
    return [bytes, bytes === undefined ? this.#sum() : null];
  }

  #ofTyped(bytes: string, type: string, start: number): Value {
    if (!IS_TIME.test(type)) return this.#ofBytes(Buffer.from(bytes, 'hex'));
    const found = timeOfBytes(Buffer.from(bytes, 'hex'), type);
    if (found !== undefined) return found;
    throw new NotRead(`${shown(this.#text.slice(start, this.#at - 1))} is not a time that can be read`);
  }

  #type(): string {
    return this.#match(TYPE)?.[1]?.toLowerCase() ?? this.#fail();
  }

  #closed<T>(value: T): T {
    return this.#take(')') ? value : this.#fail();
  }

  #blanks(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
  }

  /** Moves behind a mark and the blanks around it, if it is there. */
  #take(mark: string): boolean {
    this.#blanks();
    const isThere = this.#text.slice(this.#at, this.#at + mark.length).toLowerCase() === mark;
    if (isThere) this.#at += mark.length;
    this.#blanks();
    return isThere;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #fail(): never {
    throw new NotRead(`the expression ${shown(this.#text)} is not understood`);
  }
}

const unicode = (_all: string, hex?: string): string =>
  hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16));
const shown = (text: string): string =>
  `'${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}'`;

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;
const IS_TIME = /^(?:small)?date/;
/** The styles of CONVERT that begin with the year, and others by what they are as a mask. */
const ISO_STYLES: ReadonlySet<string> = new Set(['20', '21', '23', '25', '112', '120', '121', '126', '127']);
const STYLES: Readonly<Record<string, string>> = {
  101: 'MM/DD/YYYY',
  103: 'DD/MM/YYYY',
  104: 'DD.MM.YYYY',
  105: 'DD-MM-YYYY',
  110: 'MM-DD-YYYY',
  111: 'YYYY/MM/DD',
};

/** The text of a time; SQL Server also takes days without hyphens. */
const asTime = (value: Value, type: string): Value =>
  value !== null && IS_TIME.test(type) ? value.replace(/^(\d{4})(\d\d)(\d\d)(?=$|\s)/, '$1-$2-$3') : value;
