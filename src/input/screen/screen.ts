import {
  contentDone,
  contentField,
  contentPair,
  contentSeconds,
  contentSeed,
} from '../entities/content-hash.ts';
import { type Bounds, DOUBLED, EMPTY, ESCAPED, NESTED, PLAIN } from '../rows/record.ts';
import { CellCheck } from './cell-check.ts';
import { type Facts, SECONDS, WAS_UPPER } from './facts.ts';
import { alwaysLost, lostBit } from './lost.ts';
import { flagOf, NOWHERE, placeOf } from './places.ts';
import { type Affixes, bytesMaxOf, type Rule, type Word } from './rules.ts';
import { TimeCheck, type TimeReading } from './time-check.ts';
import { TIME_FORMS } from './time-form.ts';

const CONSTANT = 0;
const ID = 1;
const KEY = 2;
const TEXT = 3;
const URL_CELL = 4;
const TIME = 5;
const WORD = 6;
const NEVER = 7;
const JSON_CELL = 8;
const TAGS = 9;
const KINDS = {
  ...{ id: ID, key: KEY, text: TEXT, url: URL_CELL, time: TIME, word: WORD, never: NEVER },
  ...{ json: JSON_CELL, tags: TAGS },
} as const;

/**
 * Proves from the bytes of a record that it is valid by itself, and fills its facts. Every record that it accepts is
 * valid; an unusual record, valid or not, is left to be checked as a row.
 */
export class Screen {
  /** By rule: how the last record's time was written; TIME_FORMS if it has none. */
  readonly timeForms: Uint8Array;
  /** By rule: the last record's time, epoch seconds; valid where `timeForms` has one. */
  readonly seconds: Float64Array;
  readonly rules: readonly Rule[];
  readonly #entity: string;
  readonly #facts: Facts;
  readonly #check = new CellCheck();
  readonly #time = new TimeCheck();
  readonly #kinds: Uint8Array;
  readonly #places: Uint8Array;
  readonly #columns: Int32Array;
  readonly #indexes: Uint8Array;
  readonly #lost: Int32Array;
  readonly #alwaysLost: number;
  /** Columns that must have no value. */
  readonly #nevers: Int32Array;
  readonly #bytesMax: Int32Array;
  readonly #affixes: readonly (Affixes | undefined)[];
  readonly #words: readonly (readonly Word[])[];
  readonly #readings: readonly (TimeReading | undefined)[];
  /** The content hash of the current record so far. */
  #sum = 0;

