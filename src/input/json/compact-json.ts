const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const UNDERLINE = 0x5f;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
/** Bytes of the longest value that is read. */
const BYTES_MAX = 65_536;
/** Values that are deeper, and objects with more names open at once, are not read. */
const DEPTH_MAX = 8;
const NAMES_MAX = 64;
/**
 * Digits of a number that is written again as it stands, and those after its point. Below 2^52, doubles are closer to each
 * other than the last digit counts, so the number of 16 digits that is nearest to one is the one that was read.
 */
const DIGITS_MAX = 15;
const FIRST_OF_16_MAX = 0x33;
const FRACTION_MAX = 6;
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));
/** The letters after a backslash as `JSON.stringify` writes them. */
const escapes = new Uint8Array(256);
for (const letter of '"\\bfnrt') escapes[letter.charCodeAt(0)] = 1;

/**
 * Finds the end of JSON values that are certainly well-formed, and stand there as `JSON.stringify` writes what `JSON.parse`
 * makes of them, apart from blanks. It leaves every unusual one: escaped codes, exponents, names that are numbers or come
 * twice.
 */
export class CompactJson {
  #at = 0;
  #end = 0;
  /** The indexes at which the names of the open objects begin and end. */
  readonly #names = new Int32Array(NAMES_MAX * 2);
  #named = 0;

  /**
   * Reads a list or an object of valid UTF-8.
   * @returns the index after it; -1 if it does not end before `end`, or is unusual
   */
  read(bytes: Uint8Array, from: number, end: number): number {
    this.#at = from;
    this.#end = Math.min(end, from + BYTES_MAX);
    this.#named = 0;
    return this.#value(bytes, 0) ? this.#at : -1;
  }

  #value(bytes: Uint8Array, depth: number): boolean {
    switch (bytes[this.#at]) {
      case OPEN:
        return depth < DEPTH_MAX && this.#object(bytes, depth + 1);
      case OPEN_LIST:
        return depth < DEPTH_MAX && this.#list(bytes, depth + 1);
      case QUOTE:
        return this.#text(bytes);
      case MINUS:
        return this.#number(bytes);
      default:
        return isDigit(bytes[this.#at] as number) ? this.#number(bytes) : this.#word(bytes);
    }
  }

  #object(bytes: Uint8Array, depth: number): boolean {
    const first = this.#named;
    this.#at++;
    if (this.#takesNext(bytes, CLOSE)) return true;
    for (;;) {
      if (!this.#name(bytes, first) || !this.#takesNext(bytes, COLON)) return false;
      this.#skip(bytes);
      if (!this.#value(bytes, depth)) return false;
      if (this.#takesNext(bytes, CLOSE)) break;
      if (!this.#takesNext(bytes, COMMA)) return false;
      this.#skip(bytes);
    }
    this.#named = first;
    return true;
  }

  #list(bytes: Uint8Array, depth: number): boolean {
    this.#at++;
    if (this.#takesNext(bytes, CLOSE_LIST)) return true;
    while (this.#value(bytes, depth)) {
      if (this.#takesNext(bytes, CLOSE_LIST)) return true;
      if (!this.#takesNext(bytes, COMMA)) return false;
      this.#skip(bytes);
    }
    return false;
  }

  /** A name that the object does not have yet. Names that are numbers come first in an object, whatever their order. */
  #name(bytes: Uint8Array, first: number): boolean {
    const names = this.#names;
    const from = this.#at + 1;
    if (bytes[this.#at] !== QUOTE || this.#named === NAMES_MAX || !this.#text(bytes)) return false;
    const length = this.#at - 1 - from;
    const byte = bytes[from] as number;
    if (isDigit(byte) || (byte === UNDERLINE && bytes[from + 1] === UNDERLINE)) return false;
    for (let other = first; other < this.#named; other++) {
      const otherFrom = names[other * 2] as number;
      if ((names[other * 2 + 1] as number) - otherFrom !== length) continue;
      let same = 0;
      while (same < length && bytes[from + same] === bytes[otherFrom + same]) same++;
      if (same === length) return false;
    }
    names[this.#named * 2] = from;
    names[this.#named * 2 + 1] = from + length;
    this.#named++;
    return true;
  }

  #text(bytes: Uint8Array): boolean {
    this.#at++;
    while (this.#at < this.#end) {
      const byte = bytes[this.#at] as number;
      if (byte < 0x20) return false;
      this.#at++;
      if (byte === QUOTE) return true;
      if (byte !== BACKSLASH) continue;
      if (this.#at >= this.#end || escapes[bytes[this.#at] as number] === 0) return false;
      this.#at++;
    }
    return false;
  }

  #number(bytes: Uint8Array): boolean {
    const isNegative = bytes[this.#at] === MINUS;
    if (isNegative) this.#at++;
    const first = bytes[this.#at];
    const whole = this.#digits(bytes);
    if (whole === 0 || (first === ZERO && whole > 1)) return false;
    const most = first !== undefined && first <= FIRST_OF_16_MAX ? DIGITS_MAX + 1 : DIGITS_MAX;
    if (this.#at >= this.#end || bytes[this.#at] !== DOT)
      return whole <= most && !(isNegative && first === ZERO);
    this.#at++;
    const fraction = this.#digits(bytes);
    const isShortest = fraction > 0 && bytes[this.#at - 1] !== ZERO;
    return isShortest && fraction <= FRACTION_MAX && whole + fraction <= most;
  }

  #digits(bytes: Uint8Array): number {
    const from = this.#at;
    while (this.#at < this.#end && isDigit(bytes[this.#at] as number)) this.#at++;
    return this.#at - from;
  }

  #word(bytes: Uint8Array): boolean {
    const word = WORDS.find((each) => each[0] === bytes[this.#at]);
    if (!word || this.#at + word.length > this.#end) return false;
    for (const byte of word) {
      if (bytes[this.#at] !== byte) return false;
      this.#at++;
    }
    return true;
  }

  #takesNext(bytes: Uint8Array, byte: number): boolean {
    this.#skip(bytes);
    if (this.#at >= this.#end || bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** Passes over blanks. */
  #skip(bytes: Uint8Array): void {
    for (; this.#at < this.#end; this.#at++) {
      const byte = bytes[this.#at] as number;
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) break;
    }
  }
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
