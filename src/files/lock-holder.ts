import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import { FIRST_NAMESPACE, type Machine } from '../system/machine.ts';
import type { System } from '../system/system.ts';

/** The owner of a lock, as the lock file says. */
export type Holder = {
  /** Random: no two locks have the same, not even of one process. */
  readonly id?: string | undefined;
  readonly pid: number;
  readonly startTime?: string | undefined;
  readonly bootId?: string | undefined;
  readonly pidNamespace?: string | undefined;
  readonly host: string;
  readonly machine?: string | undefined;
  readonly user: string;
  readonly command: string;
  /** RFC 3339, by the clock of the holder. */
  readonly started: string;
  readonly heartbeat?: string | undefined;
};

const REQUIRED = ['host', 'user', 'command', 'started'] as const;
const OPTIONAL = ['id', 'startTime', 'bootId', 'pidNamespace', 'machine', 'heartbeat'] as const;

/** The facts that tell a process from every other one. */
export type Observed = Pick<Holder, 'pid' | 'startTime' | 'bootId' | 'pidNamespace' | 'host' | 'machine'>;

/**
 * The state of a holder, as far as it can be known from here: `alive` and `gone` are certain. `unseen`: it is in
 * another container or on another machine, and only its heartbeat tells.
 */
type Sight = 'alive' | 'gone' | 'unseen';

/** A lock file, and what can be known of its holder. */
export type FoundLock = {
  readonly path: string;
  readonly text: string;
  readonly holder: Holder;
  readonly sight: Sight;
  /** Milliseconds since the last heartbeat; below 0 if a clock was set back. */
  readonly silentMs: number;
};

/** The time from one sign of life of a holder to the next. */
export const HEARTBEAT_MS = 60_000;
/** A holder that cannot be seen, and gave no sign of life for so long, counts as gone: `unlock` then removes its lock. */
export const SILENT_MAX_MS = 30 * 60_000;

/** This process. */
export function observed(machine: Machine): Observed {
  const { pid, host, id, bootId, pidNamespace } = machine;
  return { pid, startTime: machine.startTimeOf(pid), bootId, pidNamespace, host, machine: id };
}

/**
 * True if a process is certainly there, at work or stopped, and is not this one. Without its start time nobody knows
 * whether its number belongs to another process by now.
 */
export function isOtherAlive(process: Observed, machine: Machine): boolean {
  const { pid, startTime } = process;
  if (startTime === undefined || startTime !== machine.startTimeOf(pid)) return false;
  return pid !== machine.pid && sightOf(process, machine) === 'alive';
}

/** The record of this process. */
export function ownRecord(
  command: string,
  { machine, clock, random }: System,
): Required<Pick<Holder, 'id'>> & Holder {
  const now = new Date(clock.now()).toISOString();
  return {
    id: random.uuid(),
    ...observed(machine),
    user: machine.user,
    command,
    started: now,
    // The last member: heartbeats overwrite it in place.
    heartbeat: now,
  };
}

/**
 * The holder that a lock file names; undefined if the text is none, which only a power cut leaves. Checked by hand: zod takes
 * half as long to load as `status` takes.
 */
function parseHolder(text: string): Holder | undefined {
  const value = parsed(text);
  const { pid } = value;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  const isText = (name: string): boolean => typeof value[name] === 'string';
  if (!REQUIRED.every(isText)) return undefined;
  const named = OPTIONAL.filter((name) => value[name] !== undefined);
  if (!named.every(isText)) return undefined;
  const texts = Object.fromEntries([...REQUIRED, ...named].map((name) => [name, value[name]]));
  return { ...(texts as Record<(typeof REQUIRED)[number], string>), pid };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * Reads a lock. Undefined if there is none, or none that names a holder.
 * @param nowMs the time to compare the last heartbeat with, epoch milliseconds
 */
export async function readLock(
  path: string,
  { files, machine }: Pick<System, 'files' | 'machine'>,
  nowMs: number,
): Promise<FoundLock | undefined> {
  const text = await files.readFile(path, 'utf8').catch(() => undefined);
  const found = text === undefined ? undefined : foundIn(text, path, machine);
  const written = await files.stat(path).catch(() => undefined);
  if (!found || !written) return undefined;
  return { ...found, silentMs: nowMs - written.mtimeMs };
}

/** The lock that a record is, but for its last heartbeat; undefined if it names no holder. */
export function foundIn(
  text: string,
  path: string,
  machine: Machine,
): Omit<FoundLock, 'silentMs'> | undefined {
  const holder = parseHolder(text);
  return holder && { path, text, holder, sight: sightOf(holder, machine) };
}

/**
 * The time of the file system that holds a path, epoch milliseconds: that of a new file beside it. The age of a heartbeat is
 * measured with it, because the clocks of two machines may differ. Our own time if nothing can be written there.
 */
export async function fileSystemTime(path: string, { files, clock, random }: System): Promise<number> {
  const probe = `${path}.time-${random.hex(4)}`;
  try {
    await files.writeFile(probe, '', { mode: 0o600, flag: 'wx' });
    return (await files.stat(probe)).mtimeMs;
  } catch {
    return clock.now();
  } finally {
    await files.rm(probe, { force: true }).catch(() => {});
  }
}

/** Only a process of the same start of the same machine, in the same process namespace, can be seen to be gone. */
function sightOf(holder: Observed, machine: Machine): Sight {
  if (holder.host !== machine.host || differ(holder.machine, machine.id)) return 'unseen';
  if (holder.pidNamespace !== machine.pidNamespace) return 'unseen';
  // The numbers of containers' namespaces come again on other machines, and so do the names of their hosts.
  const isContainer = machine.pidNamespace !== undefined && machine.pidNamespace !== FIRST_NAMESPACE;
  if (differ(holder.bootId, machine.bootId)) return isContainer ? 'unseen' : 'gone';
  if (!machine.isAlive(holder.pid)) return 'gone';
  return differ(holder.startTime, machine.startTimeOf(holder.pid)) ? 'gone' : 'alive';
}

/** True if both are known and not the same. */
const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** Reads the first bytes of a file, at once; undefined if there is no such file. */
export function firstBytes(files: Files, path: string, bytes: number): string | undefined {
  let file: number;
  try {
    file = files.openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const into = Buffer.alloc(bytes);
    return into.toString('utf8', 0, files.readSync(file, into, 0, bytes, 0));
  } finally {
    files.closeSync(file);
  }
}

/**
 * The error for a state that another process has.
 * @param seen what is known of its life from here; nothing if it is there
 */
export function lockedBy({ holder }: FoundLock, seen = '', hint?: string): RunError {
  const { pid, host, user, started, command } = holder;
  const who = `another run uses this state: process ${pid} on ${host} (${user}) since ${started}: ${command}`;
  return new RunError('STATE.LOCKED', seen === '' ? who : `${who}; ${seen}`, { hint });
}
