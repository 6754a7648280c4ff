import { rawText } from '../row-fault.ts';
import { ROW_BYTES_MAX } from '../source.ts';

/** One physical line that is not empty. */
export type FramedLine = {
  readonly byte: number;
  readonly line: number;
  /** The byte and line number after the line and its line end. */
  readonly endByte: number;
  readonly endLine: number;
  /** The line's text in the framer's `bytes`, until the next push. */
  readonly start: number;
  readonly end: number;
  /** Set if the line is longer than `ROW_BYTES_MAX`: its beginning; the rest was dropped. */
  readonly cut?: string;
};

/**
 * Finds the lines of a text that comes in pieces of any size. A line ends with LF, CR LF or CR. Keeps at most one line
 * of the maximum length and one piece in memory.
 */
export class LineFramer {
  /** The bytes that the indices of the lines refer to. */
  bytes: Buffer = Buffer.alloc(0);
  /** The memory of `bytes`; reused, so that pieces of a file need no new memory. */
  #room: Buffer = Buffer.alloc(0);
  #base: number;
  #at = 0;
  #line: number;
  /** From `#at` to this index there is no line end. */
  #searched = 0;
  /** The beginning of a line whose rest is dropped. */
  #dropping: { readonly byte: number; readonly cut: string } | undefined;

  /** @param from the byte and line at which the first piece begins */
  constructor(from: { readonly byte: number; readonly line: number }) {
    this.#base = from.byte;
    this.#line = from.line;
  }

  /** Adds the next piece, which may be overwritten afterwards, and returns the lines that are now complete. */
  push(piece: Buffer): readonly FramedLine[] {
    const rest = this.bytes.length - this.#at;
    const length = rest + piece.length;
    const room = length > this.#room.length ? Buffer.allocUnsafeSlow(length * 2) : this.#room;
    this.bytes.copy(room, 0, this.#at);
    piece.copy(room, rest);
    this.#room = room;
    this.#base += this.#at;
    this.#searched = Math.max(0, this.#searched - this.#at);
    this.#at = 0;
    this.bytes = room.subarray(0, length);
    const lines = this.#lines();
    this.#dropTooLong();
    return lines;
  }

  /** Returns the last line of a text that does not end with a line end. */
  end(): readonly FramedLine[] {
    const { length } = this.bytes;
    const onlyCr = this.bytes[length - 1] === 0x0d;
    if (this.#at >= length && this.#dropping === undefined) return [];
    const line = this.#take(onlyCr ? length - 1 : length, length);
    return line === undefined ? [] : [line];
  }

  #lines(): readonly FramedLine[] {
    const { bytes } = this;
    const lines: FramedLine[] = [];
    let lf = bytes.indexOf(0x0a, this.#searched);
    let cr = bytes.indexOf(0x0d, this.#searched);
    while (lf !== -1 || cr !== -1) {
      const byCr = cr !== -1 && (lf === -1 || cr < lf);
      const end = byCr ? cr : lf;
      // A carriage return at the end may be half of a line end.
      if (byCr && end + 1 === bytes.length) break;
      const next = byCr && lf === end + 1 ? end + 2 : end + 1;
      const line = this.#take(end, next);
      if (line !== undefined) lines.push(line);
      if (lf !== -1 && lf < next) lf = bytes.indexOf(0x0a, next);
      if (cr !== -1 && cr < next) cr = bytes.indexOf(0x0d, next);
    }
    this.#searched = cr === -1 ? bytes.length : cr;
    return lines;
  }

  #take(end: number, next: number): FramedLine | undefined {
    const start = this.#at;
    const line = this.#line;
    const begun = this.#dropping;
    this.#dropping = undefined;
    this.#at = next;
    if (next > end) this.#line += 1;
    if (start === end && begun === undefined) return undefined;
    const place = { line, endByte: this.#base + next, endLine: this.#line, start, end };
    if (begun !== undefined) return { ...begun, ...place };
    const byte = this.#base + start;
    if (end - start <= ROW_BYTES_MAX) return { byte, ...place };
    return { byte, ...place, cut: rawText(this.bytes.subarray(start, end)) };
  }

  #dropTooLong(): void {
    const { length } = this.bytes;
    if (this.#dropping === undefined) {
      if (length - this.#at <= ROW_BYTES_MAX + 1) return;
      this.#dropping = { byte: this.#base + this.#at, cut: rawText(this.bytes.subarray(this.#at)) };
    }
    this.#at = this.bytes[length - 1] === 0x0d ? length - 1 : length;
  }
}
