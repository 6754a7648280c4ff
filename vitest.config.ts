import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/lanes/slow-first.ts';

const cores = availableParallelism();
const PROCESS_TESTS = 'test/**/*.process.test.ts';
/**
 * Every run of a pipeline takes buffers of some megabytes, and V8 answers each of them with a full collection of all modules
 * that a worker has loaded, until this much is in use: half of the time of the unit lane.
 */
const collectedFrom = (megabytes: number): string[] => [
  '--external-memory-accounted-in-global-limit',
  `--initial-heap-size=${megabytes}`,
  // A nursery that grows as it goes gives its pages back and takes them again: a quarter of the processor time.
  '--min-semi-space-size=64',
  '--max-semi-space-size=128',
];
/** Twenty minutes: the slowest test takes one or two on two idle cores. */
const HANG_MS = 1_200_000;
/** A file system in memory, and the room in it that the folders of tests never need all of. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 31;

/**
 * Where tests make their folders: in memory if there is room, because thousands of synced writes wait for a disk. What they
 * leave, such as the browser unpacked, goes with this process.
 */
function temporary(): { TMPDIR?: string } {
  if (process.env['TMPDIR'] !== undefined) return {};
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return {};
    const folder = mkdtempSync(join(MEMORY, 'chatferry-tests-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    env: {
      // Hundreds of processes are started, and each would compile the same modules: half of its time.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
      ...temporary(),
    },
    // They only end what hangs, so they are far above what anything takes: a busy or slow machine is no reason to fail.
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
    // Concurrent tests of a file wait for timers.
    maxConcurrency: 12,
    // Its last lines are the counts of files and tests.
    reporters: ['default'],
    sequence: { sequencer: SlowFirst },
    // One lane after the other: Vitest runs lanes of different widths at different times.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [PROCESS_TESTS],
          setupFiles: [
            'test/support/times/cpu-of-file.ts',
            'test/support/lanes/no-process.ts',
            'test/support/lanes/no-proto.ts',
          ],
          maxWorkers: cores + 1,
          // Files share processes and loaded modules: the source keeps no state in its modules, warnings given and buffers aside.
          isolate: false,
          execArgv: collectedFrom(768),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [PROCESS_TESTS],
          globalSetup: 'test/support/lanes/build.ts',
          setupFiles: ['test/support/times/cpu-of-file.ts', 'test/support/lanes/built-processes.ts'],
          // They mostly wait: for processes, for the disk, for limits of time.
          maxWorkers: cores * 3,
          // As above; what a file starts are processes of its own.
          isolate: false,
          execArgv: collectedFrom(256),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
