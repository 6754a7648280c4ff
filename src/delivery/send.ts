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
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import type { Batch } from './batch.ts';

/** What a batch is sent with. */
export type SendDeps = {
  readonly route: Route;
  readonly transport: Transport;
  readonly probe: ApiRequest;
  /** Rows below this number may have been sent by an earlier run. */
  readonly maybeSentBelow: number;
  /** When this state's first run began, epoch seconds: no row that we created is older. */
  readonly since: number;
  /** Epoch seconds; rows of an earlier run whose outcome is unknown cannot have been sent earlier. */
  readonly uncertainSince: number;
  /** How long a request whose answer was lost may still take effect, milliseconds; a recall waits that long. */
  readonly graceMs: number;
  /** When that time is over for the requests of an earlier run, in milliseconds of `clock.elapsed()`. */
  readonly pastSettledAt: number;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly settle: (seq: number, outcome: Outcome) => void;
};

/** What is known about items from their earlier requests. */
type Attempt = {
  /** How many calls of these items are done. */
  readonly call: number;
  /** An earlier request with these items may have landed. */
  readonly ambiguous: boolean;
  /** How many requests with these items ended in a server error, in no answer or in an answer that leaves them out. */
  readonly failures: number;
  readonly foreignAnswers: number;
  /** The service answered a harmless read at once just before this request. */
  readonly wasUp?: boolean;
};

const FIRST: Attempt = { call: 0, ambiguous: false, failures: 0, foreignAnswers: 0 };

/** After so many failed requests (as `Attempt.failures` counts them) a row can be rejected. */
const ROW_TRIES_MAX = 5;
const BACKOFF_MS = 500;
/** So many successive 2xx answers that are not from the service end the run. */
const FOREIGN_ANSWERS_MAX = 5;

/**
 * Sends a batch and settles each of its rows exactly once. If the service refuses the whole request, the batch is halved
 * until the invalid row is alone. "Already exists" means that we created the row if it may have been sent before, else
 * that it existed before us.
 * @throws RunError if no row can be delivered any more; the remaining rows then stay open
 */
export function send(batch: Batch, deps: SendDeps, signal: AbortSignal): Promise<void> {
  return new Sending(deps, signal).send(batch.items);
}

class Sending {
  readonly #deps: SendDeps;
  readonly #signal: AbortSignal;

  constructor(deps: SendDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async send(batch: readonly Item[]): Promise<void> {
    const { route, transport, settle } = this.#deps;
    const items: Item[] = [];
    for (const item of batch) {
      const found = item.remote ? await route.locate?.(item, transport, this.#signal) : item;
      if (found && 'status' in found) settle(item.seq, found);
      else items.push(found ?? item);
    }
    if (items.length > 0) await this.#deliver(items, FIRST);
  }

  async #deliver(all: readonly Item[], attempt: Attempt): Promise<void> {
    const { route, transport, since, maybeSentBelow } = this.#deps;
    const isUncertain = attempt.ambiguous || all.some((item) => item.maybeSent || item.seq < maybeSentBelow);
    const items = isUncertain ? await this.#withoutLanded(all, attempt) : all;
    if (items.length === 0) return;
    let response: ApiResponse;
    try {
      response = await transport(route.build(items, since, attempt.call), this.#signal);
    } catch (error) {
      if (!(error instanceof TransportError) || error.fatal || !route.recall) throw error;
      return this.#unanswered(items, { ...attempt, ambiguous: attempt.ambiguous || error.maybeSent });
    }
    await this.#answered(items, response, {
      ...attempt,
      ambiguous: attempt.ambiguous || response.ambiguous,
    });
  }

