import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../errors/run-error.ts';
import type { Item } from '../input/entities/entity.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import type { Route, Verdict } from '../service/targets/target.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  type Transport,
  TransportError,
} from '../service/transport/transport.ts';
import type { Batch } from './batch.ts';

/** What one batch is sent with. */
export type SendDeps = {
  readonly route: Route;
  readonly transport: Transport;
  readonly probe: ApiRequest;
  /** Rows below this number may have been sent by an earlier run. */
  readonly maybeSentBelow: number;
  /** When this state's first run began, epoch seconds: nothing of ours can be older in the service. */
  readonly since: number;
  /** Epoch seconds before which no row in doubt from an earlier run can have been sent. */
  readonly uncertainSince: number;
  /** How long a request whose answer was lost may still take effect, milliseconds; before a recall. */
  readonly graceMs: number;
  /** When that time is over for the requests of an earlier run, on the clock of `performance.now`. */
  readonly pastSettledAt: number;
  readonly settle: (seq: number, outcome: Outcome) => void;
};

/** Nothing is known of these items yet. */
const FIRST: Attempt = { call: 0, ambiguous: false, failures: 0, foreignAnswers: 0 };

/** Requests with a row that end in a server error, in no answer or without a word on it, before the row is at fault. */
const ROW_TRIES_MAX = 5;
const BACKOFF_MS = 500;
/** Answers of 2xx in a row that are not the service's. */
const FOREIGN_ANSWERS_MAX = 5;

/**
 * Sends a batch and settles each of its rows exactly once. A refusal of the whole request is halved until the row at
 * fault stands alone. "Already exists" means ours where the row may have been sent before, else that it was there first.
 * @throws RunError when nothing can land any more; the rows not settled then stay open
 */
export async function send(batch: Batch, deps: SendDeps, signal: AbortSignal): Promise<void> {
  const items: Item[] = [];
  for (const item of batch.items) {
    const found = item.remote ? await deps.route.locate?.(item, deps.transport, signal) : item;
    if (found && 'status' in found) deps.settle(item.seq, found);
    else items.push(found ?? item);
  }
  if (items.length > 0) await deliver(items, FIRST, deps, signal);
}

type Attempt = {
  /** Calls of these items that are done. */
  readonly call: number;
  /** An earlier request with these items may have landed. */
  readonly ambiguous: boolean;
  /** Requests with these items that ended in a server error or without a word on them. */
  readonly failures: number;
  readonly foreignAnswers: number;
  /** The service answered a harmless read at once just before this request. */
  readonly wasUp?: boolean;
};

async function deliver(
  all: readonly Item[],
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  const doubtful = attempt.ambiguous || all.some((item) => item.maybeSent || item.seq < deps.maybeSentBelow);
  const items = doubtful ? await withoutLanded(all, attempt, deps, signal) : all;
  if (items.length === 0) return;
  let response: ApiResponse;
  try {
    response = await deps.transport(deps.route.build(items, deps.since, attempt.call), signal);
  } catch (error) {
    if (!(error instanceof TransportError) || error.fatal || !deps.route.recall) throw error;
    return unanswered(items, { ...attempt, ambiguous: attempt.ambiguous || error.maybeSent }, deps, signal);
  }
  const ambiguous = attempt.ambiguous || response.ambiguous;
  if (response.status >= 200 && response.status < 300) {
    const verdicts = deps.route.settle(response.body, items, attempt.call);
    if (verdicts)
      return conclude(items, verdicts, { ...attempt, ambiguous, foreignAnswers: 0 }, deps, signal);
    return onForeignAnswer(
      items,
      response,
      { ...attempt, ambiguous: true, foreignAnswers: attempt.foreignAnswers + 1 },
      deps,
      signal,
    );
  }
  return refused(items, response, { ...attempt, ambiguous }, deps, signal);
}

/** Leaves out what an earlier, unanswered request has already put there; only for calls that are not refused twice. */
async function withoutLanded(
  items: readonly Item[],
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  if (!deps.route.recall) return items;
  const waitMs = attempt.ambiguous ? deps.graceMs : deps.pastSettledAt - performance.now();
  if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  const past = !attempt.ambiguous;
  const doubt = { since: past ? deps.uncertainSince : Math.max(deps.since, deps.uncertainSince), past };
  const landed = await deps.route.recall(items, doubt, deps.transport, signal);
  for (const item of items) {
    const id = landed.get(item.key);
    const { maybeSent: _, ...ownItem } = item;
    // What this process has sent says what it says now.
    if (id !== undefined) await alreadyThere(past ? item : ownItem, attempt, deps, signal, id);
  }
  return items.filter(({ key }) => !landed.has(key));
}

async function conclude(
  items: readonly Item[],
  verdicts: readonly Verdict[],
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  const again: Item[] = [];
  const more: Item[] = [];
  const there: Item[] = [];
  items.forEach((item, index) => {
    const verdict = verdicts[index] as Verdict;
    if (verdict.status === 'again') again.push(item);
    else if (verdict.status === 'more') more.push(item);
    else if (verdict.status === 'duplicate') there.push(item);
    else deps.settle(item.seq, verdict);
  });
  if (more.length > 0) await deliver(more, { ...FIRST, call: attempt.call + 1 }, deps, signal);
  for (const item of there) await alreadyThere(item, attempt, deps, signal);
  if (again.length === 0) return;
  const failures = attempt.failures + 1;
  if (failures >= ROW_TRIES_MAX) return giveUp(again, deps);
  await deliver(again, { ...attempt, ambiguous: true, failures, foreignAnswers: 0 }, deps, signal);
}

