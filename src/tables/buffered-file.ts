import { asRunError } from '../errors/run-error.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { BufferPool } from '../input/sources/bytes/buffer-pool.ts';
import type { Files } from '../system/files.ts';

/** A UTF-16 unit takes at most so many bytes of UTF-8. */
export const UNIT_BYTES_MAX = 3;
const BUFFER_BYTES = 1 << 20;
/** Those of files that are closed. */
const buffers = new BufferPool();

/**
 * A new file, mode 0600, written in big pieces and read at any place that was written.
 * @throws RunError `STATE.UNWRITABLE` from every method that writes, if the disk is full or the file cannot be written
 */
export class BufferedFile implements Disposable {
  readonly path: string;
  /** Bytes written so far, those in the buffer among them. */
  length = 0;
  readonly #files: Files;
  readonly #fd: number;
  /** The bytes that were not written yet; `room` says where there is room, `fill` how much of it was used. */
  readonly buffer: Buffer;
  #used = 0;
  #isOpen = true;

  /**
   * @param path must not exist
   * @param bufferBytes the size of the pieces that are written
   */
  constructor(path: string, files: Files, bufferBytes = BUFFER_BYTES) {
    this.path = path;
    this.#files = files;
    this.buffer = buffers.take(bufferBytes);
    this.#fd = this.#act(() => files.openSync(path, 'wx+', 0o600));
  }

  /** Appends a text as UTF-8. */
  addText(text: string): void {
    if (text.length * UNIT_BYTES_MAX > this.buffer.length) {
      this.add(Buffer.from(text));
      return;
    }
    if (text.length * UNIT_BYTES_MAX > this.buffer.length - this.#used) this.flush();
    const bytes = this.buffer.write(text, this.#used);
    this.#used += bytes;
    this.length += bytes;
  }

  /** Appends bytes. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const count = end - start;
    if (count > this.buffer.length - this.#used) this.flush();
    this.length += count;
    if (count > this.buffer.length) {
      this.#write(bytes.subarray(start, end), this.length - count);
      return;
    }
    this.buffer.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.#used);
    this.#used += count;
  }

  addByte(byte: number): void {
    if (this.#used === this.buffer.length) this.flush();
    this.buffer[this.#used++] = byte;
    this.length++;
  }

  /** Makes room in the buffer; returns where it begins, -1 if the buffer is too small. */
  room(bytes: number): number {
    if (bytes > this.buffer.length) return -1;
    if (bytes > this.buffer.length - this.#used) this.flush();
    return this.#used;
  }

  /** Appends what was written into the room, up to `end`. */
  fill(end: number): void {
    this.length += end - this.#used;
    this.#used = end;
  }

  /** Writes what is in the buffer. */
  flush(): void {
    this.#write(this.buffer.subarray(0, this.#used), this.length - this.#used);
    this.#used = 0;
  }

  /** Fills `into` from a place in what was flushed; returns how many bytes there were. */
  read(into: Uint8Array, at: number): number {
    let done = 0;
    while (done < into.length) {
      const count = this.#files.readSync(this.#fd, into, done, into.length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  /** Makes what was written survive a power cut. */
  sync(): void {
    this.flush();
    this.#act(() => this.#files.fsyncSync(this.#fd));
  }

  /** Closes the file without writing what is in the buffer. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    buffers.give(this.buffer);
    this.#act(() => this.#files.closeSync(this.#fd));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #write(bytes: Uint8Array, at: number): void {
    this.#act(() => {
      for (let done = 0; done < bytes.length; )
        done += this.#files.writeSync(this.#fd, bytes, done, bytes.length - done, at + done);
    });
  }

  #act<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw unwritable(cause, this.path, this.#files);
    }
  }
}

/** The error of a write, as the user is told. */
export function unwritable(cause: unknown, path: string, files: Files): Error {
  return (
    diskFailure(cause, path, { access: 'write', files }) ??
    asRunError(cause, 'STATE.UNWRITABLE', `${path} cannot be written: ${(cause as Error).message}`)
  );
}
