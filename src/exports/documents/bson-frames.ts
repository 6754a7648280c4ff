/** BSON documents one after the other: each begins with its length. */

/** The longest document of a database is 16 MiB; tools may write a little more. */
const DOCUMENT_BYTES_MAX = 16_777_216 + 16_384;
/** A document without members. */
const DOCUMENT_BYTES_MIN = 5;
const LENGTH_BYTES = 4;
/** The end of a block in an archive, in the place of a length. */
const TERMINATOR = -1;

/** Takes the documents of a file, whose bytes are its own until it returns. */
export type FrameTaker = {
  /** @param byte the place where it begins, from 0 */
  document(bytes: Buffer, byte: number): void;
  /** The end of a block; absent where there are none. */
  terminator?(): void;
};

/** Damage of a file, and its place. */
export type FrameFault = { readonly message: string; readonly byte: number };

/** Finds the documents in pieces of any size. Keeps at most one document of the longest length and one piece in memory. */
export class BsonFrames {
  readonly #taker: FrameTaker;
  /** Of one that is not whole yet. */
  #pieces: Buffer[] = [];
  #held = 0;
  #needed = LENGTH_BYTES;
  #byte: number;

  /** @param byte the place of the first piece */
  constructor(taker: FrameTaker, byte = 0) {
    this.#taker = taker;
    this.#byte = byte;
  }

  /**
   * Adds the next piece, which may be overwritten afterwards. Returns what is wrong with the bytes, if it is; nothing after that
   * can be read.
   */
  push(piece: Buffer): FrameFault | undefined {
    this.#held += piece.length;
    if (this.#held < this.#needed) {
      this.#pieces.push(Buffer.from(piece));
      return undefined;
    }
    const bytes = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece], this.#held);
    let at = 0;
    let fault: FrameFault | undefined;
    for (;;) {
      if (bytes.length - at < LENGTH_BYTES) {
        this.#needed = LENGTH_BYTES;
        break;
      }
      const length = bytes.readInt32LE(at);
      if (length === TERMINATOR && this.#taker.terminator) {
        this.#taker.terminator();
        at += LENGTH_BYTES;
        continue;
      }
      if (length < DOCUMENT_BYTES_MIN || length > DOCUMENT_BYTES_MAX) {
        const message = `in the place of the length of a document stands ${length}: it is damaged there, or no BSON`;
        fault = { message, byte: this.#byte + at };
        break;
      }
      if (bytes.length - at < length) {
        this.#needed = length;
        break;
      }
      this.#taker.document(bytes.subarray(at, at + length), this.#byte + at);
      at += length;
    }
    this.#byte += at;
    const rest = Buffer.from(bytes.subarray(at));
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return fault;
  }

  /** Damage at the end of the file. */
  end(): FrameFault | undefined {
    if (this.#held === 0) return undefined;
    const byte = this.#byte;
    if (this.#held < LENGTH_BYTES) return { message: 'it is cut: it ends inside of a length', byte };
    const message = `it is cut: it ends inside of a document, of whose ${this.#needed} bytes ${this.#held} are there`;
    return { message, byte };
  }
}