/** The service has a row of this key: ours, or one that was there first. Either may have to be changed. */
async function alreadyThere(
  item: Item,
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
  id?: string,
): Promise<void> {
  const { route, transport } = deps;
  const own = isOurs(item, attempt, deps);
  const known = id === undefined ? {} : { id };
  const there = { isOurs: own, since: item.maybeSent ? deps.uncertainSince : deps.since, ...known };
  const found = await route.adopt?.(item, there, transport, signal);
  if (found && 'status' in found) deps.settle(item.seq, found);
  else if (found) await deliver([found], FIRST, deps, signal);
  else {
    // What a message says is never asked: an edit would show.
    const unread = route.adopt || route.entity === 'messages' ? {} : { unread: true };
    deps.settle(item.seq, own ? { status: 'created', ...known, ...unread } : { status: 'exists', ...unread });
  }
}

function giveUp(items: readonly Item[], { settle }: SendDeps): void {
  const message = `the service had no answer for this row in ${ROW_TRIES_MAX} tries`;
  for (const { seq } of items) settle(seq, reject('SERVICE.NO_ANSWER', message));
}

/** There was no answer to a call that must not be repeated blindly: after a wait it is looked for. */
async function unanswered(
  items: readonly Item[],
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  const failures = attempt.failures + 1;
  await backoff(Math.min(failures, ROW_TRIES_MAX), signal);
  const isUp = failures >= ROW_TRIES_MAX - 1 && (await isServiceUp(deps, signal));
  if (failures < ROW_TRIES_MAX || !isUp || !attempt.wasUp)
    return deliver(items, { ...attempt, failures, wasUp: isUp }, deps, signal);
  const missing = await withoutLanded(items, attempt, deps, signal);
  giveUp(missing, deps);
}

const isOurs = (item: Item, attempt: Attempt, deps: SendDeps): boolean =>
  item.maybeSent !== undefined || item.seq < deps.maybeSentBelow || attempt.ambiguous;

const reject = (code: string, message: string): Outcome => ({
  status: 'rejected',
  problems: [{ code, message }],
});

/** A 2xx that is not the service's answer: unknown, so the same keys again; a host that keeps doing it is another one. */
async function onForeignAnswer(
  items: readonly Item[],
  response: ApiResponse,
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  if (attempt.foreignAnswers >= FOREIGN_ANSWERS_MAX)
    throw new RunError(
      'SERVICE.NOT_THE_API',
      `${FOREIGN_ANSWERS_MAX} answers in a row were not the service's; the last began: ${response.text ?? JSON.stringify(response.body)?.slice(0, 200)}`,
    );
  await backoff(attempt.foreignAnswers, signal);
  return deliver(items, attempt, deps, signal);
}

async function refused(
  items: readonly Item[],
  response: ApiResponse,
  attempt: Attempt,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  const failed = response.status >= 500;
  const failures = attempt.failures + 1;
  const ambiguous = attempt.ambiguous || failed;
  if (items.length > 1) {
    const half = Math.ceil(items.length / 2);
    const part = { ...attempt, ambiguous, failures, foreignAnswers: 0 };
    await deliver(items.slice(0, half), part, deps, signal);
    return deliver(items.slice(half), part, deps, signal);
  }
  const [item] = items as readonly [Item];
  const error = apiError(response.body);
  const code = error?.code ?? `HTTP_${response.status}`;
  const message = error?.message ?? `the service answered ${response.status} without a reason`;
  const verdict = deps.route.refusal?.(code, item, attempt.call);
  if (verdict) return conclude(items, [verdict], { ...attempt, ambiguous }, deps, signal);
  if (failed) {
    const rowAtFault = deps.route.recall !== undefined || (response.status === 500 && error !== undefined);
    if (failures < ROW_TRIES_MAX || !rowAtFault) await backoff(Math.min(failures, ROW_TRIES_MAX), signal);
    const isUp = failures >= ROW_TRIES_MAX - 1 && (await isServiceUp(deps, signal));
    if (failures < ROW_TRIES_MAX || !isUp || !attempt.wasUp || !rowAtFault)
      return deliver(
        items,
        { ...attempt, ambiguous: true, failures, foreignAnswers: 0, wasUp: isUp },
        deps,
        signal,
      );
    if ((await withoutLanded(items, { ...attempt, ambiguous }, deps, signal)).length === 0) return;
  }
  deps.settle(item.seq, reject(`SERVICE.${code}`, message));
}

/**
 * Tells one bad row from a service that fails at everything: a read that is answered at once, before and after the try,
 * means the row is at fault. A read that needed patience means there was an outage, and the row deserves another try.
 */
async function isServiceUp(deps: SendDeps, signal: AbortSignal): Promise<boolean> {
  const response = await deps.transport(deps.probe, signal);
  return response.attempts === 1;
}

const backoff = (failures: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.random() * BACKOFF_MS * 2 ** failures, undefined, { signal });
