import type { Where } from '../../../errors/run-error.ts';
import { PieceWindow } from '../bytes/piece-window.ts';
import { columnAfter } from '../row-fault.ts';
import { isBlank } from './json-array-resync.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Text of the current line that is kept to tell the column of a fault. */
const LINE_BYTES_KEPT = 4_096;

/** The part of a text that is in memory, with what is needed to tell the column of a fault. */
export class TextWindow extends PieceWindow {
  /** The index at which the current line begins; undefined if that is no longer in memory. */
  #lineStart: number | undefined = 0;

  override push(piece: Buffer): void {
    const start = this.#lineStart;
    const keep =
      start !== undefined && this.at - start <= LINE_BYTES_KEPT ? Math.min(start, this.at) : this.at;
    this.#lineStart = start === undefined || start < keep ? undefined : start - keep;
    super.push(piece, undefined, 0, keep);
  }

  /** The offset of an index in the text. */
  byteAt(index: number): number {
    return this.base + index;
  }

  /** Moves past blanks; false if the text in memory ends before anything else. */
  skipBlanks(final: boolean): boolean {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at] as number;
      if (byte === LF) this.#newLine(this.at + 1);
      else if (byte === CR) {
        // It may be half of a line end.
        if (this.at + 1 === bytes.length && !final) return false;
        if (bytes[this.at + 1] !== LF) this.#newLine(this.at + 1);
      } else if (!isBlank(byte)) return true;
    }
    return false;
  }

  /** Moves to an index, past text with or without line ends; not between CR and LF. */
  moveTo(index: number): void {
    const { bytes } = this;
    for (let at = this.at; at < index; at += 1)
      if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) this.#newLine(at + 1);
    this.at = index;
  }

  /** The text of the current line before the current place; undefined if it is no longer in memory. */
  get lineBefore(): Buffer | undefined {
    return this.#lineStart === undefined ? undefined : this.bytes.subarray(this.#lineStart, this.at);
  }

  /** The place of an index at or after the current one. */
  placeOf(index: number): { readonly line: number; readonly byte: number; readonly column?: number } {
    let start = this.#lineStart;
    let line = this.atLine;
    for (let at = this.at; at < index; at += 1)
      if (this.bytes[at] === LF || (this.bytes[at] === CR && this.bytes[at + 1] !== LF)) {
        line += 1;
        start = at + 1;
      }
    const byte = this.byteAt(index);
    return start === undefined
      ? { line, byte }
      : { line, byte, column: columnAfter(this.bytes.subarray(start, index)) };
  }

  #newLine(start: number): void {
    this.atLine += 1;
    this.#lineStart = start;
  }
}

/** A place in words: `line 3, column 7`. */
export const shownPlace = ({ line, column, byte }: Omit<Where, 'file'>): string =>
  column === undefined ? `line ${line}, byte ${byte}` : `line ${line}, column ${column}`;
