import type { Where } from '../../../errors/run-error.ts';
import type { JsonScan } from '../../json/json-scan.ts';
import { PieceRoom } from '../bytes/piece-room.ts';
import { columnAfter } from '../row-fault.ts';
import { isBlank } from './json-array-resync.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Text of the current line that is kept to tell the column of a fault. */
const LINE_BYTES_KEPT = 4_096;

/** The part of a text that is in memory, while the text comes in pieces, and the current place in it. */
export class TextWindow {
  /** The bytes that all indices refer to. */
  bytes: Buffer = Buffer.alloc(0);
  /** The index of the current place. */
  at = 0;
  /** The 1-based physical line of the current place. */
  line: number;
  readonly #room = new PieceRoom();
  #base: number;
  /** The index at which the current line begins; undefined if that is no longer in memory. */
  #lineStart: number | undefined = 0;

  constructor(from: { readonly byte: number; readonly line: number }) {
    this.#base = from.byte;
    this.line = from.line;
  }

  /** Adds a piece, which may be overwritten afterwards; all indices change. */
  push(piece: Buffer): void {
    const start = this.#lineStart;
    const keep =
      start !== undefined && this.at - start <= LINE_BYTES_KEPT ? Math.min(start, this.at) : this.at;
    this.#lineStart = start === undefined || start < keep ? undefined : start - keep;
    this.bytes = this.#room.join(this.bytes.subarray(keep), piece, undefined, 0);
    this.#base += keep;
    this.at -= keep;
  }

  /** Gives the memory back; called when nothing is read any more of the text. */
  release(): void {
    this.#room.release(undefined);
  }

  /** The offset of an index in the text. */
  byteAt(index: number): number {
    return this.#base + index;
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

  /**
   * Moves to an index, past text with or without line ends; not between CR and LF.
   * @param counted its line ends, if they were counted
   */
  moveTo(index: number, counted?: Pick<JsonScan, 'lines' | 'lineStart'>): void {
    const { bytes } = this;
    if (counted && counted.lines > 0) {
      this.line += counted.lines;
      this.#lineStart = counted.lineStart;
    }
    for (let at = counted ? index : this.at; at < index; at += 1)
      if ((bytes[at] as number) <= CR && (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)))
        this.#newLine(at + 1);
    this.at = index;
  }

  /** The text of the current line before the current place; undefined if it is no longer in memory. */
  get lineBefore(): Buffer | undefined {
    return this.#lineStart === undefined ? undefined : this.bytes.subarray(this.#lineStart, this.at);
  }

  /** The place of an index at or after the current one. */
  placeOf(index: number): { readonly line: number; readonly byte: number; readonly column?: number } {
    let start = this.#lineStart;
    let line = this.line;
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
    this.line += 1;
    this.#lineStart = start;
  }
}

/** A place in words: `line 3, column 7`. */
export const shownPlace = ({ line, column, byte }: Omit<Where, 'file'>): string =>
  column === undefined ? `line ${line}, byte ${byte}` : `line ${line}, column ${column}`;
