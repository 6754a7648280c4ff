import { BufferPool } from '../../../files/buffered-file.ts';
import type { BytePlace } from '../../rows/record.ts';

const NOTHING = Buffer.alloc(0);
/** The memory of texts that were read to their end. */
const rooms = new BufferPool();

/**
 * The part of a text that is in memory, while the text comes in pieces, and the current place in it. The memory is used again for
 * every piece.
 */
export class PieceWindow {
  /** The bytes that all indices refer to. */
  bytes: Buffer = NOTHING;
  /** The index of the current place. */
  at = 0;
  /** The 1-based physical line of the current place. */
  atLine: number;
  /** The offset of `bytes` in the text. */
  base: number;
  #room: Buffer = NOTHING;

  /** @param from the byte and line at which the first piece begins */
  constructor(from: { readonly byte: number; readonly line: number }) {
    this.base = from.byte;
    this.atLine = from.line;
  }

  /** The current place. */
  get place(): BytePlace {
    return { at: this.at, line: this.atLine, byte: this.base + this.at };
  }

  /** Moves on over records that need not be read. */
  moveOver(at: number, line: number): void {
    this.at = at;
    this.atLine = line;
  }

  /**
   * Adds the next piece, which may be overwritten afterwards; all indices change.
   * @param given the memory for the bytes, if it is long enough
   * @param free bytes before the piece that nobody uses: if there is room for the rest, only that is copied, and the piece
   *   must stay as it is until the next one was added
   * @param keep the first byte that is still needed
   */
  push(piece: Buffer, given?: Buffer, free = 0, keep = this.at): void {
    const rest = this.bytes.subarray(keep);
    const length = rest.length + piece.length;
    const before = this.#room;
    let room: Buffer;
    if (free > 0 && rest.length <= free) {
      this.#room = NOTHING;
      room = Buffer.from(piece.buffer, piece.byteOffset - rest.length, length);
      rest.copy(room);
    } else {
      if (given && length <= given.length) this.#room = given;
      else if (length > before.length || before === given) this.#room = rooms.take(length, length * 2);
      room = this.#room;
      rest.copy(room);
      piece.copy(room, rest.length);
    }
    if (this.#room !== before && before !== given) rooms.give(before);
    this.bytes = room.subarray(0, length);
    this.base += keep;
    this.at -= keep;
  }

  /** Gives the memory back; called when nothing is read any more of the text. */
  release(given?: Buffer): void {
    if (this.#room !== given) rooms.give(this.#room);
    this.#room = NOTHING;
    this.bytes = NOTHING;
  }
}
