/** Buffers that are kept, and bytes of the largest one. */
const BUFFERS_MAX = 4;
const BYTES_MAX = 1 << 20;

/**
 * Buffers that are used again for one file after the other. Memory outside the heap is freed late, and an export may have
 * thousands of files.
 */
export class BufferPool {
  readonly #buffers: Buffer[] = [];

  /**
   * A buffer for nobody else, of which nothing is known.
   * @param least bytes that it has
   * @param size bytes of a new one
   */
  take(least: number, size = least): Buffer {
    const at = this.#buffers.findIndex(({ length }) => length >= least);
    const [found] = at < 0 ? [] : this.#buffers.splice(at, 1);
    return found ?? Buffer.allocUnsafeSlow(size);
  }

  /** Gives a buffer back; whoever had it must not use it any more. */
  give(buffer: Buffer): void {
    const isKept = buffer.length > 0 && buffer.length <= BYTES_MAX && this.#buffers.length < BUFFERS_MAX;
    if (isKept) this.#buffers.push(buffer);
  }
}
