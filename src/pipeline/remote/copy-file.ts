import { createHash } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';
import { RunError } from '../../errors/run-error.ts';
import { isOfDisk } from '../../files/disk-failure.ts';
import { writePrivate } from '../../files/private-file.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { Files, OpenFile } from '../../system/files.ts';
import { type FileServers, REQUESTS_AT_ONCE } from './file-server.ts';
import type { RemoteUrl } from './remote-url.ts';
import { isSame, PIECE_BYTES, readPiece, type ServerFile, type Version } from './server-file.ts';

/** The paths of a copy: it is complete where the claim is there, which is written last. */
export type CopyPlace = {
  /** Ends like the name on the server: endings tell the format. */
  readonly file: string;
  readonly claim: string;
  readonly part: string;
  readonly partClaim: string;
};

/** Beginning of the names of the copy of an address. */
export const copyId = (shown: string): string =>
  createHash('sha256').update(shown).digest('hex').slice(0, 16);

/** Place of the copy of an address in a folder of copies. */
export function copyPlace(folder: string, { shown }: RemoteUrl): CopyPlace {
  const base = join(folder, copyId(shown));
  const name = posix.basename(new URL(shown).pathname).replaceAll(/[^\w.-]+/g, '_');
  const file = join(base, /^\.*$/.test(name) ? 'file' : name.slice(-100));
  return { file, claim: `${base}.json`, part: `${base}.part`, partClaim: `${base}.part.json` };
}

const claimSchema = z.object({
  bytes: z.int().nonnegative(),
  etag: z.string().optional(),
  modified: z.string().optional(),
});

async function readClaim(path: string, files: Files): Promise<Version | undefined> {
  try {
    return claimSchema.parse(JSON.parse(await files.readFile(path, 'utf8')));
  } catch {
    // What nobody can vouch for is fetched again.
    return undefined;
  }
}

/** The version that a complete copy has; undefined if there is none. */
export async function copiedVersion({ file, claim }: CopyPlace, files: Files): Promise<Version | undefined> {
  const version = await readClaim(claim, files);
  const stats = await files.stat(file).catch(() => undefined);
  return version && stats?.isFile() && stats.size === version.bytes ? version : undefined;
}

/** Bytes of a version that an earlier fetch has left, from its beginning. */
export async function fetchedBytes(
  { part, partClaim }: CopyPlace,
  { version, hasRanges }: ServerFile,
  files: Files,
): Promise<number> {
  const begun = hasRanges ? await readClaim(partClaim, files) : undefined;
  const stats = begun && isSame(begun, version) ? await files.stat(part).catch(() => undefined) : undefined;
  if (!stats?.isFile() || stats.size > version.bytes) return 0;
  // Each piece is on the disk before the next one is written.
  return Math.max(0, Math.floor(stats.size / PIECE_BYTES) - 1) * PIECE_BYTES;
}

/** Way in which a file is fetched. */
export type Fetching = {
  readonly servers: FileServers;
  readonly files: Files;
  readonly signal: AbortSignal;
  /** Told how many bytes of the copy there are. */
  readonly onWritten: (bytes: number) => void;
};

/**
 * Copies a file of a server, from where an earlier fetch was cut off. An older copy is removed before, so that the disk need
 * not hold both.
 * @returns false if the file was changed meanwhile; what was fetched of it is worth nothing then
 * @throws RunError those of `readPiece`, `SOURCE.SPOOL_FULL`
 */
export async function fetchCopy(
  url: RemoteUrl,
  place: CopyPlace,
  found: ServerFile,
  fetching: Fetching,
): Promise<boolean> {
  const { files } = fetching;
  const { file, claim, part, partClaim } = place;
  const from = await fetchedBytes(place, found, files);
  try {
    for (const path of [claim, dirname(file)]) await files.rm(path, { recursive: true, force: true });
    if (from === 0) {
      await files.rm(part, { force: true });
      await writePrivate(files, partClaim, `${JSON.stringify(found.version)}\n`);
    }
    {
      await using out = await files.open(part, from === 0 ? 'wx' : 'r+', 0o600);
      const read: Read = (at, until) => readPiece(url, fetching.servers, found, at, until);
      if (!(await writePieces(out, from, found.version.bytes, read, fetching))) return false;
      await out.sync();
    }
    await files.mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await files.rename(part, file);
    await files.rename(partClaim, claim);
    await syncFolder(files, dirname(claim));
    return true;
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    throw new RunError(
      'SOURCE.SPOOL_FULL',
      `the copy of ${url.shown} does not fit into ${dirname(claim)}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

type Read = (from: number, signal: AbortSignal) => Promise<Buffer | undefined>;

/** Some pieces are under way at once; they are written in their order, so that a file has no gap. */
async function writePieces(
  out: OpenFile,
  from: number,
  bytes: number,
  read: Read,
  { signal, onWritten }: Pick<Fetching, 'signal' | 'onWritten'>,
): Promise<boolean> {
  const stopping = new AbortController();
  const until = AbortSignal.any([signal, stopping.signal]);
  const underWay: Promise<Buffer | undefined>[] = [];
  try {
    for (let next = from, at = from; at < bytes; ) {
      for (; next < bytes && underWay.length < REQUESTS_AT_ONCE; next += PIECE_BYTES) {
        const piece = read(next, until);
        // Heard where it is awaited; until then it may be that an earlier one has failed.
        piece.catch(() => {});
        underWay.push(piece);
      }
      const piece = await underWay.shift();
      if (!piece) return false;
      await writeAt(out, piece, at);
      at += piece.length;
      onWritten(at);
    }
    return true;
  } finally {
    stopping.abort();
    await Promise.allSettled(underWay);
  }
}

async function writeAt(out: OpenFile, piece: Buffer, at: number): Promise<void> {
  for (let done = 0; done < piece.length; )
    done += (await out.write(piece, done, piece.length - done, at + done)).bytesWritten;
  await out.datasync();
}
