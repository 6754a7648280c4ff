import { createRequire } from 'node:module';
import { RunError } from '../../../errors/run-error.ts';

const load = createRequire(import.meta.url);

/**
 * The libraries of fleets, loaded when a fleet command needs them: as CommonJS, so that the engine finds the drivers beside it.
 * @throws RunError `FLEET.LIBRARY_MISSING`
 */
export const fleetLibraries = {
  bullmq: () => installed('bullmq', () => load('bullmq') as typeof import('bullmq')),
  ioredis: () => installed('ioredis', () => load('ioredis') as typeof import('ioredis')),
  pg: () => installed('pg', () => load('pg') as typeof import('pg')),
  cronParser: () =>
    installed(
      'cron-parser',
      () => load('cron-parser') as Pick<typeof import('cron-parser'), 'CronExpressionParser'>,
    ),
} as const;

function installed<T>(name: string, library: () => T): T {
  try {
    return library();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
      ? new RunError('FLEET.LIBRARY_MISSING', `the library ${name} is not installed`, { cause: error })
      : error;
  }
}
