import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startCli } from '../e2e/cli-process.ts';
import { type FakeS3, startFakeS3 } from '../pipeline/files/fake-s3.ts';
import { copiedHere, PEOPLE, withFiles } from './copied-here.ts';
import { KillPoints, killGate } from './kill-gate.ts';
import { fakeStore } from './stores-here.ts';

/** The program and the library of the store take most of it, whatever the size of a file. */
export const PEAK_MAX = 150 * 2 ** 20;

/** What it took to copy a large file while the process was killed. */
export type LargeCopy = {
  readonly kills: readonly string[];
  /** Parts of the file, and those that were sent. */
  readonly parts: number;
  readonly sentParts: number;
  /** Highest memory of each process, bytes. */
  readonly peaks: readonly number[];
  /** Bytes that the source has sent. */
  readonly fetched: number;
  readonly exitCode: number | null;
  /** True if what is in the store has the digest of the file. */
  readonly isRight: boolean;
  readonly seconds: number;
};

const BLOCK = 1 << 20;

/** Bytes of a file that is in no memory: each block says its number. */
function blockAt(index: number): Buffer {
  const block = Buffer.alloc(BLOCK, `block ${index} `);
  if (index === 0) Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex').copy(block);
  return block;
}

/** Answers a file of so many blocks, also from the middle. */
function largeAnswer(blocks: number, sent: (bytes: number) => boolean) {
  const size = blocks * BLOCK;
  return ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const [, first = '0'] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? [];
    const from = Number(first);
    const etag = '"large"';
    const isRange = from > 0 && (headers['if-range'] ?? etag) === etag;
    response.writeHead(isRange ? 206 : 200, {
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
      'content-length': isRange ? size - from : size,
      ...(isRange ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {}),
    });
    let at = isRange ? from : 0;
    const more = (): void => {
      while (at < size && !response.destroyed) {
        const block = blockAt(Math.floor(at / BLOCK)).subarray(at % BLOCK);
        at += block.length;
        if (sent(block.length)) return void response.destroy();
        if (!response.write(block)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
}

/** The digest of the file as the fake has it: that of those of its parts. */
function digestOfParts(blocks: number, parts: readonly number[]): string {
  const digests: string[] = [];
  let hash: Hash = createHash('sha256');
  let [part, left] = [0, parts[0] ?? 0];
  for (let index = 0; index < blocks; index++)
    for (let block = blockAt(index); block.length > 0; ) {
      const piece = block.subarray(0, left);
      hash.update(piece);
      block = block.subarray(piece.length);
      left -= piece.length;
      if (left > 0) continue;
      digests.push(hash.digest('hex'));
      hash = createHash('sha256');
      left = parts[++part] ?? Number.POSITIVE_INFINITY;
    }
  if (left !== Number.POSITIVE_INFINITY) digests.push(hash.digest('hex'));
  return createHash('sha256').update(digests.join('')).digest('hex');
}

const partBytesOf = (fake: FakeS3, size: number): readonly number[] => {
  const bytes = new Map<number, number>();
  for (const { operation, part, bytes: sent, status } of fake.requests)
    if (operation === 'UploadPart' && part !== undefined && status === 200) bytes.set(part, sent);
  const found = [...bytes].toSorted(([a], [b]) => a - b).map(([, sent]) => sent);
  if (found.reduce((sum, each) => sum + each, 0) !== size) return [];
  return found;
};

/** Highest memory of a process so far; undefined once it has ended. */
function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Copies a file into the fake of S3 by processes that are killed: twice while it is fetched, then at requests of its upload.
 * @param megabytes of the file
 * @param every one of so many kills
 */
export async function copyLarge(megabytes: number, every = 1): Promise<LargeCopy> {
  const points = new KillPoints();
  points.fits = (name) => /^(?:PUT|POST) /.test(name);
  const fake = await startFakeS3({ hashOnly: true });
  // The fake keeps digests alone: what is read back comes from where its bytes were made.
  const stored = largeAnswer(megabytes, () => false);
  await using gate = await killGate(fake.endpoint, points, (request, answer) => {
    const isRead = request.method === 'GET' && fake.objects.size > 0;
    if (isRead) stored(request, answer);
    return isRead;
  });
  const store = async () => {
    const plain = await fakeStore({ fake });
    return { ...plain, spec: { ...plain.spec, endpoint: gate.origin } };
  };
  await using at = await copiedHere(store, { users: PEOPLE, messages: [], files: { maxBytes: '9GB' } });
  const fetching = { sent: 0, killAt: Number.POSITIVE_INFINITY, kill: (): void => {} };
  const url = at.source.answer(
    '/large.bin',
    largeAnswer(megabytes, (bytes) => {
      fetching.sent += bytes;
      if (fetching.sent < fetching.killAt) return false;
      fetching.killAt = Number.POSITIVE_INFINITY;
      fetching.kill();
      return true;
    }),
  );
  at.rows('messages', [withFiles('m1', [url])]);
  const size = megabytes * BLOCK;
  const plans = [
    { fetchedBytes: size * 0.3 },
    { fetchedBytes: size * 0.7 },
    { request: 4 },
    { request: Math.ceil(megabytes / 16) },
    { request: Math.ceil(megabytes / 10) },
  ].filter((_, index) => index % every === 0);
  const [kills, peaks]: [string[], number[]] = [[], []];
  const startedAt = performance.now();
  for (let next = 0; ; next++) {
    const plan = plans[next];
    const running = startCli(['run', at.here.pipeline, '--yes', '--json']);
    const { pid = 0 } = running.child;
    const kill = (): void => {
      note();
      running.child.kill('SIGKILL');
    };
    let peak = 0;
    const note = (): void => {
      peak = peakOf(pid) ?? peak;
    };
    const noting = setInterval(note, 50);
    points.plant(plan?.request ?? 0, kill);
    fetching.kill = kill;
    fetching.killAt = plan?.fetchedBytes ?? Number.POSITIVE_INFINITY;
    const { signal, code, err } = await running.ended;
    clearInterval(noting);
    peaks.push(peak);
    if (signal === 'SIGKILL') {
      kills.push(
        plan?.request === undefined ? `${fetching.sent} bytes fetched` : (points.names.at(-1) ?? ''),
      );
      continue;
    }
    if (code !== 0) throw new Error(`run ended with ${code}: ${err}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    const parts = partBytesOf(fake, size);
    const [object] = fake.objects.values();
    return {
      kills,
      parts: parts.length,
      sentParts: fake.count('UploadPart'),
      peaks,
      fetched: fetching.sent,
      exitCode: code,
      isRight: object?.bytes === size && object.sha256 === digestOfParts(megabytes, parts),
      seconds,
    };
  }
}
