import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A process for each file: signals, working directories and time zones of one file stay its own.
    pool: 'forks',
    maxWorkers: Math.min(4, availableParallelism()),
    // Hundreds of processes are started, and each would compile the same modules: half of its time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Its last lines are the counts of files and tests.
    reporters: ['default'],
  },
});
