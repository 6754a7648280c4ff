import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { asRunError, RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';

/** The owner of a lock. */
export type Holder = {
  readonly pid: number;
  /** Start time of the process, in clock ticks after boot; separates it from a later process with the same pid. */
  readonly startTime: string | undefined;
  readonly bootId: string | undefined;
  readonly host: string;
  readonly user: string;
  readonly command: string;
  readonly started: string;
};

/** Attempts, and the pause between them, for a lock that another process is just taking over. */
const TRIES_MAX = 100;
const PAUSE_MS = 20;

/**
 * Takes the lock of a state folder; disposing releases it. A lock whose holder is certainly gone (same host, and the
 * process has ended or the machine was restarted) is taken over.
 * @throws RunError `STATE.LOCKED` (exit 8) naming the holder
 */
export async function takeLock(path: string, command: string, system: System): Promise<AsyncDisposable> {
  const { files, clock } = system;
  const own: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    bootId: bootId(),
    host: hostname(),
    user: userName(),
    command,
    started: new Date(clock.now()).toISOString(),
  };
  const text = JSON.stringify(own);
  const taken = { [Symbol.asyncDispose]: () => release(files, path, text) };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (await create(files, path, text)) return taken;
    const found = await files.readFile(path, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder && !isGone(holder)) throw locked(holder);
    if (await takeOver(system, path, found, text)) return taken;
  }
  throw new RunError('STATE.LOCKED', `the lock ${path} changes hands all the time`);
}

/** The holder of a lock, unless it is certainly gone; undefined if there is none. */
export async function lockHolder(files: Files, path: string): Promise<Holder | undefined> {
  const holder = parse(await files.readFile(path, 'utf8').catch(() => ''));
  return holder && !isGone(holder) ? holder : undefined;
}

/** Links the complete file into place, so nobody ever reads half a lock. */
async function create(files: Files, path: string, text: string): Promise<boolean> {
  const own = `${path}.new-${process.pid}`;
  try {
    await files.writeFile(own, text, { mode: 0o600 });
    await files.link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    const message = `the lock ${path} cannot be written: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  } finally {
    // A file that cannot be removed holds nothing up.
    await files.rm(own, { force: true }).catch(() => {});
  }
}

async function release(files: Files, path: string, text: string): Promise<void> {
  if ((await files.readFile(path, 'utf8').catch(() => '')) === text) await files.rm(path, { force: true });
}

/**
 * Replaces the lock of a dead holder by our own. Only the owner of the claim file beside the lock may do that: of
 * several processes that see the dead holder, one could otherwise replace the new lock of another.
 */
async function takeOver(
  { files, clock }: System,
  path: string,
  found: string,
  text: string,
): Promise<boolean> {
  const claim = `${path}.claim`;
  if (!(await create(files, claim, text))) {
    const claimant = parse(await files.readFile(claim, 'utf8').catch(() => '{}'));
    if (claimant?.pid !== undefined && isGone(claimant)) await files.rm(claim, { force: true });
    else await clock.sleep(PAUSE_MS);
    return false;
  }
  if ((await files.readFile(path, 'utf8').catch(() => undefined)) === found) {
    await files.rename(claim, path);
    return true;
  }
  await files.rm(claim, { force: true });
  return false;
}

function locked(holder: Holder): RunError {
  const { pid, host, user, started, command } = holder;
  return new RunError(
    'STATE.LOCKED',
    `another run uses this state: process ${pid} on ${host} (${user}) since ${started}: ${command}`,
  );
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function isGone(holder: Holder): boolean {
  if (holder.host !== hostname()) return false;
  if (holder.bootId !== undefined && holder.bootId !== bootId()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  return holder.startTime !== undefined && startTimeOf(holder.pid) !== holder.startTime;
}

/** Field 22 of /proc/<pid>/stat; undefined if there is no such file. */
function startTimeOf(pid: number): string | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

const bootId = (): string | undefined =>
  quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
const userName = (): string => quietly(() => userInfo().username) ?? 'unknown';

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
