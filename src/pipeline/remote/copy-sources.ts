import { createHash } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { isOfDisk } from '../../files/disk-failure.ts';
import { FREE_MIN, freeBytes } from '../../files/disk-space.ts';
import { makeFolder } from '../../files/private-file.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { eachOf } from '../../service/each-of.ts';
import { type Files, type OpenFile, writeAll } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { byteSize } from '../../terminal/printable.ts';
import type { Copies } from './copies.ts';
import { type FileServers, fileServers, REQUESTS_AT_ONCE } from './file-server.ts';
import { readClaim, syncedBytes, writeClaim } from './part-claim.ts';
import type { RemoteUrl } from './remote-url.ts';
import { askVersion, isSame, PIECE_BYTES, readPiece, type ServerFile, type Version } from './server-file.ts';

/** A file that is changed so often while it is fetched is being written. */
const ROUNDS_MAX = 3;

const SAY_EVERY_MS = 10_000;

/** Place of copies, and how they are made. */
type CopyPlan = {
  /** The folder for copies. */
  readonly own: string;
  /** A folder with copies that are only read: others may be at work there. */
  readonly beside: string;
  /** Names of the addresses of the pipeline, also those that are not needed now: copies of others are removed. */
  readonly named: readonly string[];
  readonly system: Pick<System, 'files' | 'clock' | 'random' | 'connect'>;
  readonly signal: AbortSignal;
  /** Gets a sentence about how far it is, every ten seconds. */
  readonly say: (sentence: string) => void;
};

/** An address, and the copy of it that there is or will be. */
type Asked = {
  readonly url: RemoteUrl;
  readonly place: CopyPlace;
  /** File that must be fetched; undefined if the copy is what the server has. */
  readonly found: ServerFile | undefined;
};

/**
 * Makes sure that there is a copy of each address, as its server has it now. All are asked about before the first is fetched.
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`; the reason of the signal
 */
export async function copySources(
  urls: readonly RemoteUrl[],
  { own, beside, named, system, signal, say }: CopyPlan,
): Promise<Copies> {
  const { files, clock } = system;
  await makeFolder(own, files);
  await using servers = fileServers(system);
  const asked = new Map<RemoteUrl, Asked>();
  const asking = { servers, files, signal };
  await eachOf(
    urls,
    REQUESTS_AT_ONCE,
    async (url) => void asked.set(url, await ask(url, [own, beside], asking)),
    signal,
  );
  const ordered = urls.flatMap((url) => asked.get(url) ?? []);
  await removeOthers(own, new Set(named), files);
  await requireSpace(own, ordered, files);
  let now = '';
  using _ = clock.every(SAY_EVERY_MS, () => now && say(now));
  const copies = new Map<string, string>();
  for (const each of ordered) {
    const { url, found } = each;
    const onWritten = (bytes: number): void => {
      now = `fetching ${url.shown}: ${byteSize(bytes)} of ${byteSize(found?.version.bytes ?? 0)}`;
    };
    const place = await fetched(each, { ...asking, onWritten });
    copies.set(url.shown, place.file);
  }
  return copies;
}

type Asking = Omit<Fetching, 'onWritten'>;

/**
 * Asks for the version of a file.
 * @param folders where a copy may be; the first one is ours
 */
async function ask(
  url: RemoteUrl,
  folders: readonly [own: string, ...others: readonly string[]],
  { servers, files, signal }: Asking,
): Promise<Asked> {
  let found: ServerFile | undefined;
  for (const folder of new Set(folders)) {
    const place = copyPlace(folder, url);
    const known = await copiedVersion(place, files);
    if (!known) continue;
    found = await askVersion(url, servers, known, signal);
    if (!found) return { url, place, found };
  }
  found ??= await askVersion(url, servers, undefined, signal);
  return { url, place: copyPlace(folders[0], url), found };
}

