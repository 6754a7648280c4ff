import type { Files } from '../../system/files.ts';

/** Where the bytes of a log are kept. Another place, such as a database server, is another object with these methods. */
export interface LogStore {
  /** The length of what is kept, bytes. */
  readonly bytes: number;
  /**
   * Writes bytes at a place, at the end or over what a process that was killed has left there. A kill does not undo it.
   * @throws the error of the store; the bytes may then be there in part
   */
  write(bytes: Uint8Array, at: number): void;
  /** Resolves once everything that was written before the call survives a power cut. */
  sync(): Promise<void>;
  /** The same at once, before the store is closed. */
  syncNow(): void;
  /** Reads bytes from a place on into a buffer; returns how many, fewer only at the end. */
  read(into: Uint8Array, at: number): number;
  /** Cuts off what comes after the first `bytes`. */
  truncate(bytes: number): void;
  /** Call it once no `sync` is under way. */
  close(): void;
}

/**
 * A log in a file, which exists.
 * @throws the error of the file system
 */
export function fileLog(path: string, files: Files): LogStore {
  const file = files.openSync(path, 'r+');
  let { size } = files.fstatSync(file);
  return {
    get bytes() {
      return size;
    },
    write(bytes, at) {
      for (let done = 0; done < bytes.length; )
        done += files.writeSync(file, bytes, done, bytes.length - done, at + done);
      size = Math.max(size, at + bytes.length);
    },
    sync: () => files.fdatasync(file),
    syncNow: () => files.fsyncSync(file),
    read(into, at) {
      let done = 0;
      while (done < into.length) {
        const count = files.readSync(file, into, done, into.length - done, at + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    truncate(bytes) {
      files.ftruncateSync(file, bytes);
      size = bytes;
    },
    close: () => files.closeSync(file),
  };
}

/** A log in memory. */
export function memoryLog(): LogStore {
  let kept: Buffer = Buffer.alloc(0);
  let size = 0;
  return {
    get bytes() {
      return size;
    },
    write(bytes, at) {
      if (at + bytes.length > kept.length) {
        const grown = Buffer.alloc(Math.max(at + bytes.length, kept.length * 2));
        kept.copy(grown);
        kept = grown;
      }
      kept.set(bytes, at);
      size = Math.max(size, at + bytes.length);
    },
    sync: async () => {},
    syncNow() {},
    read: (into, at) => kept.copy(into, 0, at, Math.max(at, Math.min(size, at + into.length))),
    truncate(bytes) {
      size = bytes;
    },
    close() {},
  };
}
