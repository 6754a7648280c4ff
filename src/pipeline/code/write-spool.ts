import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { RunError } from '../../errors/run-error.ts';
import { isOfDisk } from '../../files/disk-failure.ts';
import { spaceOf } from '../../files/disk-space.ts';
import { isPacked } from '../../input/sources/bytes/decompress.ts';
import type { Files, OpenFile } from '../../system/files.ts';
import { byteSize } from '../../terminal/printable.ts';

/** Bytes that must stay free on the disk: the state of a run has to fit beside its input. */
const FREE_MIN = 64 * 1024 * 1024;
/** Bytes written between two looks at the free space. */
const LOOK_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 4;

/** Summary of a stream. */
export type SpoolContent = {
  readonly bytes: number;
  /** Its beginning, at least 4 bytes if it has as many. */
  readonly head: Buffer;
};

/**
 * Writes a stream to a new file with mode 0600, compressed with zstd unless it is compressed already.
 * @param said called for each chunk that is read
 * @returns what was read; the file is on the disk then
 * @throws RunError `SOURCE.SPOOL_FULL`; the error of the stream
 */
export async function writeSpool(
  stream: Readable,
  path: string,
  files: Files,
  said: () => void = () => {},
): Promise<SpoolContent> {
  let bytes = 0;
  const chunks = counted(stream, (length) => {
    bytes += length;
    said();
  });
  const { head, all } = await withHead(chunks);
  await using file = await files.open(path, 'wx', 0o600);
  const write = (source: AsyncIterable<Buffer>): Promise<void> => writeAll(source, file, path, files);
  if (isPacked(head)) await pipeline(all, write);
  else await pipeline(all, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), write);
  await file.sync();
  return { bytes, head };
}

async function* counted(stream: Readable, read: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    read(bytes.length);
    yield bytes;
  }
}

/** The first bytes of a stream, and all of it. */
async function withHead(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, all: joined(head, chunks) };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function writeAll(
  source: AsyncIterable<Buffer>,
  file: OpenFile,
  path: string,
  files: Files,
): Promise<void> {
  let position = 0;
  let looked = -LOOK_BYTES;
  try {
    for await (const chunk of source) {
      if (position - looked >= LOOK_BYTES) {
        requireSpace(path, files);
        looked = position;
      }
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position);
        done += bytesWritten;
        position += bytesWritten;
      }
    }
  } catch (error) {
    const cause = error instanceof RunError ? error.cause : error;
    if (!(cause instanceof Error && isOfDisk(cause))) throw error;
    throw full(path, (error as Error).message, error);
  }
}

function requireSpace(path: string, files: Files): void {
  const space = spaceOf(files, dirname(path));
  const free = space ? space.bavail * space.bsize : Number.POSITIVE_INFINITY;
  if (free < FREE_MIN)
    throw full(path, `the disk of ${dirname(path)} has ${byteSize(free)} free, a run needs room beside it`);
}

const full = (path: string, why: string, cause?: unknown): RunError =>
  new RunError('SOURCE.SPOOL_FULL', `the rows do not fit into ${path}: ${why}`, { cause });