/** @throws RunError `SOURCE.CHANGED` and those of `fetchCopy` */
async function fetched({ url, place, found }: Asked, fetching: Fetching): Promise<CopyPlace> {
  let wanted = found;
  for (let round = 1; wanted; round++) {
    if (await fetchCopy(url, place, wanted, fetching)) return place;
    if (round === ROUNDS_MAX)
      throw new RunError(
        'SOURCE.CHANGED',
        `${url.shown} was changed ${ROUNDS_MAX} times while it was fetched`,
        {
          where: { file: url.shown },
        },
      );
    wanted = await askVersion(url, fetching.servers, undefined, fetching.signal);
  }
  return place;
}

/** Removes copies of what the pipeline does not name any more. */
async function removeOthers(own: string, names: ReadonlySet<string>, files: Files): Promise<void> {
  const ids = new Set(Array.from(names, copyId));
  for (const found of await files.readdir(own))
    if (!ids.has(found.split('.')[0] as string))
      await files.rm(join(own, found), { recursive: true, force: true });
}

/** @throws RunError `SOURCE.SPOOL_FULL` before anything is fetched */
async function requireSpace(own: string, asked: readonly Asked[], files: Files): Promise<void> {
  let missing = 0;
  for (const { place, found } of asked)
    if (found) {
      const before = await files.stat(place.file).catch(() => undefined);
      missing += found.version.bytes - (await fetchedBytes(place, found, files)) - (before?.size ?? 0);
    }
  const free = freeBytes(files, own);
  if (missing <= 0 || free >= missing + FREE_MIN) return;
  throw new RunError(
    'SOURCE.SPOOL_FULL',
    `the disk of ${own} has ${byteSize(free)} free; the copies of the sources take ${byteSize(missing)}, and a run needs room beside them`,
  );
}

/** The paths of a copy: it is complete where the claim is there, which is written last. */
type CopyPlace = {
  /** Ends like the name on the server: endings tell the format. */
  readonly file: string;
  readonly claim: string;
  readonly part: string;
  readonly partClaim: string;
};

/** Beginning of the names of the copy of an address. */
const copyId = (shown: string): string => createHash('sha256').update(shown).digest('hex').slice(0, 16);

/** Place of the copy of an address in a folder of copies. */
function copyPlace(folder: string, { shown }: RemoteUrl): CopyPlace {
  const base = join(folder, copyId(shown));
  const name = posix.basename(new URL(shown).pathname).replaceAll(/[^\w.-]+/g, '_');
  const file = join(base, /^\.*$/.test(name) ? 'file' : name.slice(-100));
  return { file, claim: `${base}.json`, part: `${base}.part`, partClaim: `${base}.part.json` };
}

/** The version that a complete copy has; undefined if there is none. */
async function copiedVersion({ file, claim }: CopyPlace, files: Files): Promise<Version | undefined> {
  const version = await readClaim(claim, files);
  const stats = await files.stat(file).catch(() => undefined);
  return version && stats?.isFile() && stats.size === version.bytes ? version : undefined;
}

/** Bytes of a version that an earlier fetch has left, from its beginning. */
async function fetchedBytes(
  { part, partClaim }: CopyPlace,
  { version, hasRanges }: ServerFile,
  files: Files,
): Promise<number> {
  const begun = hasRanges ? await readClaim(partClaim, files) : undefined;
  const stats = begun && isSame(begun, version) ? await files.stat(part).catch(() => undefined) : undefined;
  if (!stats?.isFile() || stats.size > version.bytes) return 0;
  return syncedBytes(stats.size);
}

/** Way in which a file is fetched. */
type Fetching = {
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
async function fetchCopy(
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
      await writeClaim(partClaim, found.version, files);
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
      await writeAll(out, piece, at);
      await out.datasync();
      at += piece.length;
      onWritten(at);
    }
    return true;
  } finally {
    stopping.abort();
    await Promise.allSettled(underWay);
  }
}
