import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { play } from './play.ts';
import { scenarios } from './scenario.ts';
import { emptyService } from './service.ts';

/** A failing scenario is made smaller until then; far more than scenarios need that do not fail. */
const SHRINKING_MS = 60_000;
const SCENARIO_MS = 10_000;

/** Options of `checkNoHarm`. */
export type NoHarmOptions = {
  readonly runs: number;
  readonly seed: number;
  /** Continues at a scenario that an earlier failure has printed. */
  readonly path?: string;
  /** Only harm whose kind has this text counts. */
  readonly kind?: string;
};

/** Scenarios that are played at once: each of them mostly waits. */
const LANES = 3;

/** Plays so many scenarios in all, several at once, with a seed for each lane. Rejects as `checkNoHarm` does. */
export async function checkInLanes({ runs, seed, ...rest }: NoHarmOptions): Promise<void> {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    checkNoHarm({ ...rest, runs: Math.ceil(runs / LANES), seed: seed + lane }),
  );
  const ended = await Promise.allSettled(lanes);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/**
 * Plays random scenarios: nights of random files over a service that is in use. Rejects with the smallest scenario found
 * whose run touches what is not ours, and with what happened in it.
 */
export async function checkNoHarm({ runs, seed, path, kind = '' }: NoHarmOptions): Promise<void> {
  using empty = await emptyService();
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const { harms, story } = await play(scenario, empty.folder);
    const found = harms.filter((harm) => harm.kind.includes(kind));
    if (found.length === 0) return;
    const lines = found.map((harm) => `${harm.kind}\n    ${harm.what}`);
    throw new Error(`${lines.join('\n')}\n\n${story}`);
  });
  await fc.assert(property, {
    numRuns: runs,
    seed,
    ...(path === undefined ? {} : { path }),
    interruptAfterTimeLimit: SHRINKING_MS + runs * SCENARIO_MS,
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
      path: { type: 'string' },
      kind: { type: 'string', default: '' },
    },
  });
  const started = Date.now();
  const { path, kind } = values;
  process.stdout.write(`seed ${values.seed}\n`);
  try {
    const options = { runs: Number(values.runs), seed: Number(values.seed), kind };
    await (path === undefined ? checkInLanes(options) : checkNoHarm({ ...options, path }));
    process.stdout.write(`${values.runs} scenarios without harm, `);
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n${(error as Error).cause ?? ''}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
