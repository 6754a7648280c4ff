import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Values } from '../rows/row.ts';
import { ExternalSort } from './external-sort.ts';
import { EqualRows } from './key-table.ts';
import { leftOutMark, markOf } from './line-text.ts';
import type { PreparedInput } from './prepared-row.ts';
import type { PreparedWriter } from './prepared-writer.ts';
import { type Keep, RepeatedKeys } from './repeated-keys.ts';
import { ENDS, type RowText } from './row-text.ts';
import type { SpillPlace } from './spill.ts';

/** In which order a table has its rows. */
type RowOrder = 'asIs' | 'newestFirst' | 'byTime';

/** What decides the order, the numbers and the marks of a table's rows. */
export type RowRules = {
  readonly order: RowOrder;
  /** Whether the rows of an input keep their order though those of others are read from the last one. */
  isAsIs?(input: number): boolean;
  timeOf?(input: number, values: Values): number | undefined;
  nthOf?(input: number, values: Values): string | undefined;
  keyOf?(input: number, values: Values): string | undefined;
  /** @default 'last' */
  readonly keep?: Keep | undefined;
};

/** The words of a row on its way through the sorter. */
const FILE = 0;
const LINE = 1;
/** Two words: a 64-bit number. */
const BYTE = 2;
const INPUT = 4;
const ENDING = 5;
/** Two words: the fingerprint of what equal rows have in common; 0 if the row is not numbered. */
const NTH = 6;
/** Two words: the fingerprint of the key; 0 if the row has none. */
const KEY = 8;
const ROW = 10;
const WORDS = 11;

/** Puts rows in their order, numbers equal ones, and writes them. */
export class TableBuilder implements Disposable {
  readonly #rules: RowRules;
  readonly #writer: PreparedWriter;
  readonly #text: RowText;
  readonly #sorter: ExternalSort | undefined;
  readonly #words = new Uint32Array(WORDS);
  readonly #byte = new Float64Array(1);
  readonly #byteWords = new Uint32Array(this.#byte.buffer);
  readonly #equal = new EqualRows();
  readonly #keys: RepeatedKeys;
  #input = 0;
  #rowOfInput = 0;
  #time = -Infinity;

  /** @param runBytes memory of the sorter; only tests need another */
  constructor(rules: RowRules, text: RowText, writer: PreparedWriter, place: SpillPlace, runBytes?: number) {
    this.#rules = rules;
    this.#keys = new RepeatedKeys(rules.keep ?? 'last');
    this.#text = text;
    this.#writer = writer;
    this.#sorter = rules.order === 'asIs' ? undefined : new ExternalSort(place, WORDS, runBytes);
  }

  /** Begins the rows of an input. */
  begin(input: number): void {
    this.#input = input;
    this.#rowOfInput = 0;
    this.#time = -Infinity;
    // Rows of different files are never equal; only in order of time do they come mixed.
    if (this.#rules.order !== 'byTime') this.#equal.clear();
  }

  add(row: PreparedInput): void {
    const text = this.#text.head(this.#input, row);
    this.#fill(row);
    if (this.#sorter) this.#sorter.add(this.#sortKey(row), this.#words, text);
    else this.#writer.add(text + this.#rest(this.#words), ...this.#place(this.#words));
  }

  /** Writes up to `count` rows that are in order now; false if there are no more. */
  drain(count: number): boolean {
    const sorter = this.#sorter;
    if (!sorter) return false;
    for (let done = 0; done < count; done++) {
      if (!sorter.next()) return false;
      const { bytes, start, end, words } = sorter;
      this.#writer.addBytes(bytes, start, end, this.#rest(words), ...this.#place(words));
    }
    return true;
  }

  /** Marks the rows that do not stay because of another row with their key. */
  finish(): void {
    const keys = this.#keys;
    const mark = this.#rules.keep === 'error' ? markOf({ fault: REPEATED }) : leftOutMark('onDuplicate');
    if (keys.repeated > 0) this.#writer.markRows((row) => keys.isRepeated(row), mark);
  }

  [Symbol.dispose](): void {
    this.#sorter?.[Symbol.dispose]();
  }

  #fill({ values, line, byte = -1, row = 0, file, leftOut }: PreparedInput): void {
    const words = this.#words;
    this.#byte[0] = byte;
    words[FILE] = file ?? this.#input;
    words[LINE] = line;
    words[BYTE] = this.#byteWords[0] as number;
    words[BYTE + 1] = this.#byteWords[1] as number;
    words[INPUT] = this.#input;
    words[ENDING] = this.#text.ends;
    words.fill(0, NTH);
    words[ROW] = row;
    if (this.#text.isFault || leftOut !== undefined) return;
    const { nthOf, keyOf } = this.#rules;
    if (nthOf && this.#text.ends >= ENDS.numberedArray) {
      const equal = nthOf(this.#input, values);
      if (equal !== undefined) this.#note(NTH, equal);
    }
    const key = keyOf?.(this.#input, values);
    if (key !== undefined) this.#note(KEY, key);
  }

  #note(word: number, text: string): void {
    const { lo, hi } = fingerprint64(text);
    this.#words[word] = lo;
    // 0 in both words stands for none.
    this.#words[word + 1] = lo === 0 && hi === 0 ? 1 : hi;
  }

  #sortKey({ values, fault }: PreparedInput): number {
    const { order, isAsIs } = this.#rules;
    if (order === 'newestFirst') {
      const row = this.#rowOfInput++;
      return isAsIs?.(this.#input) ? row : -row;
    }
    const time = fault ? undefined : this.#rules.timeOf?.(this.#input, values);
    if (time !== undefined && !Number.isNaN(time)) this.#time = time;
    return this.#time;
  }

  /** The end of a row's line. Rows come here in the order of the table. */
  #rest(words: Uint32Array): string {
    let nth = 0;
    const [lo, hi] = [words[NTH] as number, words[NTH + 1] as number];
    if (lo !== 0 || hi !== 0) nth = this.#equal.next(words[INPUT] as number, lo, hi);
    const [keyLo, keyHi] = [words[KEY] as number, words[KEY + 1] as number];
    // Equal rows with different numbers have different keys.
    const keyOfNth = nth > 1 ? (keyLo ^ Math.imul(nth, SPREAD)) >>> 0 : keyLo;
    if (keyLo !== 0 || keyHi !== 0) this.#keys.note(this.#writer.rows, keyOfNth, keyHi);
    return this.#text.rest(words[ENDING] as number, nth);
  }

  #place(words: Uint32Array): [file: number, line: number, byte: number, row: number] {
    this.#byteWords[0] = words[BYTE] as number;
    this.#byteWords[1] = words[BYTE + 1] as number;
    return [words[FILE] as number, words[LINE] as number, this.#byte[0] as number, words[ROW] as number];
  }
}

const REPEATED = {
  code: 'ROW.DUPLICATE',
  message: 'an earlier row has the same key, and onDuplicate is error',
};

/** An odd constant that spreads small numbers over a word. */
const SPREAD = 0x9e3779b1 | 0;
