import type { TemporaryPlace } from '../files/buffered-file.ts';
import { fingerprint64 } from '../keys/fingerprint64.ts';
import { EqualRows, EqualRowsOfFile, type Keep, RepeatedKeys } from '../keys/key-table.ts';
import { ExternalSort } from './external-sort.ts';
import { leftOutMark, markOf, type PreparedInput, type RowOrigin } from './prepared-row.ts';
import type { PreparedWriter } from './prepared-table.ts';
import { ENDS, type RowText } from './row-text.ts';

/** The rules that decide the order, the numbers and the marks of a table's rows. */
export type RowRules = {
  /**
   * `asIs`; `newestFirst` reads each file from its last row; `byTime` sorts all rows by `timeOf`, stable: a row without a
   * time stays right after the row before it in its file.
   */
  readonly order: 'asIs' | 'newestFirst' | 'byTime';
  /** For `newestFirst`: whether the rows of an input keep their order. */
  isAsIs?(input: number): boolean;
  /** Epoch seconds, for `byTime`. */
  timeOf?(input: number, row: PreparedInput): number | undefined;
  /**
   * A text that equal rows of a file have in common. In the order of the table, the n-th of them gets n as the extra cell
   * `$nth`; rows that are left out, rows with faults and rows without such a text (undefined) are not counted.
   */
  nthOf?(input: number, row: PreparedInput): string | undefined;
  /**
   * The key of a row, without its number among equal ones: of rows with the same key one stays, as `keep` says. The others
   * are left out by the rule `onDuplicate`, with `lastInput` by `superseded`, or rejected.
   */
  keyOf?(input: number, row: PreparedInput): string | undefined;
  /** True if a row stands after all rows that are not so. Such rows keep their order. */
  isLater?(input: number, row: PreparedInput): boolean;
  /** @default 'last' */
  readonly keep?: Keep | undefined;
  /**
   * Takes each row that could be read and is not left out, with its cells as they will be read from the table, while it is
   * written. Only if `isWatchable`.
   */
  onRow?(cells: readonly string[], place: RowOrigin): void;
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
/** 1 for a row that stands after all others. */
const LATER = 11;
/** The number among equal rows that is known before the rows are sorted. */
const EARLY = 12;
const WORDS = 13;

/** Puts rows in their order, numbers equal ones, and writes them. */
export class TableBuilder implements Disposable {
  readonly #rules: RowRules;
  readonly #writer: PreparedWriter;
  readonly #text: RowText;
  readonly #sorter: ExternalSort | undefined;
  /** The rows that stand after all others, in the order of the table. */
  #later: ExternalSort | undefined;
  #laterCount = 0;
  readonly #openLater: () => ExternalSort;
  readonly #words = new Uint32Array(WORDS);
  readonly #byte = new Float64Array(1);
  readonly #byteWords = new Uint32Array(this.#byte.buffer);
  readonly #equal = new EqualRows();
  /** Numbers rows before they are sorted by time; undefined if that is not possible. */
  readonly #early: EqualRowsOfFile | undefined;
  /** The inputs whose rows are numbered when they are sorted. */
  readonly #late = new Set<number>();
  readonly #keys: RepeatedKeys;
  #input = 0;
  #rowOfInput = 0;
  #time = -Infinity;

  /** @param runBytes memory of the sorter; only tests need another */
  constructor(
    rules: RowRules,
    text: RowText,
    writer: PreparedWriter,
    place: TemporaryPlace,
    runBytes?: number,
  ) {
    this.#rules = rules;
    this.#keys = new RepeatedKeys(rules.keep ?? 'last');
    this.#text = text;
    this.#writer = writer;
    this.#sorter = rules.order === 'asIs' ? undefined : new ExternalSort(place, WORDS, runBytes);
    this.#early = rules.order === 'byTime' && !rules.isLater ? new EqualRowsOfFile() : undefined;
    this.#openLater = () => new ExternalSort(place, WORDS, runBytes);
  }

  /** Begins the rows of an input. */
  begin(input: number): void {
    this.#input = input;
    this.#rowOfInput = 0;
    this.#time = -Infinity;
    this.#early?.clear();
    // Rows of different files are never equal; only in order of time, and behind all others, do they come mixed.
    if (this.#rules.order !== 'byTime' && !this.#rules.isLater) this.#equal.clear();
  }

  add(row: PreparedInput): void {
    if (!this.#sorter) {
      this.#write(row);
      return;
    }
    const text = this.#text.head(this.#input, row);
    this.#fill(row);
    const at = this.#sortKey(row);
    this.#numberEarly(at);
    this.#sorter.add(at, this.#words, text);
  }

  /** Writes up to `count` rows that are in order now; false if there are no more. */
  drain(count: number): boolean {
    const sorter = this.#sorter;
    if (!sorter) return false;
    for (let done = 0; done < count; done++) {
      if (!sorter.next()) return false;
      const { bytes, start, end, words } = sorter;
      if (words[LATER] === 1)
        this.#keepLater((later, at) => later.addBytes(at, words, { bytes, start, end }));
      else this.#writeSorted(sorter);
    }
    return true;
  }

  /** The same of the rows that stand after all others, once all are drained. */
  drainLater(count: number): boolean {
    const later = this.#later;
    for (let done = 0; later && done < count; done++) {
      if (!later.next()) return false;
      this.#writeSorted(later);
    }
    return later !== undefined;
  }

  #writeSorted({ bytes, start, end, words }: ExternalSort): void {
    const rest = this.#text.rest(words[ENDING] as number, this.#number(words));
    this.#writer.addBytes(bytes, start, end, rest, this.#place(words));
  }

  #keepLater(add: (later: ExternalSort, at: number) => void): void {
    this.#later ??= this.#openLater();
    add(this.#later, this.#laterCount++);
  }

  /** Marks the rows that do not stay because of another row with their key. */
  finish(): void {
    const keys = this.#keys;
    const { keep } = this.#rules;
    const rule = keep === 'lastInput' ? 'superseded' : 'onDuplicate';
    const mark = keep === 'error' ? markOf({ fault: REPEATED }) : leftOutMark(rule);
    if (keys.repeated > 0) this.#writer.markRows((row) => keys.isRepeated(row), mark);
  }

  [Symbol.dispose](): void {
    this.#sorter?.[Symbol.dispose]();
    this.#later?.[Symbol.dispose]();
  }

  /** Writes a row in the order of its file. */
  #write(row: PreparedInput): void {
    const [text, writer] = [this.#text, this.#writer];
    if (this.#rules.isLater?.(this.#input, row)) {
      const head = text.head(this.#input, row);
      this.#fill(row);
      this.#keepLater((later, at) => later.add(at, this.#words, head));
      return;
    }
    // The cells of a record are a row of a table with columns, never an object.
    const isBegun = text.columns !== undefined && row.record !== undefined && writer.begin(row.record);
    const line = isBegun ? text.added(this.#input, row) : text.head(this.#input, row);
    this.#fillKeys(row);
    const nth = this.#number(this.#words);
    const { file = this.#input, line: atLine, byte = -1, row: number = 0 } = row;
    const place = { file, line: atLine, byte, row: number };
    writer.add(line + text.rest(text.ends, nth), place);
    if (!text.isFault && row.leftOut === undefined)
      this.#rules.onRow?.(text.cells(this.#input, row, nth), place);
  }

  /** Fills the words of a row for the sorter. */
  #fill(row: PreparedInput): void {
    const { line, byte = -1, row: number = 0, file = this.#input } = row;
    const words = this.#words;
    this.#byte[0] = byte;
    words[FILE] = file;
    words[LINE] = line;
    words[BYTE] = this.#byteWords[0] as number;
    words[BYTE + 1] = this.#byteWords[1] as number;
    words[ENDING] = this.#text.ends;
    words[ROW] = number;
    words[LATER] = this.#rules.isLater?.(this.#input, row) ? 1 : 0;
    this.#fillKeys(row);
  }

  /** Fills the words that decide the number of a row, and whether it stays. */
  #fillKeys(row: PreparedInput): void {
    const words = this.#words;
    words[INPUT] = this.#input;
    words[NTH] = 0;
    words[NTH + 1] = 0;
    words[KEY] = 0;
    words[KEY + 1] = 0;
    if (this.#text.isFault || row.leftOut !== undefined) return;
    const { nthOf, keyOf } = this.#rules;
    if (nthOf && this.#text.ends >= ENDS.numberedArray) {
      const equal = nthOf(this.#input, row);
      if (equal !== undefined) this.#note(NTH, equal);
    }
    const key = keyOf?.(this.#input, row);
    if (key !== undefined) this.#note(KEY, key);
  }

  #note(word: number, text: string): void {
    const { lo, hi } = fingerprint64(text);
    this.#words[word] = lo;
    // 0 in both words stands for none.
    this.#words[word + 1] = lo === 0 && hi === 0 ? 1 : hi;
  }

  #sortKey(row: PreparedInput): number {
    const { order, isAsIs } = this.#rules;
    if (order === 'newestFirst') {
      const number = this.#rowOfInput++;
      return isAsIs?.(this.#input) ? number : -number;
    }
    const time = row.fault ? undefined : this.#rules.timeOf?.(this.#input, row);
    if (time !== undefined && !Number.isNaN(time)) this.#time = time;
    return this.#time;
  }

  /** Numbers a row that has not yet been sorted. */
  #numberEarly(time: number): void {
    const words = this.#words;
    const [lo, hi] = [words[NTH] as number, words[NTH + 1] as number];
    if (!this.#early || (lo === 0 && hi === 0) || this.#late.has(this.#input)) return;
    const nth = this.#early.next(time, lo, hi);
    words[EARLY] = nth ?? 0;
    if (nth === undefined) this.#late.add(this.#input);
  }

  /** The number of a row among equal ones, 0 if it is not numbered. Rows come here in the order of the table. */
  #number(words: Uint32Array): number {
    let nth = 0;
    const [lo, hi] = [words[NTH] as number, words[NTH + 1] as number];
    const input = words[INPUT] as number;
    const isEarly = this.#early !== undefined && !this.#late.has(input);
    if (lo !== 0 || hi !== 0) nth = isEarly ? (words[EARLY] as number) : this.#equal.next(input, lo, hi);
    const [keyLo, keyHi] = [words[KEY] as number, words[KEY + 1] as number];
    // Equal rows with different numbers have different keys.
    const keyOfNth = nth > 1 ? (keyLo ^ Math.imul(nth, SPREAD)) >>> 0 : keyLo;
    if (keyLo !== 0 || keyHi !== 0) this.#keys.note(this.#writer.rows, keyOfNth, keyHi, input);
    return nth;
  }

  #place(words: Uint32Array): RowOrigin {
    this.#byteWords[0] = words[BYTE] as number;
    this.#byteWords[1] = words[BYTE + 1] as number;
    return {
      file: words[FILE] as number,
      line: words[LINE] as number,
      byte: this.#byte[0] as number,
      row: words[ROW] as number,
    };
  }
}

const REPEATED = {
  code: 'ROW.DUPLICATE',
  message: 'an earlier row has the same key, and onDuplicate is error',
};

/** An odd constant that spreads small numbers over a word. */
const SPREAD = 0x9e3779b1 | 0;
