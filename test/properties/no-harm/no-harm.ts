import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { play } from './play.ts';
import { scenarios } from './scenario.ts';
import { emptyService } from './service.ts';

/** A failing scenario is made smaller until then; far more than scenarios need that do not fail. */
const SHRINKING_MS = 60_000;
const SCENARIO_MS = 10_000;
/** How often somebody who waits is told how far it is. */
const SAID_EVERY = 50;

/** Options of `checkNoHarm`. */
export type NoHarmOptions = {
  readonly runs: number;
  readonly seed: number;
  /** Continues at a scenario that an earlier failure has printed. */
  readonly path?: string;
  /** So many scenarios of the seed were played before. */
  readonly skip?: number;
  /** Only harm whose kind has this text counts. */
  readonly kind?: string;
  /** Ends with the first scenario that does harm, which is not made smaller. */
  readonly first?: boolean;
  /** Is told after each scenario how many were played. */
  readonly observe?: (played: number) => void;
};

/** What the lanes have played together. */
type Progress = { played: number; hasFailed: boolean };

/** Scenarios that are played at once: each of them waits for files and answers for a third of its time. */
const LANES = 3;

/** Plays so many scenarios in all, several at once, with a seed for each lane. Rejects as `checkNoHarm` does. */
export async function checkInLanes({ runs, seed, skip = 0, ...rest }: NoHarmOptions): Promise<void> {
  const progress = { played: skip, hasFailed: false };
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const first = shareOf(lane, skip);
    const from = first > 0 ? { path: String(first) } : {};
    return checkNoHarm({ ...rest, ...from, runs: shareOf(lane, runs) - first, seed: seed + lane }, progress);
  });
  const ended = await Promise.allSettled(lanes);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** How many of the scenarios are played in a lane. */
const shareOf = (lane: number, scenarios: number): number => Math.ceil((scenarios - lane) / LANES);

/**
 * Plays random scenarios: nights of random files over a service that is in use. Rejects with the smallest scenario found
 * whose run touches what is not ours, and with what happened in it.
 */
export async function checkNoHarm(
  { runs, seed, path, kind = '', first = false, observe }: NoHarmOptions,
  progress: Progress = { played: 0, hasFailed: false },
): Promise<void> {
  if (runs < 1) return;
  using empty = await emptyService();
  let isOurs = false;
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    // Another lane has failed: what it finds is enough.
    if (progress.hasFailed && !isOurs) return;
    const { harms, story } = await play(scenario, empty.folder);
    const found = harms.filter((harm) => harm.kind.includes(kind));
    if (!progress.hasFailed) {
      progress.played++;
      observe?.(progress.played);
    }
    if (found.length === 0 || (progress.hasFailed && !isOurs)) return;
    progress.hasFailed = true;
    isOurs = true;
    const lines = found.map((harm) => `${harm.kind}\n    ${harm.what}`);
    throw new Error(`after ${progress.played} scenarios: ${lines.join('\n')}\n\n${story}`);
  });
  await fc.assert(property, {
    numRuns: runs,
    seed,
    endOnFailure: first,
    ...(path === undefined ? {} : { path }),
    interruptAfterTimeLimit: SHRINKING_MS + runs * SCENARIO_MS,
  });
}

/** A file system in memory: thousands of synced writes would wait for a disk. */
const MEMORY = '/dev/shm';

/** Where scenarios make their folders, if nobody says so. */
function folderInMemory(): Disposable | undefined {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return undefined;
  const folder = mkdtempSync(`${MEMORY}/chatferry-no-harm-`);
  process.env['TMPDIR'] = folder;
  return { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
      path: { type: 'string' },
      skip: { type: 'string', default: '0' },
      kind: { type: 'string', default: '' },
      first: { type: 'boolean', default: false },
    },
  });
  const started = Date.now();
  const { path, kind, first } = values;
  using _folder = folderInMemory();
  process.stdout.write(`seed ${values.seed}\n`);
  const observe = (played: number): void => {
    if (played % SAID_EVERY === 0) process.stdout.write(`${played} scenarios\n`);
  };
  const [runs, seed, skip] = [Number(values.runs), Number(values.seed), Number(values.skip)];
  try {
    const options = { runs, seed, skip, kind, first, observe };
    await (path === undefined ? checkInLanes(options) : checkNoHarm({ ...options, path }));
    process.stdout.write(`${runs - skip} scenarios without harm, `);
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n${(error as Error).cause ?? ''}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