  /**
   * @param carries the fields that the API can carry
   * @param facts filled from every record that is accepted
   */
  constructor(entity: string, rules: readonly Rule[], carries: ReadonlySet<string>, facts: Facts) {
    this.#entity = entity;
    this.rules = rules;
    this.#facts = facts;
    this.timeForms = new Uint8Array(rules.length);
    this.seconds = new Float64Array(rules.length);
    this.#kinds = Uint8Array.from(rules, ({ column, cellRule }) =>
      column < 0 ? CONSTANT : KINDS[cellRule.kind],
    );
    this.#places = Uint8Array.from(rules, ({ field }) => placeOf(entity, field));
    this.#columns = Int32Array.from(rules, ({ column }) => column);
    // One typed array per property: the loop over them is the innermost loop of a dry run.
    this.#lost = Int32Array.from(rules, (rule) => lostBit(rule, carries));
    this.#alwaysLost = alwaysLost(rules, carries);
    this.#nevers = Int32Array.from(
      rules.flatMap(({ column, cellRule }) => (column >= 0 && cellRule.kind === 'never' ? [column] : [])),
    );
    this.#indexes = Uint8Array.from(rules, ({ index }) => index);
    this.#bytesMax = Int32Array.from(rules, ({ cellRule }) => bytesMaxOf(cellRule));
    this.#affixes = rules.map(({ cellRule }) => (cellRule.kind === 'id' ? cellRule.affixes : undefined));
    this.#words = rules.map(({ cellRule }) => (cellRule.kind === 'word' ? cellRule.words : []));
    this.#readings = rules.map(({ cellRule }) => (cellRule.kind === 'time' ? cellRule.reading : undefined));
  }

  /** True if the record is certainly valid by itself; the facts are then those of this record. */
  accepts(record: Bounds): boolean {
    const { starts, ends, forms, bytes } = record;
    const facts = this.#facts;
    for (let at = 0; at < this.#nevers.length; at++)
      if (forms[this.#nevers[at] as number] !== EMPTY) return false;
    this.#begin(record);
    for (let slot = 0; slot < this.#kinds.length; slot++) {
      const kind = this.#kinds[slot] as number;
      const column = this.#columns[slot] as number;
      const form = kind === CONSTANT ? EMPTY : (forms[column] as number);
      if (form === EMPTY) {
        if (!this.#acceptsEmpty(slot)) return false;
        continue;
      }
      facts.lost |= this.#lost[slot] as number;
      const from = starts[column] as number;
      const end = ends[column] as number;
      if (form !== PLAIN && !this.#reads(form, kind, bytes, from, end)) return false;
      if (end - from > (this.#bytesMax[slot] as number)) return false;
      this.#sum = contentField(this.#sum, this.#indexes[slot] as number);
      if (!this.#acceptsCell(slot, kind, form, bytes, from, end)) return false;
    }
    facts.content = contentDone(this.#sum);
    return true;
  }

  #begin(record: Bounds): void {
    this.#check.begin(record.bytes);
    this.#sum = contentSeed();
    this.#facts.begin(record);
    this.#facts.lost = this.#alwaysLost;
  }

  /** An empty field takes its fallback; without one, it must not be required. */
  #acceptsEmpty(slot: number): boolean {
    this.timeForms[slot] = TIME_FORMS;
    const { fallback, required, index, isSentAt } = this.rules[slot] as Rule;
    if (isSentAt) this.#sum = contentSeconds(contentField(this.#sum, index), this.#facts.seconds);
    if (fallback === undefined) return !required;
    this.#sum = contentField(this.#sum, index);
    this.#keepWord(slot, fallback);
    return true;
  }

  #acceptsCell(
    slot: number,
    kind: number,
    form: number,
    bytes: Uint8Array,
    from: number,
    end: number,
  ): boolean {
    const check = this.#check;
    switch (kind) {
      case ID:
        check.id(bytes, from, end, this.#affixes[slot]);
        if (check.wasUpper) this.#facts.flag(WAS_UPPER);
        this.#keep(slot);
        break;
      case TEXT:
        this.#sum = check.text(bytes, from, end, form, this.#sum);
        break;
      case KEY:
        check.key(bytes, from, end, form);
        this.#keep(slot);
        break;
      case TIME:
        return this.#acceptsTime(slot, bytes, from, end);
      case WORD:
        return this.#acceptsWord(slot, bytes, from, end);
      case URL_CELL:
        this.#sum = check.url(bytes, from, end, this.#sum);
        break;
      case JSON_CELL:
      case TAGS:
        this.#sum = check.json(bytes, from, end, form, this.#sum);
        return check.sure && (kind === TAGS ? check.isTags : check.isObject);
      default:
        return false;
    }
    return check.sure;
  }

  #acceptsTime(slot: number, bytes: Uint8Array, from: number, end: number): boolean {
    const time = this.#time;
    if (!time.read(bytes, from, end, this.#readings[slot] as TimeReading)) return false;
    if (time.cut) this.#facts.setCut(this.#indexes[slot] as number);
    this.timeForms[slot] = time.form;
    this.seconds[slot] = time.seconds;
    this.#sum = contentSeconds(this.#sum, time.seconds);
    if (this.#places[slot] === SECONDS) this.#facts.seconds = time.seconds;
    return true;
  }

  #acceptsWord(slot: number, bytes: Uint8Array, from: number, end: number): boolean {
    const word = wordAt(this.#words[slot] as readonly Word[], bytes, from, end);
    if (word) this.#keepWord(slot, word);
    return word !== undefined;
  }

  /** Whether a cell that is not plain text (escaped, or a JSON literal) can be checked as the field's kind. */
  #reads(form: number, kind: number, bytes: Uint8Array, from: number, end: number): boolean {
    const isJson = kind === JSON_CELL || kind === TAGS;
    if (form === NESTED) return isJson;
    if (form === DOUBLED) return kind === TEXT || kind === KEY || isJson;
    if (form === ESCAPED) return kind === TEXT || isJson;
    if (isJson) return false;
    if (kind === TIME) return isDigit(bytes[from] as number);
    return kind === WORD || isWhole(bytes, from, end);
  }

  #keepWord(slot: number, { lo, hi, value }: Pick<Word, 'lo' | 'hi' | 'value'>): void {
    this.#sum = contentPair(this.#sum, lo, hi);
    this.#facts.flag(flagOf(this.#entity, this.rules[slot]?.field ?? '', value));
  }

  #keep(slot: number): void {
    const { lo, hi } = this.#check;
    const facts = this.#facts;
    this.#sum = contentPair(this.#sum, lo, hi);
    const place = this.#places[slot] as number;
    if (place !== NOWHERE) facts.keep(place, lo, hi);
  }
}

/** Digits of a number that JavaScript does not round. */
const WHOLE_DIGITS_MAX = 15;

/** Whether a JSON number stands for the text that its bytes show: `1e3` and `1.50` do not. */
function isWhole(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from;
  while (at < end && isDigit(bytes[at] as number)) at++;
  return at === end && end - from <= WHOLE_DIGITS_MAX;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

function wordAt(words: readonly Word[], bytes: Uint8Array, from: number, end: number): Word | undefined {
  const length = end - from;
  for (const word of words) {
    if (word.bytes.length !== length) continue;
    let at = 0;
    while (at < length && bytes[from + at] === word.bytes[at]) at++;
    if (at === length) return word;
  }
  return undefined;
}
