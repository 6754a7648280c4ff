import type { Entity, EntityName } from '../entities/entity.ts';
import { type Bounds, DOUBLED, EMPTY, ESCAPED } from '../rows/record.ts';
import { lowered } from './byte-classes.ts';
import type { Affixes, Rule } from './rules.ts';
import { unescaped } from './unescaped.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** By byte: the letter of its escape in JSON text as `JSON.stringify` writes it; 0 for a byte that stands for itself. */
const escapeOf = new Uint8Array(128);
for (const [byte, letter] of [
  ['"', '"'],
  ['\\', '\\'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
  ['\b', 'b'],
  ['\f', 'f'],
] as const)
  escapeOf[byte.charCodeAt(0)] = letter.charCodeAt(0);
/** Between the group and the user in the key of a member. */
export const MEMBER = Buffer.from('_member_');
/** Digits of the largest time. */
const TIME_DIGITS = 10;

/** What is written for one field: `"name":` and the value between these two. */
export type Part = {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly affixes: Affixes | undefined;
  /** Complete members by the words of the cell; the last one is the fallback. */
  readonly words: readonly { readonly cell: Uint8Array | undefined; readonly member: Uint8Array }[];
};

/**
 * Writes the JSON of records that the screen has accepted: exactly what `JSON.stringify` makes of the data of their rows.
 */
export class RecordJson {
  /** Where the members of the last record begin, by rule; -1 for a field without a value. */
  readonly memberAt: Int32Array;
  /** Where they end; valid where `memberAt` is. */
  readonly memberEnd: Int32Array;
  readonly #rules: readonly Rule[];
  readonly #parts: readonly Part[];
  readonly #keySlots: readonly number[];
  readonly #constantBytes: number;

  constructor(entity: Entity, rules: readonly Rule[]) {
    this.#rules = rules;
    this.#keySlots = entity.keyFields.map((field) => rules.findIndex((rule) => rule.field === field));
    this.memberAt = new Int32Array(rules.length);
    this.memberEnd = new Int32Array(rules.length);
    this.#parts = rules.map((rule) => partOf(entity.name, rule));
    this.#constantBytes = constantBytesOf(this.#parts);
  }

  /** No JSON of a record is longer, bytes. */
  longest({ recordStart, recordEnd }: Bounds): number {
    // An escape doubles a byte.
    return this.#constantBytes + 2 * (recordEnd - recordStart);
  }

  /**
   * Writes the JSON of a record from `at` on.
   * @param seconds the times of the record, by rule
   * @returns the index after the last byte
   */
  write(record: Bounds, seconds: Float64Array, into: Uint8Array, at: number): number {
    const { starts, ends, forms, bytes } = record;
    let to = at;
    into[to++] = OPEN;
    for (let slot = 0; slot < this.#parts.length; slot++) {
      const { column, fallback, cellRule } = this.#rules[slot] as Rule;
      const part = this.#parts[slot] as Part;
      const form = column < 0 ? EMPTY : (forms[column] as number);
      this.memberAt[slot] = -1;
      if (form === EMPTY && fallback === undefined) continue;
      if (to > at + 1) into[to++] = COMMA;
      this.memberAt[slot] = to;
      if (cellRule.kind === 'word' || column < 0) {
        to = copied(wordOf(part, form, bytes, starts[column] ?? 0, ends[column] ?? 0), into, to);
        this.memberEnd[slot] = to;
        continue;
      }
      to = copied(part.before, into, to);
      to =
        cellRule.kind === 'time'
          ? digits(seconds[slot] as number, into, to)
          : this.#textOf(slot, record, into, to);
      to = copied(part.after, into, to);
      this.memberEnd[slot] = to;
    }
    into[to++] = CLOSE;
    return to;
  }

  /** Writes the key of a record as the content of a JSON string, as `write`. */
  writeKey(record: Bounds, into: Uint8Array, at: number): number {
    let to = at;
    for (const [index, slot] of this.#keySlots.entries()) {
      if (index > 0) to = copied(MEMBER, into, to);
      to = this.#textOf(slot, record, into, to);
    }
    return to;
  }

  #textOf(slot: number, { starts, ends, forms, bytes }: Bounds, into: Uint8Array, at: number): number {
    const { column, cellRule } = this.#rules[slot] as Rule;
    const [from, end] = [starts[column] as number, ends[column] as number];
    if (cellRule.kind === 'id')
      return idInto(bytes, from, end, (this.#parts[slot] as Part).affixes, into, at);
    return textInto(bytes, from, end, forms[column] as number, into, at);
  }
}

/** Bytes of the longest JSON of a record without those of its cells. */
export const constantBytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + bytesOf(part), 2);

/** What is written for the field of a rule. */
export function partOf(entity: EntityName, { field, cellRule, fallback }: Rule): Part {
  // A message's text is a member of its data.
  const inData = entity === 'messages' && field === 'text';
  const opened = inData ? '"data":{"text":' : `${JSON.stringify(field)}:`;
  const quoted = cellRule.kind !== 'time';
  const member = (value: string): Uint8Array =>
    Buffer.from(`${opened}${field === 'isBanned' ? value : JSON.stringify(value)}`);
  const words = cellRule.kind === 'word' ? cellRule.words : [];
  return {
    before: Buffer.from(quoted ? `${opened}"` : opened),
    after: Buffer.from(`${quoted ? '"' : ''}${inData ? '}' : ''}`),
    affixes: cellRule.kind === 'id' ? cellRule.affixes : undefined,
    words: [
      ...words.map(({ bytes, value }) => ({ cell: bytes, member: member(value) })),
      ...(fallback ? [{ cell: undefined, member: member(fallback.value) }] : []),
    ],
  };
}

/** The bytes of a part without those of the cell. */
function bytesOf({ before, after, affixes, words }: Part): number {
  const longestWord = Math.max(0, ...words.map(({ member }) => member.length));
  const affixed = affixes ? affixes.before.length + affixes.after.length : 0;
  return Math.max(before.length + after.length + affixed + TIME_DIGITS, longestWord) + 1;
}

/** The member for the word of a cell that the screen knows, or for an empty cell. */
function wordOf({ words }: Part, form: number, bytes: Uint8Array, from: number, end: number): Uint8Array {
  for (const { cell, member } of words) {
    if (!cell || form === EMPTY) {
      if (!cell) return member;
      continue;
    }
    if (cell.length !== end - from) continue;
    let at = 0;
    while (at < cell.length && bytes[from + at] === cell[at]) at++;
    if (at === cell.length) return member;
  }
  throw new RangeError('the screen did not accept this word');
}

function copied(from: Uint8Array, into: Uint8Array, at: number): number {
  for (let each = 0; each < from.length; each++) into[at + each] = from[each] as number;
  return at + from.length;
}

function idInto(
  bytes: Uint8Array,
  from: number,
  end: number,
  affixes: Affixes | undefined,
  into: Uint8Array,
  at: number,
): number {
  let to = affixes ? copied(affixes.before, into, at) : at;
  for (let each = from; each < end; each++) into[to++] = lowered[bytes[each] as number] as number;
  return affixes ? copied(affixes.after, into, to) : to;
}

/** A text as the content of a JSON string. */
function textInto(
  bytes: Uint8Array,
  from: number,
  end: number,
  form: number,
  into: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let each = from; each < end; each++) {
    let byte = bytes[each] as number;
    if (byte >= 0x80) {
      into[to++] = byte;
      continue;
    }
    if (form === DOUBLED && byte === QUOTE) each++;
    else if (form === ESCAPED && byte === BACKSLASH) byte = unescaped[bytes[++each] as number] as number;
    const letter = escapeOf[byte] as number;
    if (letter !== 0) {
      into[to++] = BACKSLASH;
      byte = letter;
    }
    into[to++] = byte;
  }
  return to;
}

/** A time of ten digits; the screen accepts no other. */
function digits(seconds: number, into: Uint8Array, at: number): number {
  let rest = seconds;
  for (let place = TIME_DIGITS - 1; place >= 0; place--) {
    const next = Math.floor(rest / 10);
    into[at + place] = 0x30 + (rest - next * 10);
    rest = next;
  }
  return at + TIME_DIGITS;
}
