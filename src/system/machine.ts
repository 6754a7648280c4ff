import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';

/** Identity of this process and the machine that it runs on. A test passes its own, to be another machine. */
export interface Machine {
  readonly pid: number;
  readonly host: string;
  /** The name of the user. */
  readonly user: string;
  /** Differs between machines of one host name; undefined where the system has none. A hash: the id itself is private. */
  readonly id: string | undefined;
  /** Differs after each start of the machine; containers share that of their machine. Undefined where there is none. */
  readonly bootId: string | undefined;
  /** The process namespace: a process sees, by number, those of its own alone. Undefined where there are none. */
  readonly pidNamespace: string | undefined;
  /**
   * Start time of a process, in clock ticks after boot; separates it from a later process with the same number.
   * Undefined if it cannot be read.
   */
  startTimeOf(pid: number): string | undefined;
  /** True if a process of our namespace is there, stopped or not; true also if it is another user's. */
  isAlive(pid: number): boolean;
}

/** The process namespace of a machine itself, outside of every container; Linux gives it always this number. */
export const FIRST_NAMESPACE = 'pid:[4026531836]';

/** The machine that the process runs on. */
export const realMachine: Machine = {
  pid: process.pid,
  get host() {
    return hostname();
  },
  get user() {
    return quietly(() => userInfo().username) ?? 'unknown';
  },
  get id() {
    const id = quietly(() => readFileSync('/etc/machine-id', 'utf8').trim());
    return id ? createHash('sha256').update(`chatferry ${id}`).digest('hex').slice(0, 16) : undefined;
  },
  get bootId() {
    return quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  },
  get pidNamespace() {
    return quietly(() => readlinkSync('/proc/self/ns/pid'));
  },
  startTimeOf: (pid) => statOf(pid)?.[19],
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      // One that has ended and that its parent has not asked for, as in a container whose first process asks for none.
      return statOf(pid)?.[0] !== 'Z';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ESRCH';
    }
  },
};

/** The facts that Linux gives of a process, from its state on; undefined if it cannot be read. */
function statOf(pid: number): readonly string[] | undefined {
  // A /proc of another namespace numbers the processes otherwise.
  if (quietly(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
