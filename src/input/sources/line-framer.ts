import type { Place } from '../rows/record.ts';
import { PieceWindow } from './bytes/piece-window.ts';
import { rawText } from './row-fault.ts';
import { ROW_BYTES_MAX } from './source.ts';

const LF = 0x0a;
const CR = 0x0d;

/** One physical line that is not empty, in the framer's `bytes` until the next push. */
export type FramedLine = Place & {
  /** Set if the line is longer than `ROW_BYTES_MAX`: its beginning; the rest was dropped. */
  readonly cut?: string;
};

/**
 * Finds the lines of a text that comes in pieces of any size. A line ends with LF, CR LF or CR. Keeps at most one line
 * of the maximum length and one piece in memory.
 */
export class LineFramer extends PieceWindow {
  /** From `at` to this index there is no line end. */
  #searched = 0;
  /** The next LF and CR; the end of the bytes if there is none. Before `at` if it is not known. */
  #lf = 0;
  #cr = 0;
  /** True if they were sought in these bytes. A screen that takes all lines needs none of them. */
  #isSought = true;
  /** The beginning of a line whose rest is dropped. */
  #dropping: { readonly byte: number; readonly cut: string } | undefined;

  /** Adds the next piece. `next` then gives the lines that are complete; all of them must be taken before the next piece comes. */
  override push(piece: Buffer, given?: Buffer, free = 0): void {
    this.#searched = Math.max(0, this.#searched - this.at);
    super.push(piece, given, free);
    this.#isSought = false;
  }

  /** True if the place is inside a record whose rest is dropped. */
  get isDropping(): boolean {
    return this.#dropping !== undefined;
  }

  /** The next line that is not empty; undefined if none is complete. */
  next(): FramedLine | undefined {
    const { bytes } = this;
    if (!this.#isSought) {
      this.#isSought = true;
      this.#lf = bytesFound(bytes, LF, Math.max(this.at, this.#searched));
      this.#cr = bytesFound(bytes, CR, Math.max(this.at, this.#searched));
    }
    for (;;) {
      if (this.#lf < this.at) this.#lf = bytesFound(bytes, LF, this.at);
      if (this.#cr < this.at) this.#cr = bytesFound(bytes, CR, this.at);
      const end = Math.min(this.#lf, this.#cr);
      // A carriage return at the end may be half of a line end.
      if (end === bytes.length || (this.#cr === end && end + 1 === bytes.length)) break;
      const line = this.#take(end, this.#cr === end && this.#lf === end + 1 ? end + 2 : end + 1);
      if (line !== undefined) return line;
    }
    this.#searched = this.#cr;
    this.#dropTooLong();
    return undefined;
  }

  /** The last line of a text that does not end with a line end. */
  end(): FramedLine | undefined {
    const { length } = this.bytes;
    const onlyCr = this.bytes[length - 1] === 0x0d;
    if (this.at >= length && this.#dropping === undefined) return undefined;
    return this.#take(onlyCr ? length - 1 : length, length);
  }

  #take(end: number, next: number): FramedLine | undefined {
    const start = this.at;
    const line = this.atLine;
    const begun = this.#dropping;
    this.#dropping = undefined;
    this.at = next;
    if (next > end) this.atLine += 1;
    if (start === end && begun === undefined) return undefined;
    const place = { line, endByte: this.base + next, endLine: this.atLine, start, end };
    if (begun !== undefined) return { ...begun, ...place };
    const byte = this.base + start;
    if (end - start <= ROW_BYTES_MAX) return { byte, ...place };
    return { byte, ...place, cut: rawText(this.bytes.subarray(start, end)) };
  }

  #dropTooLong(): void {
    const { length } = this.bytes;
    if (this.#dropping === undefined) {
      if (length - this.at <= ROW_BYTES_MAX + 1) return;
      this.#dropping = { byte: this.base + this.at, cut: rawText(this.bytes.subarray(this.at)) };
    }
    this.at = this.bytes[length - 1] === 0x0d ? length - 1 : length;
  }
}

/** Index of the next such byte; the end if there is none. */
function bytesFound(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? bytes.length : found;
}