  #answered(items: readonly Item[], response: ApiResponse, attempt: Attempt): Promise<void> {
    if (response.status < 200 || response.status >= 300) return this.#refused(items, response, attempt);
    const verdicts = this.#deps.route.settle(response.body, items, attempt.call);
    return verdicts
      ? this.#conclude(items, verdicts, { ...attempt, foreignAnswers: 0 })
      : this.#foreignAnswer(items, response, attempt);
  }

  /** Settles and leaves out items that an earlier request has already created; only for routes with `recall`. */
  async #withoutLanded(items: readonly Item[], attempt: Attempt): Promise<readonly Item[]> {
    const { route, transport, since, uncertainSince, graceMs, pastSettledAt, clock } = this.#deps;
    if (!route.recall) return items;
    const waitMs = attempt.ambiguous ? graceMs : pastSettledAt - clock.elapsed();
    if (waitMs > 0) await clock.sleep(waitMs, this.#signal);
    const past = !attempt.ambiguous;
    const uncertainty = { since: past ? uncertainSince : Math.max(since, uncertainSince), past };
    const landed = await route.recall(items, uncertainty, transport, this.#signal);
    for (const item of items) {
      const id = landed.get(item.key);
      const { maybeSent: _, ...ownItem } = item;
      // A row that this process sent has its current content.
      if (id !== undefined) await this.#alreadyExists(past ? item : ownItem, attempt, id);
    }
    return items.filter(({ key }) => !landed.has(key));
  }

  async #conclude(items: readonly Item[], verdicts: readonly Verdict[], attempt: Attempt): Promise<void> {
    const again: Item[] = [];
    const more: Item[] = [];
    const duplicates: Item[] = [];
    items.forEach((item, index) => {
      const verdict = verdicts[index] as Verdict;
      if (verdict.status === 'again') again.push(item);
      else if (verdict.status === 'more') more.push(item);
      else if (verdict.status === 'duplicate') duplicates.push(item);
      else this.#deps.settle(item.seq, verdict);
    });
    if (more.length > 0) await this.#deliver(more, { ...FIRST, call: attempt.call + 1 });
    for (const item of duplicates) await this.#alreadyExists(item, attempt);
    if (again.length === 0) return;
    const failures = attempt.failures + 1;
    if (failures >= ROW_TRIES_MAX) return this.#giveUp(again);
    await this.#deliver(again, { ...attempt, ambiguous: true, failures, foreignAnswers: 0 });
  }

  /** The service has a row with this key: created by us, or before us. It may have to be changed. */
  async #alreadyExists(item: Item, attempt: Attempt, id?: string): Promise<void> {
    const { route, transport, since, uncertainSince, maybeSentBelow, settle } = this.#deps;
    const isOurs = item.maybeSent !== undefined || item.seq < maybeSentBelow || attempt.ambiguous;
    const known = id === undefined ? {} : { id };
    const existing = { isOurs, since: item.maybeSent ? uncertainSince : since, ...known };
    const found = await route.adopt?.(item, existing, transport, this.#signal);
    if (found && 'status' in found) settle(item.seq, found);
    else if (found) await this.#deliver([found], FIRST);
    else if (isOurs) {
      const recognised = await route.recognise?.(item, existing, transport, this.#signal);
      settle(item.seq, recognised ?? { status: 'created', ...known });
    } else {
      // An existing message is never read to be compared: users would see an edit.
      const unread = route.adopt || route.entity === 'messages' ? {} : { unread: true };
      settle(item.seq, { status: 'exists', ...unread });
    }
  }

  #giveUp(items: readonly Item[]): void {
    const message = `the service did not answer for this row in ${ROW_TRIES_MAX} attempts`;
    for (const { seq } of items) this.#deps.settle(seq, reject('SERVICE.NO_ANSWER', message));
  }

  /** No answer to a call that must not be repeated blindly: after a wait, the service is searched for its rows. */
  async #unanswered(items: readonly Item[], attempt: Attempt): Promise<void> {
    const failures = attempt.failures + 1;
    await this.#backoff(Math.min(failures, ROW_TRIES_MAX));
    const isUp = failures >= ROW_TRIES_MAX - 1 && (await this.#isServiceUp());
    if (failures < ROW_TRIES_MAX || !isUp || !attempt.wasUp)
      return this.#deliver(items, { ...attempt, failures, wasUp: isUp });
    this.#giveUp(await this.#withoutLanded(items, attempt));
  }

  /**
   * A 2xx answer that is not from the service: the outcome is unknown, so the same keys are sent again.
   * @throws RunError `SERVICE.NOT_THE_API` if it happens too often: the host is not the service
   */
  async #foreignAnswer(items: readonly Item[], response: ApiResponse, attempt: Attempt): Promise<void> {
    const foreignAnswers = attempt.foreignAnswers + 1;
    if (foreignAnswers >= FOREIGN_ANSWERS_MAX)
      throw new RunError(
        'SERVICE.NOT_THE_API',
        `${FOREIGN_ANSWERS_MAX} successive answers did not come from the chat service; the last one began: ${response.text ?? JSON.stringify(response.body)?.slice(0, 200)}`,
      );
    await this.#backoff(foreignAnswers);
    return this.#deliver(items, { ...attempt, ambiguous: true, foreignAnswers });
  }

  async #refused(items: readonly Item[], response: ApiResponse, attempt: Attempt): Promise<void> {
    const failed = response.status >= 500;
    const ambiguous = attempt.ambiguous || failed;
    if (items.length > 1) return this.#halve(items, { ...attempt, ambiguous });
    const [item] = items as readonly [Item];
    const error = apiError(response.body);
    const code = error?.code ?? `HTTP_${response.status}`;
    const message = error?.message ?? `the service answered ${response.status} without a reason`;
    const verdict = this.#deps.route.refusal?.(code, item, attempt.call);
    if (verdict) return this.#conclude(items, [verdict], { ...attempt, ambiguous });
    if (failed) {
      const mayBeRow =
        this.#deps.route.recall !== undefined || (response.status === 500 && error !== undefined);
      if (!(await this.#isAtFault(item, mayBeRow, attempt))) return;
    }
    this.#deps.settle(item.seq, reject(`SERVICE.${code}`, message));
  }

  async #halve(items: readonly Item[], attempt: Attempt): Promise<void> {
    const half = Math.ceil(items.length / 2);
    const part = { ...attempt, failures: attempt.failures + 1, foreignAnswers: 0 };
    await this.#deliver(items.slice(0, half), part);
    await this.#deliver(items.slice(half), part);
  }

  /**
   * Whether the row causes the server error. If not, or if that is not yet known, the row is sent again and settled.
   * @param mayBeRow false for an error that no row can cause
   */
  async #isAtFault(item: Item, mayBeRow: boolean, attempt: Attempt): Promise<boolean> {
    const failures = attempt.failures + 1;
    if (failures < ROW_TRIES_MAX || !mayBeRow) await this.#backoff(Math.min(failures, ROW_TRIES_MAX));
    const isUp = failures >= ROW_TRIES_MAX - 1 && (await this.#isServiceUp());
    if (failures < ROW_TRIES_MAX || !isUp || !attempt.wasUp || !mayBeRow) {
      await this.#deliver([item], {
        ...attempt,
        ambiguous: true,
        failures,
        foreignAnswers: 0,
        wasUp: isUp,
      });
      return false;
    }
    return (await this.#withoutLanded([item], { ...attempt, ambiguous: true })).length > 0;
  }

  /**
   * Distinguishes an invalid row from an outage. If a read succeeds at the first attempt both before and after the failed
   * request, the row is the cause. If the read needs more attempts, there was an outage, and the row is sent again.
   */
  async #isServiceUp(): Promise<boolean> {
    const response = await this.#deps.transport(this.#deps.probe, this.#signal);
    return response.attempts === 1;
  }

  #backoff(failures: number): Promise<void> {
    const { clock, random } = this.#deps;
    return clock.sleep(random.next() * BACKOFF_MS * 2 ** failures, this.#signal);
  }
}

const reject = (code: string, message: string): Outcome => ({
  status: 'rejected',
  problems: [{ code, message }],
});
