import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { RunError } from '../../../errors/run-error.ts';

/** Compressions that are recognised by the first bytes, independent of the file's name. */
export type Compression = 'gzip' | 'zstd';

/** The compression of a file that begins with `head`: at least 4 bytes, if the file has as many. */
export function compressionOf(head: Buffer): Compression | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  return undefined;
}

/** The ways in which the bytes of a file can be compressed; `deflate` only in a zip archive, which says so. */
export type Packing = Compression | 'deflate';

const OUTPUT_BYTES = 131_072;

/**
 * Decompresses gzip (also with several members) and zstd (also with several frames); bytes after the last gzip member
 * are ignored. Memory stays small, however much a few bytes expand to.
 * @throws RunError `SOURCE.TRUNCATED` after everything before the break was yielded
 */
export async function* decompressed(
  chunks: AsyncIterable<Buffer>,
  compression: Packing,
  path: string,
): AsyncGenerator<Buffer> {
  let reader = new ZlibReader(compression, path);
  try {
    for await (const chunk of chunks) {
      let rest = chunk;
      for (;;) {
        yield* reader.write(rest);
        rest = rest.subarray(rest.length - reader.left);
        if (rest.length === 0) break;
        // Node ends a zstd stream at the end of its first frame and drops what follows.
        if (compression !== 'zstd') return;
        reader.destroy();
        reader = new ZlibReader(compression, path);
      }
    }
    yield* reader.end();
  } finally {
    reader.destroy();
  }
}

const UNPACKERS = { gzip: createGunzip, zstd: createZstdDecompress, deflate: createInflateRaw } as const;

/**
 * Reads one zlib stream explicitly, because a stream that fails drops its buffered output, and the rows before the
 * break of a truncated file must be delivered.
 */
class ZlibReader {
  readonly #stream;
  readonly #path: string;
  #given = 0;
  #ended = false;
  #failure: Error | undefined;
  #notified = false;
  #wake: () => void = () => {};

  constructor(compression: Packing, path: string) {
    this.#path = path;
    this.#stream = UNPACKERS[compression]({ chunkSize: OUTPUT_BYTES });
    this.#stream.on('readable', () => this.#notify());
    this.#stream.on('end', () => {
      this.#ended = true;
      this.#notify();
    });
    this.#stream.on('error', (error: Error) => {
      this.#failure = error;
      this.#notify();
    });
  }

  /** Bytes of the last write that the stream did not read because it had ended. */
  get left(): number {
    return this.#given - this.#stream.bytesWritten;
  }

  write(piece: Buffer): AsyncGenerator<Buffer> {
    this.#given += piece.length;
    return this.#output((done) => this.#stream.write(piece, done));
  }

  end(): AsyncGenerator<Buffer> {
    return this.#output((_done) => this.#stream.end());
  }

  destroy(): void {
    this.#stream.destroy();
  }

  /** Starts some work and yields the output until the work is done or the stream has ended. */
  async *#output(start: (done: () => void) => void): AsyncGenerator<Buffer> {
    let done = false;
    start(() => {
      done = true;
      this.#notify();
    });
    for (;;) {
      const last = done || this.#ended;
      this.#notified = false;
      for (let chunk = this.#stream.read(); chunk !== null; chunk = this.#stream.read()) yield chunk;
      if (this.#failure !== undefined) throw this.#brokenArchive(this.#failure);
      if (last) return;
      if (!this.#notified) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #notify(): void {
    this.#notified = true;
    this.#wake();
  }

  #brokenArchive(cause: Error): RunError {
    const cut = cause.message === 'unexpected end of file';
    const how = cut ? 'cut off: the compressed data ends too early' : `damaged: ${cause.message}`;
    const where = { file: this.#path };
    return new RunError('SOURCE.TRUNCATED', `${this.#path} is ${how}`, { where, cause });
  }
}

/** True if bytes begin a gzip, zstd or zip file; at least 4 are needed. */
export const isPacked = (head: Buffer): boolean =>
  /^(?:1f8b|28b52ffd|504b0304)/.test(head.toString('hex', 0, 4));
