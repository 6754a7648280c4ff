import { type Bounds, EMPTY, ESCAPED, PLAIN } from '../input/rows/record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSE = 0x5d;
const CODE = 0x75;

/** Finds the cells in a line that is a JSON array of texts, without parsing it. */
export class ArrayRecord implements Bounds {
  bytes: Buffer = Buffer.alloc(0);
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;
  readonly file: number;
  row = 0;
  line = 0;
  byte = 0;
  recordStart = 0;
  recordEnd = 0;
  endLine = 0;
  endByte = 0;

  /** @param columns cells of every row */
  constructor(file: number, columns: number) {
    this.file = file;
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
    this.forms = new Uint8Array(columns);
  }

  /**
   * Reads the line from `start`, its bracket, up to `end`.
   * @returns whether it is such an array, with a text for each column and no escaped code
   */
  reads(bytes: Buffer, start: number, end: number): boolean {
    this.bytes = bytes;
    this.recordStart = start;
    this.recordEnd = end;
    const { starts, ends, forms } = this;
    const last = starts.length - 1;
    let at = start + 1;
    for (let cell = 0; cell <= last; cell++) {
      if (bytes[at] !== QUOTE) return false;
      const from = ++at;
      let form = PLAIN;
      for (; at < end; at++) {
        const byte = bytes[at] as number;
        if (byte === QUOTE) break;
        if (byte !== BACKSLASH) continue;
        if (bytes[++at] === CODE) return false;
        form = ESCAPED;
      }
      if (at >= end) return false;
      starts[cell] = from;
      ends[cell] = at;
      forms[cell] = at === from ? EMPTY : form;
      if (bytes[++at] !== (cell === last ? CLOSE : COMMA)) return false;
      at++;
    }
    return at === end;
  }
}
