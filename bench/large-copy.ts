import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileBody } from '../src/pipeline/files/stores/file-store.ts';
import { startFakeS3 } from '../test/pipeline/files/fake-s3.ts';
import { openBucket, PNG, uploadLog } from '../test/pipeline/files/stores/store-here.ts';

/**
 * Measures the memory and time of copying one large file into a bucket, whose store is a process of its own that only hashes:
 * node bench/large-copy.ts [megabytes]
 */
const BUCKET = 'bucket';
const MEGABYTE = 1e6;

if (process.argv[2] === BUCKET) {
  const { endpoint, bucket, keys } = await startFakeS3({ hashOnly: true });
  process.send?.({ endpoint, bucket, keys });
  process.on('disconnect', () => process.exit(0));
} else await measure(Number(process.argv[2] ?? 2_000) * MEGABYTE);

async function measure(bytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'large-copy-'));
  const server = fork(import.meta.filename, [BUCKET]);
  try {
    const [bucket] = (await once(server, 'message')) as [Parameters<typeof openBucket>[0]];
    const body = await sparseFile(join(folder, 'large.part'), bytes);
    await using store = await openBucket(bucket);
    await store.head(`aa/${body.sha256}.mp4`, new AbortController().signal);
    const before = memory();
    const begun = performance.now();
    await store.put(`aa/${body.sha256}.mp4`, body, PNG, uploadLog(), new AbortController().signal);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(
      `${bytes / MEGABYTE} MB in ${seconds} s, ${memory()} MB of memory (${before} before), ${JSON.stringify(store.requests)}`,
    );
  } finally {
    server.disconnect();
    await rm(folder, { recursive: true });
  }
}

function memory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_000);
}

/** A file that takes no room on the disk. */
async function sparseFile(path: string, bytes: number): Promise<FileBody> {
  const file = await open(path, 'w+');
  await file.truncate(bytes);
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk as Buffer);
  return {
    bytes,
    sha256: hash.digest('hex'),
    async read(from, until) {
      const piece = Buffer.allocUnsafe(until - from);
      return piece.subarray(0, (await file.read(piece, 0, piece.length, from)).bytesRead);
    },
    readInto: async (into, from) => (await file.read(into, 0, into.length, from)).bytesRead,
  };
}
