import { mixHi, mixLo, PRIME_A, PRIME_B, SEED_A, SEED_B } from '../../keys/fingerprint64.ts';
import { contentBytes, contentWord } from '../entities/content-hash.ts';
import { CompactJson } from '../json/compact-json.ts';
import { DOUBLED, ESCAPED, LITERAL, PLAIN } from '../rows/record.ts';
import {
  ID_DIGIT,
  ID_E,
  ID_INVALID,
  ID_UPPER,
  idClass,
  keyClass,
  lowered,
  TEXT_CONTROL,
  TEXT_DOUBTFUL,
  TEXT_VISIBLE,
  textClass,
  urlSafe,
} from './byte-classes.ts';
import type { Affixes } from './rules.ts';
import { unescaped } from './unescaped.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const OPEN_LIST = 0x5b;
const COMMA = 0x2c;
/** Bytes and tags that are certainly within the limits. */
const TAG_BYTES_MAX = 100;
const TAGS_MAX = 25;
const PLUS = 0x2b;
const CAPITAL_E = 0x45;
/**
 * Checks one cell after the other. Each check adds the cell to the content sum and clears `sure` unless the cell is
 * certainly valid. A cell that is not sure is not an error: its record is checked again as a row. Results are in the
 * fields, so that no object is made per cell.
 */
export class CellCheck {
  sure = true;
  /** Fingerprint of the id or key last checked. */
  lo = 0;
  hi = 0;
  /** Whether that id had to be lower-cased. */
  wasUpper = false;
  #a = 0;
  #b = 0;
  #bytes: Buffer | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  readonly #compact = new CompactJson();
  #scratch = new Uint8Array(2_048);
  #scratchView = new DataView(this.#scratch.buffer);

  /** Begins a record; `bytes` contains its cells. */
  begin(bytes: Buffer): void {
    this.sure = true;
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** An id, with the text that the pipeline adds before and after it. */
  id(bytes: Uint8Array, from: number, end: number, affixes: Affixes | undefined): void {
    this.#a = SEED_A;
    this.#b = SEED_B;
    let classes = affixes ? this.#add(affixes.before, 0, affixes.before.length) : 0;
    classes |= this.#add(bytes, from, end);
    if (affixes) classes |= this.#add(affixes.after, 0, affixes.after.length);
    this.#done();
    this.wasUpper = (classes & ID_UPPER) !== 0;
    const rounded = (classes & ~ID_UPPER) === (ID_DIGIT | ID_E);
    if (classes & ID_INVALID || rounded) this.sure = false;
  }

  #add(bytes: Uint8Array, from: number, end: number): number {
    let a = this.#a;
    let b = this.#b;
    let classes = 0;
    for (let at = from; at < end; at++) {
      const written = bytes[at] as number;
      const byte = lowered[written] as number;
      classes |= idClass[written] as number;
      a = Math.imul(a ^ byte, PRIME_A);
      b = Math.imul(b ^ byte, PRIME_B);
    }
    this.#a = a;
    this.#b = b;
    return classes;
  }

