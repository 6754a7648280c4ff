import { asRunError, RunError } from '../errors/run-error.ts';
import type { Files, OpenFile } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { ago } from './current-lock.ts';
import { foundLease, leased } from './lease.ts';
import {
  type FoundLock,
  fileSystemTime,
  firstBytes,
  HEARTBEAT_MS,
  lockedBy,
  ownRecord,
  readLock,
  SILENT_MAX_MS,
} from './lock-holder.ts';
import { requireOwnFolder } from './own-folder.ts';

/** A lock that this process holds; disposing releases it. */
export interface Lock extends AsyncDisposable {
  /**
   * Checks that the lock is still ours: while a process is stopped, or cut off, another may take over.
   * @throws RunError `STATE.LOCK_LOST` (exit 8)
   */
  assertHeld(): void;
}

/** Attempts, and the pause between them, for a lock that another process is just taking over. */
const TRIES_MAX = 100;
const PAUSE_MS = 20;
/** For so long a lock that was ours counts as ours: reading it costs as much as what it protects. */
const SEEN_MS = 2;
/** A claim lives for milliseconds; an older one was left behind. */
const CLAIM_MAX_MS = 60_000;

/**
 * Takes the lock of a state folder. A lock whose holder is certainly gone is taken over; one whose holder cannot be seen from
 * here never is, however old it is: that needs `removeLock`. Where a server keeps the state, it has to agree.
 * @param command the command line, for whoever finds the lock
 * @throws RunError `STATE.LOCKED` (exit 8) naming the holder, `STATE.UNWRITABLE`, `STATE.FOLDER_UNSUITABLE`, `STATE.SERVER_*`
 */
export async function takeLock(path: string, command: string, system: System): Promise<Lock> {
  const record = JSON.stringify(ownRecord(command, system));
  return await leased(await takeFile(path, record, system), path, record, system);
}

/**
 * Takes the lock of a state folder that nobody else can write to; undefined if there is no such folder.
 * @throws RunError `STATE.NOT_OWN`, and those of `takeLock`
 */
export async function lockKept(
  { folder, lock }: { readonly folder: string; readonly lock: string },
  command: string,
  system: System,
): Promise<Lock | undefined> {
  await requireOwnFolder(folder, system.files);
  return system.files.existsSync(folder) ? await takeLock(lock, command, system) : undefined;
}

async function takeFile(path: string, record: string, system: System): Promise<Lock> {
  await requireSuitable(path, system);
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const file = (await create(path, record, system)) ?? (await replace(path, record, system));
    const lock = file && held(path, record, file, system);
    if (lock) return lock;
    await file?.close();
  }
  throw new RunError('STATE.LOCKED', `the lock ${path} changes hands all the time`);
}

/** The lock with the age of its heartbeat as `removeLock` needs it; undefined if there is none that names a holder. */
export const findLock = async (path: string, system: System): Promise<FoundLock | undefined> =>
  (await foundLease(path, system)) ?? (await readLock(path, system, await fileSystemTime(path, system)));

/**
 * Removes a lock, if it is still as it was found: without a heartbeat since then.
 * @returns whether it was removed
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function removeLock({ path, text }: FoundLock, system: System): Promise<boolean> {
  const { files, clock } = system;
  const { keeper } = system;
  if (keeper?.lock === path && (await keeper.free(text))) return true;
  const record = JSON.stringify(ownRecord('unlock', system));
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    await using claim = await claimOf(path, record, system);
    if (claim) {
      if ((await files.readFile(path, 'utf8').catch(() => undefined)) !== text) return false;
      await files.rm(path, { force: true }).catch((error: unknown) => {
        throw unwritable(path, error);
      });
      return true;
    }
    await clock.sleep(PAUSE_MS);
  }
  return false;
}

/** Links the complete file into place, so nobody ever reads half a lock; undefined if there is one. */
async function create(
  path: string,
  record: string,
  { files, random }: System,
): Promise<OpenFile | undefined> {
  // A name that no other process has: the numbers of processes are the same in many containers.
  const own = `${path}.new-${random.hex(8)}`;
  let file: OpenFile | undefined;
  try {
    file = await files.open(own, 'wx', 0o600);
    const bytes = Buffer.from(record);
    await file.write(bytes, 0, bytes.length, 0);
    await file.datasync();
    await files.link(own, path);
    return file;
  } catch (error) {
    await file?.close().catch(() => {});
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw unwritable(path, error);
  } finally {
    await remove(own, files);
  }
}

/** Removes a file of our own beside the lock. One that stays does no harm: its name or its age tells that it is nobody's. */
const remove = (path: string, files: Files): Promise<void> => files.rm(path, { force: true }).catch(() => {});

const unwritable = (path: string, error: unknown): RunError =>
  asRunError(error, 'STATE.UNWRITABLE', `the lock ${path} cannot be written: ${(error as Error).message}`);

/**
 * Replaces the lock of a process that is gone by our own. Only the owner of the claim file beside the lock may do that: of
 * several processes that see the same lock, one could otherwise replace the new lock of another.
 * @throws RunError `STATE.LOCKED`
 */
