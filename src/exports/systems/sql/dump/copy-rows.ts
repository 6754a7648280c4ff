import { textOf, unescaped } from './dump-values.ts';
import type { DumpWindow } from './dump-window.ts';
import { isTooLong, type RowTaker } from './row-taker.ts';

const [TAB, LF, CR, BACKSLASH, DOT, UPPER_N] = [0x09, 0x0a, 0x0d, 0x5c, 0x2e, 0x4e];

/** Reads the data of a COPY: a row on each line, up to the line `\.`. */
export class CopyRows {
  readonly #rows: RowTaker;
  #isInRow = false;
  /** True if a value is passed over up to its end, because it is too long. */
  #isLong = false;

  constructor(rows: RowTaker) {
    this.#rows = rows;
  }

  /** True if the dump ends inside of a row. */
  get isInRow(): boolean {
    return this.#isInRow;
  }

  /** Reads on; true behind the line that ends the data, false if that is not in memory. */
  advance(window: DumpWindow): boolean {
    for (;;) {
      if (!this.#isInRow) {
        const ended = this.#begin(window);
        if (ended !== undefined) return ended;
      }
      if (!this.#value(window)) return false;
    }
  }

  #begin(window: DumpWindow): boolean | undefined {
    const { bytes, at, end } = window;
    if (at >= end) return false;
    if (bytes[at] === BACKSLASH) {
      if (at + 1 >= end && !window.isLast) return false;
      if (bytes[at + 1] === DOT) {
        const stop = window.find(LF, at);
        if (stop === -1 && !window.isLast) return false;
        window.at = stop === -1 ? end : stop + 1;
        return true;
      }
    }
    this.#rows.begin(window.offsetOf(at), window.lineAt(at));
    this.#isInRow = true;
    return undefined;
  }

  /** Reads a value and what ends it. */
  #value(window: DumpWindow): boolean {
    const { bytes, end, at: from } = window;
    let bits = 0;
    let isEscaped = false;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === TAB || byte === LF) break;
      bits |= byte;
      if (byte === BACKSLASH) isEscaped = true;
    }
    if (at >= end) {
      if (isTooLong(from, end)) this.#isLong = true;
      // Its beginning is not needed again.
      if (this.#isLong) window.at = end;
      return false;
    }
    const isLast = bytes[at] === LF;
    this.#put(window, from, isLast && bytes[at - 1] === CR && at > from ? at - 1 : at, {
      isEscaped,
      isAscii: bits < 0x80,
    });
    window.at = at + 1;
    if (isLast) {
      this.#isInRow = false;
      this.#rows.end();
    }
    return true;
  }

  #put(
    { bytes }: DumpWindow,
    from: number,
    to: number,
    { isEscaped, isAscii }: { readonly isEscaped: boolean; readonly isAscii: boolean },
  ): void {
    const rows = this.#rows;
    if (this.#isLong || isTooLong(from, to)) {
      this.#isLong = false;
      rows.putTooLong();
    } else if (rows.slot < 0) rows.column++;
    else if (!isEscaped) rows.put(textOf(bytes, from, to, isAscii));
    else if (to - from === 2 && bytes[from + 1] === UPPER_N) rows.put(null);
    else {
      const plain = unescaped(bytes, from, to, 'copy');
      rows.put(textOf(plain, 0, plain.length, false));
    }
  }
}

/** Bytes that the line at the end of the data may have. */
const END_BYTES = 8;

/** Moves behind the data of a COPY, which nobody wants; false if its end is not in memory. */
export function passCopy(window: DumpWindow): boolean {
  for (let from = Math.max(0, window.at - 1); ; from++) {
    from = window.findText('\n\\.', from);
    if (from === -1) break;
    const isKnown = from + 3 < window.end;
    if (!isKnown && !window.isLast) break;
    const next = window.bytes[from + 3];
    if (isKnown && next !== LF && next !== CR) continue;
    const stop = window.find(LF, from + 3);
    if (stop === -1 && !window.isLast) break;
    window.at = stop === -1 ? window.end : stop + 1;
    return true;
  }
  window.at = Math.max(window.at, window.end - END_BYTES);
  return false;
}
