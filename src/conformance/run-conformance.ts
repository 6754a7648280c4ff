import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import { eachOf } from '../service/each-of.ts';
import { type Check, type CheckContext, SkippedCheck, type TestedService } from './check.ts';

/** The result of one check. */
export type CheckResult = Pick<Check, 'name' | 'covers'> & {
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The reason why the check did not pass. */
  readonly reason?: string;
  readonly ms: number;
};

export type ConformanceOptions = {
  /** Ends the suite. The running checks stop and their rows are deleted; checks that have not begun are skipped. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Number of checks that run at the same time, 1 to 4.
   * @default 1
   */
  readonly concurrency?: number | undefined;
  /**
   * Milliseconds for one check, and as many again for the deletion of its rows.
   * @default 120_000
   */
  readonly checkMs?: number | undefined;
  /**
   * Prefix of the names of all rows: 1 to 40 lower-case letters, digits and hyphens.
   * @default a prefix made of `conformance-`, the time and the process id
   */
  readonly prefix?: string | undefined;
};

const CONCURRENCY_MAX = 4;
const CHECK_MS = 120_000;
/** Short enough that every name of a check stays below the service's limit. */
const PREFIX = /^[a-z0-9-]{1,40}$/;

/**
 * Runs checks against a service and calls `observe` with each result as soon as it is known. By default the checks run
 * one after the other. Resolves to the results in the order of the checks; it does not reject if the service fails a
 * check.
 * @throws RangeError if `prefix` or `concurrency` is invalid
 */
export async function runConformance(
  checks: readonly Check[],
  peer: TestedService,
  observe: (result: CheckResult) => void = () => {},
  options: ConformanceOptions = {},
): Promise<readonly CheckResult[]> {
  const { concurrency = 1, checkMs = CHECK_MS, signal = new AbortController().signal } = options;
  const prefix = options.prefix ?? `conformance-${Date.now().toString(36)}${process.pid.toString(36)}`;
  if (!PREFIX.test(prefix)) throw new RangeError('the prefix is lower-case letters, digits and hyphens');
  if (!(Number.isInteger(concurrency) && concurrency > 0 && concurrency <= CONCURRENCY_MAX))
    throw new RangeError(`concurrency is a whole number from 1 to ${CONCURRENCY_MAX}`);
  const results: CheckResult[] = [];
  await eachOf(checks.entries(), concurrency, async ([index, check]) => {
    const result = signal.aborted
      ? { ...facts(check), status: 'skipped' as const, reason: 'the suite was ended', ms: 0 }
      : await runOne(check, peer, `${prefix}-${index}`, signal, checkMs);
    results[index] = result;
    observe(result);
  });
  return results;
}

const facts = ({ name, covers }: Check) => ({ name, covers });

async function runOne(
  check: Check,
  peer: TestedService,
  prefix: string,
  signal: AbortSignal,
  checkMs: number,
): Promise<CheckResult> {
  const startedAt = performance.now();
  const ending = new AbortController();
  const undo: (() => Promise<unknown>)[] = [];
  const context: CheckContext = {
    ...peer,
    signal: ending.signal,
    id: (label) => `${prefix}-${label}`.toLowerCase(),
    later: (one) => {
      ending.signal.throwIfAborted();
      undo.push(one);
    },
  };
  const failure = await failureOf(bounded(check.run(context), checkMs, signal));
  ending.abort(new Error('the check has ended'));
  const left = await removeAll(undo, checkMs);
  const ms = Math.round(performance.now() - startedAt);
  if (failure instanceof SkippedCheck && left === undefined)
    return { ...facts(check), status: 'skipped', reason: failure.message, ms };
  const reason = [failure && describeFailure(failure), left].filter((text) => text !== undefined).join('; ');
  if (reason === '') return { ...facts(check), status: 'passed', ms };
  return { ...facts(check), status: 'failed', reason, ms };
}

function describeFailure(error: Error): string {
  if (!(error instanceof ServiceError)) return error.message;
  return `${error.call ?? 'a call'} was answered ${error.code}: ${error.message}`;
}

/** Stops waiting for a check after its time. Its signal is aborted then, and `later` refuses further rows. */
async function bounded(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const wait = sleep(ms, undefined, { signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]) });
  const ended = wait.then(
    () => Promise.reject(new Error(`no end within ${Math.round(ms / 1_000)} s`)),
    () => Promise.reject(new Error('the suite was ended')),
  );
  ended.catch(() => {});
  try {
    await Promise.race([work, ended]);
  } finally {
    over.abort();
  }
}

async function failureOf(work: Promise<void>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Removes the rows of a check, the last one first. Returns what could not be removed. */
async function removeAll(undo: readonly (() => Promise<unknown>)[], ms: number): Promise<string | undefined> {
  const failures: string[] = [];
  const deadline = performance.now() + ms;
  for (const one of undo.toReversed()) {
    const failure = await failureOf(bounded(one(), Math.max(1, deadline - performance.now())));
    if (failure) failures.push(describeFailure(failure));
  }
  return failures.length
    ? `not everything could be removed: ${[...new Set(failures)].join(', ')}`
    : undefined;
}
