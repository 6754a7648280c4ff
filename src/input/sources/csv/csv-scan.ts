import { DOUBLED, EMPTY, PLAIN } from '../../rows/record.ts';

/** The way in which a scan over one CSV record ended. */
export type ScanEnd =
  /** At a line end or at the end of the text: the record is complete. */
  | 'record'
  /** At the bound, outside quotes. */
  | 'unended'
  /** At the bound, inside a quoted cell; the quote opened at `at`. */
  | 'unclosed'
  /** At `at`: text after a closing quote. */
  | 'after-quote'
  /** At `at`: a quote inside a cell without quotes. */
  | 'inner-quote';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** The kinds of bytes outside quotes; PLAIN_BYTE has no special meaning. */
const PLAIN_BYTE = 0;
const DELIMITER = 1;
const LINE_END = 2;

/**
 * Finds the end of one record and its cells. A quote opens only at the start of a cell, `""` inside quotes is a quote,
 * and after a closing quote only a delimiter, a line end or the end of the text may follow. The result is in the fields
 * and valid until the next scan, so that no object is made for a row.
 */
export class CsvScanner {
  /** Index after the record's text, at its line end. */
  end = 0;
  /** Index after the line end. */
  next = 0;
  /** Number of cells in the record. */
  cells = 0;
  /** True if one of the cells that are only counted has a value. */
  isOverfilled = false;
  /** Number of line ends inside the record, in quotes. */
  innerLines = 0;
  /** Index of the fault. */
  at = 0;
  /** Index of the opening quote of the first cell with a line end; valid only if `innerLines` is not 0. */
  spanAt = 0;
  /**
   * For each cell: its first index, the index after it, and its form. Further cells are only counted; cells that the record
   * lacks are empty.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;

  readonly #kinds = new Uint8Array(256);
  #doubled = false;

  /**
   * @param delimiter one ASCII character, neither a quote nor a line end
   * @param cellsKept the number of cells whose bounds are kept
   */
  constructor(delimiter: string, cellsKept: number) {
    this.#kinds[LF] = LINE_END;
    this.#kinds[CR] = LINE_END;
    this.#kinds[QUOTE] = 3;
    this.#kinds[delimiter.charCodeAt(0)] = DELIMITER;
    this.starts = new Int32Array(cellsKept);
    this.ends = new Int32Array(cellsKept);
    this.forms = new Uint8Array(cellsKept);
  }

  /**
   * Scans from the first byte of a record up to `bound`.
   * @param last whether the text ends at `bound`; if not, the scan ends where the next byte would decide
   */
  scan(bytes: Buffer, start: number, bound: number, last: boolean): ScanEnd {
    const kinds = this.#kinds;
    this.cells = 0;
    this.isOverfilled = false;
    this.innerLines = 0;
    let cellStart = start;
    let at = start;
    for (;;) {
      while (at < bound && kinds[bytes[at] as number] === PLAIN_BYTE) at += 1;
      if (at >= bound) {
        if (!last) return 'unended';
        this.#cell(cellStart, bound, at > cellStart ? PLAIN : EMPTY);
        return this.#ended(bound, bound);
      }
      let kind = kinds[bytes[at] as number] as number;
      if (kind !== DELIMITER && kind !== LINE_END) {
        this.at = at;
        if (at !== cellStart) return 'inner-quote';
        const close = this.#closingQuote(bytes, at + 1, bound, last);
        if (close === -1) return 'unclosed';
        this.#cell(at + 1, close, this.#doubled ? DOUBLED : close > at + 1 ? PLAIN : EMPTY);
        at = close + 1;
        if (at >= bound) return last ? this.#ended(bound, bound) : 'unended';
        kind = kinds[bytes[at] as number] as number;
        if (kind !== DELIMITER && kind !== LINE_END) {
          this.at = at;
          return 'after-quote';
        }
      } else {
        this.#cell(cellStart, at, at > cellStart ? PLAIN : EMPTY);
      }
      if (kind === LINE_END) {
        if (bytes[at] === LF) return this.#ended(at, at + 1);
        if (at + 1 < bound) return this.#ended(at, bytes[at + 1] === LF ? at + 2 : at + 1);
        return last ? this.#ended(at, bound) : 'unended';
      }
      at += 1;
      cellStart = at;
    }
  }

  #cell(start: number, end: number, form: number): void {
    const cell = this.cells;
    this.cells = cell + 1;
    if (cell >= this.starts.length) {
      if (form !== EMPTY) this.isOverfilled = true;
      return;
    }
    this.starts[cell] = start;
    this.ends[cell] = end;
    this.forms[cell] = form;
  }

  #ended(end: number, next: number): ScanEnd {
    for (let cell = this.cells; cell < this.starts.length; cell++) {
      this.starts[cell] = end;
      this.ends[cell] = end;
      this.forms[cell] = EMPTY;
    }
    this.end = end;
    this.next = next;
    return 'record';
  }

  /** Index of the closing quote, -1 if there is none before the bound; counts the line ends before it. */
  #closingQuote(bytes: Buffer, from: number, bound: number, last: boolean): number {
    this.#doubled = false;
    let at = from;
    while (at < bound) {
      const byte = bytes[at] as number;
      if (byte > QUOTE) {
        at += 1;
        continue;
      }
      if (byte === QUOTE) {
        if (at + 1 >= bound) return last ? at : -1;
        if (bytes[at + 1] !== QUOTE) return at;
        this.#doubled = true;
        at += 1;
      } else if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) {
        if (this.innerLines === 0) this.spanAt = from - 1;
        this.innerLines += 1;
      }
      at += 1;
    }
    return -1;
  }
}

/** The end of a physical line: where its text ends, and where the next line begins. */
export type LineEnd = { readonly end: number; readonly next: number };

/** Index after the LF or CR LF at an index; -1 if there is none, or if the bound is too near to decide. */
export function lineEndAt(bytes: Buffer, at: number, bound: number): number {
  if (at + 1 >= bound) return -1;
  if (bytes[at] === LF) return at + 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : -1;
}

/**
 * The first line end (LF, CR LF or CR) in `bytes` from `from` up to `bound`. A CR just before the bound counts only if
 * the text ends there (`last`).
 */
export function lineEndIn(bytes: Buffer, from: number, bound: number, last: boolean): LineEnd | undefined {
  for (let at = from; at < bound; at += 1) {
    if (bytes[at] === LF) return { end: at, next: at + 1 };
    if (bytes[at] !== CR) continue;
    if (at + 1 < bound) return { end: at, next: bytes[at + 1] === LF ? at + 2 : at + 1 };
    if (last) return { end: at, next: at + 1 };
  }
  return undefined;
}

/**
 * The limit up to which a scan may read. At `bound` the text ends (`last`), a row is too long (`over`), or bytes
 * are missing.
 */
export type SearchWindow = { readonly bound: number; readonly last: boolean; readonly over: boolean };

/** True if more bytes are needed to find the end of a record. */
export function isUndecided(how: ScanEnd, { last, over }: SearchWindow): boolean {
  return (how === 'unended' && !over) || (how === 'unclosed' && !over && !last);
}
