const LF = 0x0a;

/** The room for a piece of the file after what is left of the pieces before. */
const ROOM_BYTES = 4 << 20;

/** The part of a dump that is in memory: what a tokenizer has not taken yet. */
export class DumpWindow {
  bytes: Buffer = Buffer.allocUnsafeSlow(ROOM_BYTES);
  /** The place of the tokenizer; `end` is where what is known ends. */
  at = 0;
  end = 0;
  /** True if nothing follows. */
  isLast = false;
  /** Offset in the file of the first byte in memory. */
  #base: number;
  #line: number;
  /** Line ends before this place are counted. */
  #counted = 0;
  /** The first line end that is not counted; -1 if it is not known. */
  #nextEnd = -1;

  constructor(base: number, line: number) {
    this.#base = base;
    this.#line = line;
  }

  /** Offset in the file. */
  offsetOf(at: number): number {
    return this.#base + at;
  }

  /** The line of a place that is not before an earlier one. */
  lineAt(at: number): number {
    while (this.#counted < at) {
      if (this.#nextEnd < this.#counted) {
        const found = this.bytes.indexOf(LF, this.#counted);
        this.#nextEnd = found === -1 || found >= this.end ? this.end : found;
      }
      if (this.#nextEnd >= at) {
        this.#counted = at;
        break;
      }
      this.#line++;
      this.#counted = this.#nextEnd + 1;
    }
    return this.#line;
  }

  /** Adds a piece of the file, which is copied, and lets go of everything before `at`. */
  push(piece: Uint8Array): void {
    this.lineAt(this.at);
    const left = this.end - this.at;
    if (this.at > 0) this.bytes.copyWithin(0, this.at, this.end);
    this.#base += this.at;
    this.#counted -= this.at;
    this.#nextEnd = -1;
    this.at = 0;
    this.end = left;
    if (left + piece.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow((left + piece.length) * 2);
      larger.set(this.bytes.subarray(0, left));
      this.bytes = larger;
    }
    this.bytes.set(piece, left);
    this.end += piece.length;
  }

  /** The first place of a byte from `from` on; -1 if it is not in memory. */
  find(byte: number, from: number): number {
    const found = this.bytes.indexOf(byte, from);
    return found >= this.end ? -1 : found;
  }

  findText(text: string, from: number): number {
    const found = this.bytes.indexOf(text, from, 'latin1');
    return found === -1 || found + text.length > this.end ? -1 : found;
  }

  text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, Math.min(to, this.end));
  }
}
