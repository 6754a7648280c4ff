import { BufferPool } from '../../../files/buffered-file.ts';

const NOTHING = Buffer.alloc(0);
/** The memory of texts that were read to their end. */
const rooms = new BufferPool();

/** The memory in which the rest of one piece of a text and the next piece become one; it is used again for every piece. */
export class PieceRoom {
  #room: Buffer = NOTHING;

  /**
   * The rest of the bytes before, and the piece that follows.
   * @param given the memory for them, if it is long enough
   * @param free bytes before the piece that nobody uses: if there is room for the rest, only that is copied, and the piece
   *   must stay as it is until the next one was joined
   */
  join(rest: Buffer, piece: Buffer, given: Buffer | undefined, free: number): Buffer {
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
    return room.subarray(0, length);
  }

  /** Gives the memory back; called when nothing is read any more of the text. */
  release(given: Buffer | undefined): void {
    if (this.#room !== given) rooms.give(this.#room);
    this.#room = NOTHING;
  }
}
