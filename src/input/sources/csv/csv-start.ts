import type { Bytes } from '../bytes/bytes.ts';

/** A position in a text: the offset of a byte, and the 1-based physical line that it is on. */
export type TextPlace = { readonly byte: number; readonly line: number };

/** The place where the records of a CSV text begin, and the delimiter that its first line declares. */
export type CsvStart = TextPlace & { readonly delimiter?: string };

/** The line with which Excel declares a delimiter. */
const SEP = /^"?sep=([^"\r\n])"?$/i;
const SEP_BYTES_MAX = 16;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Finds the first record of a CSV text: after `skipLines` physical lines, and after a first line `sep=;`, which counts
 * among them.
 */
export async function csvStart(bytes: Bytes, skipLines: number): Promise<CsvStart> {
  const lines = new LineEnds({ byte: bytes.start, line: 1 });
  let head: Buffer = Buffer.alloc(0);
  let delimiter: string | undefined;
  let skip = skipLines;
  for await (const piece of bytes.read(bytes.start)) {
    if (head.length < SEP_BYTES_MAX) {
      head = Buffer.concat([head, piece.subarray(0, SEP_BYTES_MAX)]);
      delimiter = sepIn(head);
      skip = Math.max(skip, delimiter === undefined ? 0 : 1);
    }
    if (lines.passes(piece, 0, 1 + skip)) break;
  }
  const { byte, line } = lines.start;
  return { byte, line, ...(delimiter === undefined ? {} : { delimiter }) };
}

function sepIn(head: Buffer): string | undefined {
  const [first = ''] = head.toString().split(/[\r\n]/, 1);
  return SEP.exec(first)?.[1];
}

/** Counts line ends (LF, CR LF, CR) in text that comes in pieces. */
class LineEnds {
  start: TextPlace;
  #byte: number;
  #afterReturn = false;

  constructor(from: TextPlace) {
    this.start = from;
    this.#byte = from.byte;
  }

  /** Moves `start` to the beginning of a line; true if it has been reached. */
  passes(piece: Buffer, from: number, line: number): boolean {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at];
      const second = this.#afterReturn && byte === LF;
      this.#afterReturn = byte === CR;
      if (this.start.line >= line && !second) return true;
      this.#byte += 1;
      if (second) this.start = { byte: this.#byte, line: this.start.line };
      else if (byte === LF || byte === CR) this.start = { byte: this.#byte, line: this.start.line + 1 };
    }
    return false;
  }
}
