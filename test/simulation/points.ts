import { NO_LIMITS } from '../../src/sandbox/app/rate-limits.ts';
import type { End } from './life.ts';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';

const QUIET: Partial<Scenario> = {
  limits: NO_LIMITS,
  requestsPerMinute: 6_000,
  concurrency: 3,
  batch: 10,
  timeoutSeconds: 5,
  faults: { refused: 0, answerLost: 0, requestLost: 0, late: 0 },
  isPopulated: false,
  ends: 0,
};

/** The commands that are ended at each of their points: a migration and a sync through both APIs, each with its undo. */
const CASES: readonly Partial<Scenario>[] = [
  { ...QUIET, api: 'import', onMissing: undefined },
  { ...QUIET, api: 'rest', onMissing: undefined },
  { ...QUIET, api: 'import', onMissing: 'delete' },
  { ...QUIET, api: 'rest', onMissing: 'deactivate' },
];

const ENDS: readonly ((at: number) => End)[] = [
  (at) => ({ kind: 'kill', at }),
  (at) => ({ kind: 'power', at }),
  (at) => ({ kind: 'interrupt', at, againAfterMs: undefined }),
  (at) => ({ kind: 'disk', at, code: 'ENOSPC', once: false }),
  (at) => ({ kind: 'disk', at, code: 'EIO', once: true }),
];

/** A point at which ending the process broke an invariant. */
export type Broken = {
  readonly scenario: string;
  readonly phase: number;
  readonly end: End;
  readonly trouble: readonly string[];
};

/**
 * Ends every command of the cases at every one of its points, in every way, and lets the same command go on.
 * @param seed decides the rows
 * @param every only each point whose number is a multiple of this
 * @param onBroken called with each violation
 * @returns how many processes were ended
 */
export async function endAtEveryPoint(
  seed: number,
  every: number,
  onBroken: (broken: Broken) => void,
): Promise<number> {
  let ended = 0;
  for (const scenario of CASES) {
    const name = `${scenario.api} ${scenario.onMissing ?? 'migration'}`;
    const { phases, trouble } = await simulate(seed, { scenario });
    if (trouble.length > 0) onBroken({ scenario: name, phase: -1, end: { kind: 'kill', at: 0 }, trouble });
    for (const [phase, points] of phases.entries())
      for (const [index, endAt] of ENDS.entries())
        for (let at = 1 + ((seed + index) % every); at <= points; at += every) {
          const end = endAt(at);
          const endOf = (now: { phase: number; tries: number }): End | undefined =>
            now.phase === phase && now.tries === 0 ? end : undefined;
          const found = await simulate(seed, { scenario, endOf });
          ended++;
          if (found.trouble.length > 0) onBroken({ scenario: name, phase, end, trouble: found.trouble });
        }
  }
  return ended;
}
