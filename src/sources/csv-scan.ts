/** How a scan over one CSV record ended. */
export type ScanEnd =
  /** At a line end or at the end of the text: the record is complete. */
  | 'record'
  /** At the bound, outside quotes. */
  | 'unended'
  /** At the bound, inside the quotes that opened at `at`. */
  | 'unclosed'
  /** At `at`: text after a closing quote. */
  | 'after-quote'
  /** At `at`: a quote inside a cell without quotes. */
  | 'inner-quote';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

const kinds = { plain: 0, delimiter: 1, lineEnd: 2, quote: 3 } as const;

/**
 * Finds the end of one record in bytes. A quote opens only at the start of a cell, `""` inside quotes is a quote, and
 * after a closing quote only a delimiter, a line end or the end of the text may follow. The result stands in the
 * fields, valid until the next scan: one object less for every row.
 */
export class CsvScanner {
  /** Index just past the record's text, at its line end. */
  end = 0;
  /** Index just past the line end. */
  next = 0;
  /** Cells of the record. */
  cells = 0;
  /** Line ends inside the record, in quotes. */
  innerLines = 0;
  /** Index of what is wrong. */
  at = 0;
  /** Index of the first quote in whose cell a line ends; meant only where `innerLines` is not 0. */
  spanAt = 0;

  readonly #kinds = new Uint8Array(256);

  /** @param delimiter one ASCII character, neither a quote nor a line end */
  constructor(delimiter: string) {
    this.#kinds[LF] = kinds.lineEnd;
    this.#kinds[CR] = kinds.lineEnd;
    this.#kinds[QUOTE] = kinds.quote;
    this.#kinds[delimiter.charCodeAt(0)] = kinds.delimiter;
  }

  /**
   * Scans from the first byte of a record up to `bound`.
   * @param last whether the text ends at `bound`; if not, what can only be told from the next byte ends the scan
   */
  scan(bytes: Buffer, start: number, bound: number, last: boolean): ScanEnd {
    this.cells = 1;
    this.innerLines = 0;
    let cellStart = start;
    let at = start;
    for (;;) {
      while (at < bound && this.#kinds[bytes[at] as number] === kinds.plain) at += 1;
      if (at >= bound) return last ? this.#ended(bound, bound) : 'unended';
      const kind = this.#kinds[bytes[at] as number];
      if (kind === kinds.lineEnd) {
        if (bytes[at] === LF) return this.#ended(at, at + 1);
        if (at + 1 < bound) return this.#ended(at, bytes[at + 1] === LF ? at + 2 : at + 1);
        return last ? this.#ended(at, bound) : 'unended';
      }
      if (kind === kinds.delimiter) {
        this.cells += 1;
        at += 1;
        cellStart = at;
        continue;
      }
      this.at = at;
      if (at !== cellStart) return 'inner-quote';
      const close = this.#closingQuote(bytes, at + 1, bound, last);
      if (close === -1) return 'unclosed';
      at = close + 1;
      if (at < bound && this.#kinds[bytes[at] as number] !== kinds.delimiter && !isLineEnd(bytes[at])) {
        this.at = at;
        return 'after-quote';
      }
    }
  }

  #ended(end: number, next: number): ScanEnd {
    this.end = end;
    this.next = next;
    return 'record';
  }

  /** Index of the quote that closes, -1 where the bound comes first; counts the line ends before it. */
  #closingQuote(bytes: Buffer, from: number, bound: number, last: boolean): number {
    let at = from;
    while (at < bound) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        if (at + 1 >= bound) return last ? at : -1;
        if (bytes[at + 1] !== QUOTE) return at;
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

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** A physical line: where its text ends and the next one begins. */
export type LineEnd = { readonly end: number; readonly next: number };

/**
 * The first line end (LF, CR LF or CR) in `bytes` from `from` up to `bound`; a CR just before the bound counts only
 * when `last` says that the text ends there.
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
