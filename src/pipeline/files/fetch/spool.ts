import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { cannotWrite, RunError } from '../../../errors/run-error.ts';
import { diskFailure } from '../../../files/disk-failure.ts';
import { type Files, type OpenFile, readAll, writeAll } from '../../../system/files.ts';
import { readClaim, syncedBytes, writeClaim } from '../../remote/part-claim.ts';
import { ifRange, PIECE_BYTES, type Version } from '../../remote/server-file.ts';
import type { FileBody } from '../stores/file-store.ts';

/** Bytes of small files that are in memory together. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;

/** The version that an answer announces; its length is unknown until it ends if it says none. */
type Announced = Omit<Version, 'bytes'> & { readonly bytes?: number | undefined };

/** The beginning of a file that an earlier answer has brought. */
export type Begun = { readonly bytes: number; readonly version: Version };

/** A complete file. Disposing of it removes it. */
export type SpooledFile = AsyncDisposable & {
  readonly body: FileBody;
  /** Closes it and leaves it where it is: a later run need not fetch it again. */
  leave(): Promise<void>;
};

/** Place of bytes until they are in the store: small files in memory, others in a folder. */
export class Spool {
  readonly folder: string;
  readonly files: Files;
  #inMemory = 0;

  /** @param folder is there, and nobody else writes there */
  constructor(folder: string, files: Files) {
    this.folder = folder;
    this.files = files;
  }

