import { createGunzip, createZstdDecompress } from 'node:zlib';
import { RunError } from '../errors.ts';

/** Compressions that are recognised by their first bytes, whatever the file is called. */
export type Compression = 'gzip' | 'zstd';

/** The compression of a file that begins with `head` (at least 4 bytes where the file has them). */
export function compressionOf(head: Buffer): Compression | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  return undefined;
}

/** Bytes given to the decompressor at once: even at the highest ratio of deflate the output stays under 17 MiB. */
const PIECE_BYTES = 16_384;
const OUTPUT_BYTES = 131_072;

/**
 * Decompresses gzip (several members too) and zstd (several frames too); bytes after the last gzip member are ignored.
 * @throws RunError `SOURCE.TRUNCATED` once everything before the break was yielded.
 */
export async function* decompressed(
  chunks: AsyncIterable<Buffer>,
  compression: Compression,
  path: string,
): AsyncGenerator<Buffer> {
  let pump = new Pump(compression);
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        let piece = chunk.subarray(at, at + PIECE_BYTES);
        while (piece.length > 0) {
          const rest = await pump.write(piece);
          yield* pump.take(path);
          if (rest.length === 0) break;
          // Node ends a zstd stream at the end of its first frame and drops what follows.
          if (compression === 'gzip') return;
          pump.destroy();
          pump = new Pump(compression);
          piece = rest;
        }
      }
    }
    await pump.end();
    yield* pump.take(path);
  } finally {
    pump.destroy();
  }
}

/**
 * One zlib stream driven by hand: a stream that fails drops the output it still holds, and the rows before the break
 * of a truncated file must be delivered.
 */
class Pump {
  readonly #stream;
  #output: Buffer[] = [];
  #given = 0;
  #ended = false;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(compression: Compression) {
    const options = { chunkSize: OUTPUT_BYTES };
    this.#stream = compression === 'gzip' ? createGunzip(options) : createZstdDecompress(options);
    this.#stream.on('data', (chunk: Buffer) => this.#output.push(chunk));
    this.#stream.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    this.#stream.on('error', (error: Error) => {
      this.#failure = error;
      this.#wake();
    });
  }

  /** Gives the bytes that the stream did not take because it came to its end. */
  async write(piece: Buffer): Promise<Buffer> {
    this.#given += piece.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#stream.write(piece, () => resolve());
    });
    const left = this.#failure ? 0 : this.#given - this.#stream.bytesWritten;
    return piece.subarray(piece.length - left);
  }

  async end(): Promise<void> {
    if (this.#ended || this.#failure) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#stream.end();
    });
  }

  *take(path: string): Generator<Buffer> {
    const output = this.#output;
    this.#output = [];
    yield* output;
    if (this.#failure === undefined) return;
    const cut = this.#failure.message === 'unexpected end of file';
    const message = cut
      ? `${path} is cut off: the compressed data ends too early`
      : `${path} is damaged: ${this.#failure.message}`;
    throw new RunError('SOURCE.TRUNCATED', message, { where: { file: path }, cause: this.#failure });
  }

  destroy(): void {
    this.#stream.destroy();
  }
}
