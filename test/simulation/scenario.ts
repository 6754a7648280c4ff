import { type Limits, NO_LIMITS, parseLimits } from '../../src/sandbox/app/rate-limits.ts';
import { pick, type Random } from '../support/random.ts';
import { type Forms, makeForms, sourcesOf } from './exports/forms.ts';
import type { End } from './life.ts';
import type { FaultRates } from './peer.ts';

/** Everything about a scenario besides the rows, all of it decided by the seed. */
export type Scenario = {
  readonly api: 'import' | 'rest';
  /** Absent for a migration. */
  readonly onMissing: 'keep' | 'deactivate' | 'delete' | undefined;
  readonly format: 'csv' | 'ndjson';
  readonly forms: Forms;
  readonly concurrency: number;
  readonly batch: number;
  readonly requestsPerMinute: number | undefined;
  /** What the service allows. */
  readonly limits: Limits;
  readonly timeoutSeconds: number;
  readonly faults: FaultRates;
  /** Processes of one command that are ended before one is left alone. */
  readonly ends: number;
  /** Whether some rows are in the service before the first run. */
  readonly isPopulated: boolean;
  /** Milliseconds that the clock of the machine is ahead of the service's, on each day. */
  readonly aheadMs: readonly [number, number, number];
  /** Whether rejects are retried, which there are then; by chance if it is undefined. */
  readonly isRetried?: boolean;
  /** Few rows, where many processes are ended. */
  readonly isSmall?: boolean;
};

const QUIET: FaultRates = { refused: 0, answerLost: 0, requestLost: 0, late: 0 };

/** Draws a scenario. The probabilities of faults are drawn, too: some seeds have none, some have little else. */
export function makeScenario(random: Random): Scenario {
  const perMinute = pick(random, [undefined, 600, 6_000]);
  const rate = (max: number): number => (random() < 0.4 ? 0 : random() * max);
  const api = random() < 0.65 ? 'import' : 'rest';
  return {
    api,
    onMissing: random() < 0.5 ? undefined : pick(random, ['keep', 'deactivate', 'delete'] as const),
    format: pick(random, ['csv', 'ndjson'] as const),
    concurrency: 1 + Math.floor(random() * 5),
    batch: pick(random, [3, 10, 50]),
    requestsPerMinute: perMinute,
    limits:
      random() < 0.5
        ? NO_LIMITS
        : { ...parseLimits(perMinute === undefined ? 'documented' : `${perMinute}/min`), sender: undefined },
    timeoutSeconds: pick(random, [5, 30]),
    faults:
      random() < 0.3
        ? QUIET
        : {
            refused: rate(0.2),
            answerLost: rate(0.2),
            requestLost: rate(0.1),
            // A message of the ordinary API that is handled later than anybody can wait for is there twice: it has no key.
            late: api === 'rest' ? 0 : rate(0.03),
          },
    ends: Math.floor(random() * 4),
    isPopulated: random() < 0.3,
    forms: makeForms(random),
    aheadMs: makeClocks(random),
  };
}

/** Most clocks are right; others are wrong by up to a day, and may be set right, or wrong, on the next day. */
function makeClocks(random: Random): Scenario['aheadMs'] {
  const wrong = (): number => Math.round((random() < 0.5 ? -1 : 1) * random() ** 3 * 86_400_000);
  if (random() < 0.6) return [0, 0, 0];
  const ahead = wrong();
  return random() < 0.5 ? [ahead, ahead, ahead] : [ahead, 0, wrong()];
}

/** One of the ways to end a process, somewhere among its first `points`. */
export function makeEnd(random: Random, points: number): End {
  const at = 1 + Math.floor(random() * points);
  const chance = random();
  if (chance < 0.4) return { kind: 'kill', at };
  if (chance < 0.55) return { kind: 'power', at };
  if (chance < 0.8)
    return { kind: 'interrupt', at, againAfterMs: random() < 0.2 ? random() * 3_000 : undefined };
  return { kind: 'disk', at, code: pick(random, ['ENOSPC', 'EIO', 'EROFS'] as const), once: random() < 0.5 };
}

/** The pipeline file of a scenario, as JSON, which is YAML too. */
export function pipelineOf({
  api,
  onMissing,
  format,
  forms,
  concurrency,
  batch,
  requestsPerMinute,
  timeoutSeconds,
}: Scenario): string {
  return JSON.stringify({
    version: 1,
    name: 'sim',
    target: { baseUrl: 'https://sim.example/v3', api, apiKey: { env: 'CHATFERRY_API_KEY' } },
    sources: sourcesOf(forms, format),
    limits: {
      concurrency,
      batch,
      timeoutSeconds,
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    },
    ...(onMissing === undefined ? {} : { sync: { onMissing, maxDelete: '100%' } }),
  });
}