async function replace(path: string, record: string, system: System): Promise<OpenFile | undefined> {
  const { files, clock } = system;
  const found = await readLock(path, system, clock.now());
  if (found && found.sight !== 'gone') throw await fileLockedBy(path, found, system);
  const text = await files.readFile(path, 'utf8').catch(() => undefined);
  // Released, or replaced, since we looked.
  if (text === undefined || (found && text !== found.text)) return undefined;
  const claim = `${path}.claim`;
  const file = await create(claim, record, system);
  if (!file) {
    await removeOldClaim(claim, system);
    await clock.sleep(PAUSE_MS);
    return undefined;
  }
  if ((await files.readFile(path, 'utf8').catch(() => undefined)) === text) {
    try {
      await files.rename(claim, path);
      return file;
    } catch (error) {
      await file.close();
      await remove(claim, files);
      throw unwritable(path, error);
    }
  }
  await file.close();
  await remove(claim, files);
  return undefined;
}

/** The claim of a lock, for the time of a removal; undefined if another process has it. */
async function claimOf(path: string, record: string, system: System): Promise<AsyncDisposable | undefined> {
  const claim = `${path}.claim`;
  const file = await create(claim, record, system);
  if (!file) {
    await removeOldClaim(claim, system);
    return undefined;
  }
  return {
    [Symbol.asyncDispose]: async () => {
      await file.close();
      await remove(claim, system.files);
    },
  };
}

async function removeOldClaim(claim: string, system: System): Promise<void> {
  const found = await findLock(claim, system);
  const { files } = system;
  if (!found) {
    // A claim that names nobody, as a power cut may leave it, belongs to nobody once it is old.
    const written = await files.stat(claim).catch(() => undefined);
    const isOld = written && (await fileSystemTime(claim, system)) - written.mtimeMs > CLAIM_MAX_MS;
    if (isOld) await remove(claim, files);
  } else if (found.sight === 'gone' || (found.sight === 'unseen' && found.silentMs > CLAIM_MAX_MS))
    await remove(claim, files);
}

/** The length of a heartbeat, and of what follows it in a record. */
const TIME_BYTES = 24;
const END_BYTES = '"}'.length;

/** Our lock, with a heartbeat until it is released; undefined if another process was faster after all. */
function held(path: string, record: string, file: OpenFile, { files, clock }: System): Lock | undefined {
  const own = record.slice(0, -TIME_BYTES - END_BYTES);
  const bytes = Buffer.byteLength(own);
  const isOurs = (): boolean => firstBytes(files, path, bytes) === own;
  if (!isOurs()) return undefined;
  // Written into our own file: if another lock has its place, that one is not touched.
  const beat = (): Promise<unknown> =>
    file
      .write(Buffer.from(new Date(clock.now()).toISOString()), 0, TIME_BYTES, bytes)
      .then(() => file.datasync());
  let last: Promise<unknown> = Promise.resolve();
  const heart = clock.every(HEARTBEAT_MS, () => {
    // A heartbeat that cannot be written is one less; nobody takes over before many are missing.
    last = last.then(beat).catch(() => {});
  });
  let seenAt = clock.elapsed();
  return {
    assertHeld: () => {
      // A process that was stopped finds that time has passed.
      const now = clock.elapsed();
      if (now - seenAt < SEEN_MS) return;
      if (!isOurs()) throw lost(path);
      seenAt = now;
    },
    [Symbol.asyncDispose]: async () => {
      heart[Symbol.dispose]();
      await last;
      // A lock that cannot be removed is that of a process that is gone, which the next run sees.
      await file.close().catch(() => {});
      if (isHeld(isOurs)) await remove(path, files);
    },
  };
}

function isHeld(isOurs: () => boolean): boolean {
  try {
    return isOurs();
  } catch {
    return false;
  }
}

const lost = (path: string): RunError =>
  new RunError(
    'STATE.LOCK_LOST',
    `the lock ${path} is no longer ours: it was removed, or another process has it`,
  );

async function fileLockedBy(path: string, seen: FoundLock, system: System): Promise<RunError> {
  const found = (await findLock(path, system)) ?? seen;
  if (found.sight !== 'unseen') return lockedBy(found);
  const silence = `it cannot be seen from here, and its last heartbeat was ${ago(found)}`;
  if (found.silentMs < SILENT_MAX_MS) return lockedBy(found, silence);
  return lockedBy(found, silence, 'if its machine or container is gone:  chatferry unlock <pipeline>');
}

/**
 * Checks that the file system of a state keeps what a lock and a checkpoint rest on: a file is created once, a link replaces
 * nothing, a renamed file takes the place of another. Some disks of networks and of object stores do not.
 * @param path in the folder; files beside it are made and removed
 * @throws RunError `STATE.FOLDER_UNSUITABLE`, `STATE.UNWRITABLE`
 */
async function requireSuitable(path: string, { files, random }: System): Promise<void> {
  const [one, two] = ['a', 'b'].map((end) => `${path}.probe-${random.hex(8)}${end}`) as [string, string];
  const make = async (name: string): Promise<void> => (await files.open(name, 'wx', 0o600)).close();
  try {
    await make(one);
    await make(two);
    if (await isDone(make(one))) throw unsuitable(path, 'creates a file that is there already');
    if (await isDone(files.link(one, two))) throw unsuitable(path, 'replaces a file by a link');
    await files.rename(one, two);
    if (files.existsSync(one) || !files.existsSync(two))
      throw unsuitable(path, 'does not replace one file by another');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EXDEV|EMLINK)$/.test(code))
      throw unsuitable(path, `has no links or no renames (${code})`, error);
    throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be written: ${message}`);
  } finally {
    for (const name of [one, two]) await files.rm(name, { force: true }).catch(() => {});
  }
}

/** True if something was done that should be refused, because there is such a file. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const unsuitable = (path: string, why: string, cause?: unknown): RunError =>
  new RunError('STATE.FOLDER_UNSUITABLE', `the file system of ${path} ${why}`, { cause });
