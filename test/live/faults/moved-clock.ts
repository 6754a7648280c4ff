import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that runs ahead of that of this machine, here and in processes of its own. */
export type MovedClock = Disposable & {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The environment of a process that has this clock, with its threads. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets time pass quickly, in steps in which timers of processes come in their order. */
  readonly pass: (ms: number) => Promise<void>;
};

const STEP_MS = 1_000;
/** So many times faster than time passes here. */
const FASTER = 90;
const NANOS = 1_000_000n;

/** @returns undefined where there is no C compiler, or no Linux */
export function movedClock(folder: string): MovedClock | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'moved-clock.so');
  const source = join(import.meta.dirname, 'moved-clock.c');
  const isBuilt = ['cc', 'gcc', 'clang'].some(
    (name) => spawnSync(name, ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']).status === 0,
  );
  if (!isBuilt) return undefined;
  const path = join(folder, 'moved-clock');
  const bytes = Buffer.alloc(8);
  writeFileSync(path, bytes);
  const file = openSync(path, 'r+');
  let added = 0;
  return {
    now: () => Date.now() + added,
    env: { LD_PRELOAD: library, MOVED_CLOCK: path, UV_USE_IO_URING: '0' },
    pass: async (ms) => {
      const end = added + ms;
      while (added < end) {
        added = Math.min(end, added + STEP_MS);
        bytes.writeBigInt64LE(BigInt(added) * NANOS);
        writeSync(file, bytes, 0, bytes.length, 0);
        await sleep(STEP_MS / FASTER);
      }
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
