import { NO_LIMITS } from '../../src/sandbox/app/rate-limits.ts';
import { type Forms, PLAIN } from './exports/forms.ts';
import type { End } from './life.ts';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';

const QUIET: Partial<Scenario> = {
  limits: NO_LIMITS,
  requestsPerMinute: 6_000,
  concurrency: 2,
  batch: 3,
  timeoutSeconds: 5,
  faults: { refused: 0, answerLost: 0, requestLost: 0, late: 0 },
  isPopulated: false,
  forms: PLAIN,
  ends: 0,
  isSmall: true,
  isRetried: true,
};

const TABLES: Forms = {
  hash: ['sender', 'receiver', 'sentAt'],
  order: 'byTime',
  derived: 'lacking',
  onDuplicate: 'last',
  isExploded: true,
  isDocument: false,
};

/** The commands that are ended at each of their points: a migration and a sync through both APIs, each with its retries of rejects and its undo; and of rows that are prepared first. */
const CASES: readonly Partial<Scenario>[] = [
  { ...QUIET, api: 'import', onMissing: undefined },
  { ...QUIET, api: 'rest', onMissing: undefined },
  { ...QUIET, api: 'import', onMissing: 'delete' },
  { ...QUIET, api: 'rest', onMissing: 'deactivate' },
  { ...QUIET, api: 'import', onMissing: undefined, forms: { ...TABLES, derived: 'all' } },
  {
    ...QUIET,
    api: 'import',
    onMissing: 'delete',
    forms: { ...TABLES, order: 'newestFirst', isDocument: true },
  },
];

const ENDS: Readonly<Record<string, (at: number) => End>> = {
  kill: (at) => ({ kind: 'kill', at }),
  power: (at) => ({ kind: 'power', at }),
  interrupt: (at) => ({ kind: 'interrupt', at, againAfterMs: undefined }),
  full: (at) => ({ kind: 'disk', at, code: 'ENOSPC', once: false }),
  broken: (at) => ({ kind: 'disk', at, code: 'EIO', once: true }),
};

/** The names of the ways to end a process. */
export const WAYS: readonly string[] = Object.keys(ENDS);

/** One process that is ended: which, where and how. */
type Point = {
  readonly scenario: Partial<Scenario>;
  /** The number of the command in its scenario, from 0. */
  readonly phase: number;
  /** What it is, with the API: `sync, import: undo`. */
  readonly name: string;
  readonly end: End;
};

/** A point at which ending the process broke an invariant. */
export type Broken = Omit<Point, 'scenario'> & { readonly trouble: readonly string[] };

/** How many processes were ended and survived, and the violations. */
export type Survey = {
  /** By command. */
  readonly ended: Readonly<Record<string, number>>;
  readonly broken: readonly Broken[];
};

/** Which points of all. */
export type Choice = {
  /** Decides the rows. */
  readonly seed: number;
  /** Only every so manieth point; each way begins at another one, far from the others, in each command at another one. */
  readonly every: number;
  /** Names of `WAYS`. */
  readonly ways: readonly string[];
  /** Only commands with this in their name. */
  readonly only?: string;
  /**
   * Only from this point on.
   * @default 1
   */
  readonly from?: number;
};

/**
 * Every point of every command of the cases, with every way to end the process there.
 * @throws Error if a case has a violation although nothing is ended
 */
export async function allPoints({
  seed,
  every,
  ways,
  only = '',
  from = 1,
}: Choice): Promise<readonly Point[]> {
  const all: Point[] = [];
  const spread = Math.ceil(every / ways.length);
  let seen = 0;
  for (const scenario of CASES) {
    const prepared = scenario.forms === PLAIN ? '' : ' of tables';
    const what = `${scenario.onMissing === undefined ? 'migration' : 'sync'}${prepared}, ${scenario.api}`;
    if (only.includes(': ') && !what.endsWith(only.split(': ')[0] as string)) continue;
    const { phases, commands, trouble } = await simulate(seed, { scenario });
    if (trouble.length > 0) throw new Error(trouble.join('\n'));
    for (const [phase, points] of phases.entries()) {
      const name = `${what}: ${commands[phase]}`;
      if (!name.includes(only)) continue;
      const turn = seen++;
      for (const [index, way] of ways.entries())
        for (
          let at = from + ((seed + ((index + turn) % ways.length) * spread) % every);
          at <= points;
          at += every
        ) {
          const end = ENDS[way]?.(at);
          if (!end) throw new Error(`${way} is none of ${WAYS.join(', ')}`);
          all.push({ scenario, phase, name, end });
        }
    }
  }
  return all;
}

/** Ends the process at each of these points, and lets the same command go on; called back with each violation. */
export async function endAt(
  seed: number,
  points: readonly Point[],
  onBroken: (broken: Broken) => void = () => {},
): Promise<Survey> {
  const ended: Record<string, number> = {};
  const broken: Broken[] = [];
  for (const { scenario, ...point } of points) {
    const { trouble } = await simulate(seed, {
      scenario,
      endOf: ({ phase, tries }) => (phase === point.phase && tries === 0 ? point.end : undefined),
    });
    ended[point.name] = (ended[point.name] ?? 0) + 1;
    if (trouble.length === 0) continue;
    broken.push({ ...point, trouble });
    onBroken({ ...point, trouble });
  }
  return { ended, broken };
}