  /** @param key names the file, also for a later run that finds what this one has left */
  async open(key: string): Promise<SpoolPart> {
    const base = join(this.folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
    const part = new SpoolPart(this, base);
    await part.look();
    return part;
  }

  /** True if so many more bytes may be in memory; they are counted then. */
  take(bytes: number): boolean {
    if (this.#inMemory + bytes > MEMORY_BYTES_MAX) return false;
    this.#inMemory += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#inMemory -= bytes;
  }
}

/** A file that is being fetched. Every error of the disk is a RunError. */
export class SpoolPart {
  readonly #spool: Spool;
  readonly #file: string;
  readonly #claim: string;
  #memory: Buffer | undefined;
  #out: OpenFile | undefined;
  #hash: Hash = createHash('sha256');
  #bytes = 0;
  #version: Announced = {};
  #begun: Begun | undefined;
  #isOnDisk = false;
  #isFinished = false;
  /** Bytes of memory that are counted. */
  #taken = 0;

  constructor(spool: Spool, base: string) {
    this.#spool = spool;
    this.#file = `${base}.part`;
    this.#claim = `${base}.json`;
  }

  /** Bytes that need not be fetched again. */
  get begun(): Begun | undefined {
    return this.#begun;
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Finds what an earlier run has left. */
  async look(): Promise<void> {
    const { files } = this.#spool;
    const version = await readClaim(this.#claim, files);
    const stats = version && (await files.stat(this.#file).catch(() => undefined));
    this.#isOnDisk = stats !== undefined;
    if (version && stats?.isFile() && stats.size <= version.bytes) this.#keepBegun(version, stats.size);
  }

  /** Begins from the first byte; what was there before is gone. */
  begin(version: Announced): Promise<void> {
    return this.#onDisk(async () => {
      await this.#reset();
      this.#version = version;
      const { bytes = PIECE_BYTES } = version;
      if (bytes > PIECE_BYTES || !this.#spool.take(bytes)) return await this.#openFile();
      this.#taken = bytes;
      this.#memory = Buffer.alloc(0);
    });
  }

  /** Goes on behind what need not be fetched again. */
  resume({ bytes, version }: Begun): Promise<void> {
    return this.#onDisk(async () => {
      this.#version = version;
      this.#out = await this.#spool.files.open(this.#file, 'r+', 0o600);
      this.#hash = createHash('sha256');
      const room = Buffer.alloc(1024 * 1024);
      for (this.#bytes = 0; this.#bytes < bytes; ) {
        const piece = room.subarray(0, Math.min(room.length, bytes - this.#bytes));
        if ((await readAll(this.#out, piece, this.#bytes)) < piece.length)
          throw new Error('it became shorter');
        this.#hash.update(piece);
        this.#bytes += piece.length;
      }
    });
  }

  /** Adds bytes, which may be overwritten afterwards. */
  write(chunk: Buffer): Promise<void> {
    return this.#onDisk(async () => {
      this.#hash.update(chunk);
      if (this.#memory && this.#bytes + chunk.length > this.#taken) await this.#leaveMemory();
      if (this.#memory) {
        if (this.#memory.length < this.#bytes + chunk.length) this.#grow(this.#bytes + chunk.length);
        chunk.copy(this.#memory, this.#bytes);
      } else await writeAll(this.#opened, chunk, this.#bytes);
      const pieces = Math.floor(this.#bytes / PIECE_BYTES);
      this.#bytes += chunk.length;
      if (!this.#memory && Math.floor(this.#bytes / PIECE_BYTES) > pieces) await this.#opened.datasync();
    });
  }

  /** An answer was cut off. Keeps what need not be fetched again. */
  async interrupt(): Promise<void> {
    const { bytes } = this.#version;
    const written = this.#out ? this.#bytes : 0;
    await this.#close();
    this.#begun = undefined;
    if (bytes !== undefined && written > 0) this.#keepBegun({ ...this.#version, bytes }, written);
  }

  /** Nothing more comes now. */
  async rest(): Promise<void> {
    if (!this.#isFinished) await this.interrupt();
  }

  /** All bytes are there. */
  finish(): SpooledFile {
    this.#isFinished = true;
    const sha256 = this.#hash.digest('hex');
    const [memory, bytes] = [this.#memory, this.#bytes];
    const read = (from: number, until: number): Promise<Buffer> =>
      this.#onDisk(async () => {
        const end = Math.min(until, bytes);
        if (memory) return memory.subarray(from, end);
        const into = Buffer.allocUnsafe(Math.max(0, end - from));
        if ((await readAll(this.#opened, into, from)) < into.length) throw new Error('it became shorter');
        return into;
      });
    const readInto = (into: Buffer, from: number): Promise<number> =>
      this.#onDisk(() => readAll(this.#opened, into.subarray(0, Math.max(0, bytes - from)), from));
    const body = { bytes, sha256, read, ...(memory ? {} : { readInto }) };
    return { body, leave: () => this.interrupt(), [Symbol.asyncDispose]: () => this.drop() };
  }

  /** Removes it. */
  drop(): Promise<void> {
    return this.#onDisk(() => this.#reset());
  }

  async #reset(): Promise<void> {
    await this.#close();
    this.#begun = undefined;
    this.#bytes = 0;
    this.#hash = createHash('sha256');
    if (!this.#isOnDisk) return;
    for (const path of [this.#claim, this.#file]) await this.#spool.files.rm(path, { force: true });
    this.#isOnDisk = false;
  }

  async #close(): Promise<void> {
    this.#spool.give(this.#taken);
    this.#taken = 0;
    this.#memory = undefined;
    await this.#out?.close();
    this.#out = undefined;
  }

  #keepBegun(version: Version, size: number): void {
    // A server that cannot be told which version is meant would add the bytes of another one.
    const isTellable = Object.keys(ifRange(version)).length > 0;
    const bytes = isTellable ? syncedBytes(size) : 0;
    this.#begun = bytes > 0 ? { bytes, version } : undefined;
  }

  get #opened(): OpenFile {
    if (!this.#out) throw new Error('the file is not open');
    return this.#out;
  }

  #grow(least: number): void {
    const room = this.#version.bytes ?? Math.min(this.#taken, Math.max(least, 2 * this.#bytes));
    const larger = Buffer.allocUnsafe(room);
    this.#memory?.copy(larger);
    this.#memory = larger;
  }

  /** A file without a length has become too large for memory. */
  async #leaveMemory(): Promise<void> {
    const memory = this.#memory?.subarray(0, this.#bytes);
    await this.#close();
    await this.#openFile();
    if (memory) await writeAll(this.#opened, memory, 0);
  }

  async #openFile(): Promise<void> {
    const { files } = this.#spool;
    for (const path of [this.#claim, this.#file]) await files.rm(path, { force: true });
    this.#isOnDisk = true;
    const { bytes, ...version } = this.#version;
    if (bytes !== undefined) await writeClaim(this.#claim, { ...version, bytes }, files);
    this.#out = await files.open(this.#file, 'wx+', 0o600);
  }

  async #onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RunError) throw error;
      const { files } = this.#spool;
      throw diskFailure(error, this.#file, { access: 'write', files }) ?? cannotWrite(error, this.#file);
    }
  }
}
