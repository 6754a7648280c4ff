import { basename, dirname, join } from 'node:path';
import { asRunError } from '../errors/run-error.ts';
import { type Files, readAllSync, writeAllSync } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { diskFailure } from './disk-failure.ts';

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

/** A UTF-16 unit takes at most so many bytes of UTF-8. */
export const UNIT_BYTES_MAX = 3;
const BUFFER_BYTES = 1 << 20;
/** A buffer begins with so many bytes: most files are small. */
const FIRST_BYTES = 1 << 13;
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
  buffer: Buffer;
  #used = 0;
  /** Bytes that the buffer has once it is full for the first time. */
  readonly #size: number;
  #isOpen = true;

  /**
   * @param path must not exist
   * @param bufferBytes the size of the pieces that are written
   */
  constructor(path: string, files: Files, bufferBytes = BUFFER_BYTES) {
    this.path = path;
    this.#files = files;
    this.#size = bufferBytes;
    this.buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, FIRST_BYTES));
    this.#fd = this.#act(() => files.openSync(path, 'wx+', 0o600));
  }

  /** Appends a text as UTF-8. */
  addText(text: string): void {
    if (text.length * UNIT_BYTES_MAX > this.#size) {
      this.add(Buffer.from(text));
      return;
    }
    this.#makeRoom(text.length * UNIT_BYTES_MAX);
    const bytes = this.buffer.write(text, this.#used);
    this.#used += bytes;
    this.length += bytes;
  }

  /** Appends bytes. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const count = end - start;
    this.#makeRoom(count);
    this.length += count;
    if (count > this.buffer.length) {
      this.#write(bytes.subarray(start, end), this.length - count);
      return;
    }
    this.buffer.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.#used);
    this.#used += count;
  }

  addByte(byte: number): void {
    this.#makeRoom(1);
    this.buffer[this.#used++] = byte;
    this.length++;
  }

  /** Makes room in the buffer; returns where it begins, -1 if the buffer is too small. */
  room(bytes: number): number {
    if (bytes > this.#size) return -1;
    this.#makeRoom(bytes);
    return this.#used;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.buffer.length - this.#used) return;
    if (this.buffer.length >= this.#size) {
      this.flush();
      return;
    }
    const small = this.buffer;
    this.buffer = buffers.take(this.#size);
    small.copy(this.buffer, 0, 0, this.#used);
    if (bytes > this.buffer.length - this.#used) this.flush();
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
    return readAllSync(this.#files, this.#fd, into, at);
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
    if (this.buffer.length > FIRST_BYTES) buffers.give(this.buffer);
    this.#act(() => this.#files.closeSync(this.#fd));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #write(bytes: Uint8Array, at: number): void {
    this.#act(() => writeAllSync(this.#files, this.#fd, bytes, at));
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

/** The place where temporary files are made: their names begin with the path. */
export type TemporaryPlace = Pick<System, 'files' | 'random'> & { readonly path: string };

const TEMPORARY = /^\.(\d+)-[0-9a-f-]+\.tmp/;

/** A name beside a path that no other process uses; `removeLeftovers` finds it if this process is killed. */
export const temporaryPath = ({ path, random }: Omit<TemporaryPlace, 'files'>): string =>
  `${path}.${process.pid}-${random.uuid()}.tmp`;

/** Removes the unfinished files of processes that have ended. */
export async function removeLeftovers({ path, files }: Omit<TemporaryPlace, 'random'>): Promise<void> {
  const name = basename(path);
  for (const each of await files.readdir(dirname(path))) {
    const [, pid] = (each.startsWith(name) && TEMPORARY.exec(each.slice(name.length))) || [];
    if (pid !== undefined && hasEnded(Number(pid)))
      await files.rm(join(dirname(path), each), { force: true });
  }
}

/** True if no process of this machine has this id. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
