import { join } from 'node:path';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { spaceOf } from '../../files/disk-space.ts';
import { eachOf } from '../../service/each-of.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { byteSize } from '../../terminal/printable.ts';
import type { Copies } from './copies.ts';
import {
  type CopyPlace,
  copiedVersion,
  copyId,
  copyPlace,
  type Fetching,
  fetchCopy,
  fetchedBytes,
} from './copy-file.ts';
import { fileServers, REQUESTS_AT_ONCE } from './file-server.ts';
import type { RemoteUrl } from './remote-url.ts';
import { askVersion, type ServerFile } from './server-file.ts';

/** Bytes that must stay free on the disk: the state of a run has to fit beside its input. */
const FREE_MIN = 64 * 1024 * 1024;
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
  const space = spaceOf(files, own);
  const free = space ? space.bavail * space.bsize : Number.POSITIVE_INFINITY;
  if (missing <= 0 || free >= missing + FREE_MIN) return;
  throw new RunError(
    'SOURCE.SPOOL_FULL',
    `the disk of ${own} has ${byteSize(free)} free; the copies of the sources take ${byteSize(missing)}, and a run needs room beside them`,
  );
}

async function makeFolder(folder: string, files: Files): Promise<void> {
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const message = `the folder ${folder} cannot be made: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}