  #done(): void {
    this.lo = mixLo(this.#a, this.#b);
    this.hi = mixHi(this.lo, this.#b);
  }

  /** A key: any characters except control characters. */
  key(bytes: Uint8Array, from: number, end: number, form: number): void {
    let a = SEED_A;
    let b = SEED_B;
    let classes = 0;
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE && form === DOUBLED) at++;
      classes |= keyClass[byte] as number;
      a = Math.imul(a ^ byte, PRIME_A);
      b = Math.imul(b ^ byte, PRIME_B);
    }
    this.#a = a;
    this.#b = b;
    this.#done();
    this.#judge(classes, bytes, from, end);
    // A spreadsheet's form of a long number: 1.23457E+18.
    if (bytes[end - 3] === PLUS && bytes[end - 4] === CAPITAL_E) this.sure = false;
  }

  /**
   * A text that is not blank, and has no control character and no mention. Reads four bytes at a time, because most of an export is
   * text; only a text with bytes other than printable ASCII is read byte by byte.
   */
  text(bytes: Uint8Array, from: number, end: number, form: number, content: number): number {
    if (form !== PLAIN && form !== LITERAL) {
      const length = this.#unmarked(bytes, from, end, form === DOUBLED ? QUOTE : BACKSLASH);
      return this.#plainText(this.#scratch, this.#scratchView, 0, length, content);
    }
    return this.#plainText(bytes, this.#view, from, end, content);
  }

  #plainText(bytes: Uint8Array, view: DataView, from: number, end: number, content: number): number {
    let sum = content;
    let other = 0;
    let unusual = 0;
    let opening = 0;
    let at = from;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      sum = contentWord(sum, word);
      other |= word ^ 0x20202020;
      unusual |= word | ((word - 0x20202020) & ~word) | (word + 0x01010101);
      const unlike = word ^ 0x3c3c3c3c;
      opening |= (unlike - 0x01010101) & ~unlike;
    }
    let classes = 0;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      sum = contentWord(sum, byte);
      classes |= textClass[byte] as number;
    }
    if (unusual & 0x80808080)
      for (let each = from; each < end; each++) classes |= textClass[bytes[each] as number] as number;
    else if (other !== 0) classes |= TEXT_VISIBLE;
    // A mention is too long to begin in the bytes that are left.
    if (opening & 0x80808080 && hasMention(bytes, from, end)) this.sure = false;
    this.#judge(classes, bytes, from, end);
    return sum;
  }

  /** Copies a cell without its escape bytes and returns the length of the copy. */
  #unmarked(bytes: Uint8Array, from: number, end: number, mark: number): number {
    let length = 0;
    if (this.#scratch.length < end - from) {
      this.#scratch = new Uint8Array((end - from) * 2);
      this.#scratchView = new DataView(this.#scratch.buffer);
    }
    const scratch = this.#scratch;
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte !== mark) scratch[length++] = byte;
      else scratch[length++] = mark === QUOTE ? byte : (unescaped[bytes[++at] as number] as number);
      if (byte === mark && mark === QUOTE) at++;
    }
    return length;
  }

  /** A JSON list or object, whose text is hashed as the service gets it. */
  json(bytes: Uint8Array, from: number, end: number, form: number, content: number): number {
    const compact = this.#compact;
    if (form !== DOUBLED && form !== ESCAPED) this.sure &&= compact.read(bytes, from, end) === end;
    else {
      const length = this.#unmarked(bytes, from, end, form === DOUBLED ? QUOTE : BACKSLASH);
      this.sure &&= compact.read(this.#scratch, 0, length) === length;
    }
    return contentBytes(content, compact.view, 0, compact.length);
  }

  /** Whether the JSON last checked is an object. */
  get isObject(): boolean {
    return this.#compact.into[0] === OPEN;
  }

  /** Whether the JSON last checked is a list of tags that are certainly not too many, too long or empty. */
  get isTags(): boolean {
    const { into, length } = this.#compact;
    if (into[0] !== OPEN_LIST) return false;
    let at = 1;
    for (let count = 0; into[at] === QUOTE; count++) {
      const from = ++at;
      for (; into[at] !== QUOTE; at++) if (into[at] === BACKSLASH) at++;
      if (at === from || at - from > TAG_BYTES_MAX || count === TAGS_MAX) return false;
      at++;
      if (into[at] === COMMA) at++;
    }
    return at === length - 1;
  }

  #judge(classes: number, bytes: Uint8Array, from: number, end: number): void {
    if (classes & TEXT_CONTROL || !(classes & TEXT_VISIBLE)) this.sure = false;
    if (classes & TEXT_DOUBTFUL && hasControl(bytes, from, end)) this.sure = false;
  }

  /** A complete http or https address that needs no escapes, with a host name instead of an IP address. */
  url(bytes: Uint8Array, from: number, end: number, content: number): number {
    for (let at = from; at < end; at++) if (urlSafe[bytes[at] as number] === 0) this.sure = false;
    if (!isPlainUrl(bytes, from, end)) this.sure = false;
    return contentBytes(content, this.#view, from, end);
  }
}

/** Whether UTF-8 bytes contain a C1 control or a character that changes the writing direction. */
function hasControl(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at + 1 < end; at++) {
    const byte = bytes[at];
    const next = bytes[at + 1] as number;
    if (byte === 0xc2 && next < 0xa0) return true;
    if (byte !== 0xe2 || (next !== 0x80 && next !== 0x81)) continue;
    const last = bytes[at + 2] as number;
    if (next === 0x80 ? last >= 0xaa && last <= 0xae : last >= 0xa6 && last <= 0xa9) return true;
  }
  return false;
}

const MENTION = Buffer.from('<@uid:');

/** Whether a text mentions a user: who that is decides what is sent. */
function hasMention(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at + MENTION.length < end; at++) {
    let same = 0;
    while (same < MENTION.length && bytes[at + same] === MENTION[same]) same++;
    if (same === MENTION.length) return true;
  }
  return false;
}

const HTTP = Buffer.from('http');
const DOT = 0x2e;

function isPlainUrl(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = 0; at < HTTP.length; at++) if (bytes[from + at] !== HTTP[at]) return false;
  let at = from + HTTP.length;
  if (bytes[at] === 0x73) at += 1;
  if (bytes[at] !== 0x3a || bytes[at + 1] !== 0x2f || bytes[at + 2] !== 0x2f) return false;
  at += 3;
  const host = at;
  let labelStart = at;
  for (; at < end && bytes[at] !== 0x2f; at++) {
    const byte = bytes[at] as number;
    if (byte === DOT) {
      if (at === labelStart) return false;
      labelStart = at + 1;
    } else if (idClass[byte] === ID_INVALID || byte === 0x5f) return false;
    // A label in another alphabet begins with xn-- and must be well formed.
    else if (byte === 0x2d && bytes[at - 1] === 0x2d) return false;
  }
  const first = bytes[labelStart] as number;
  // A last label of digits would make the host an IP address, which not every number is.
  return at > labelStart && labelStart > host && first >= 0x61 && first <= 0x7a;
}
