import type { Item, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { KeptChange } from '../../ledger/former/open-former.ts';
import {
  type RefusalForNow,
  type Route,
  UnreadableError,
  type Verdict,
} from '../../service/targets/target.ts';
import { type ApiResponse, apiError, TransportError } from '../../service/transport/transport.ts';
import type { SendDeps } from './send-deps.ts';
import { type Silence, silenceText, silentAgain, TRIES_MAX } from './silence.ts';
import {
  inDoubt,
  isAccepting,
  isChange,
  notTheApi,
  type Rejected,
  refusedAs,
  refusedForGood,
  rejected,
  saying,
  withAge,
} from './verdicts.ts';

const BACKOFF_MS = 500;
/** So many successive 2xx answers that are not from the service end the run. */
const FOREIGN_ANSWERS_MAX = 5;

/** Sends items and settles each of them exactly once, as `send` says. */
export class Sending {
  readonly #deps: SendDeps;
  readonly #signal: AbortSignal;
  readonly #kept = new Map<number, KeptChange>();

  constructor(deps: SendDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async send(batch: readonly Item[]): Promise<void> {
    const { route, transport, window } = this.#deps;
    const items: Item[] = [];
    for (const item of batch) {
      if (item.remote?.inDoubt) await this.#settledPast();
      const known = this.#deps.withHalfway?.(item) ?? item;
      const found = item.remote ? await route.locate?.(known, transport, this.#signal) : item;
      if (found && 'status' in found) window.settle(item.seq, found);
      else items.push(found ?? known);
    }
    if (items.length > 0) await this.#deliver(items, FIRST);
  }

  /** Concludes what an answer to the first request of these items says. */
  answered(items: readonly Item[], response: ApiResponse): Promise<void> {
    return this.#answered(items, response, { ...FIRST, ambiguous: response.ambiguous });
  }

  async #deliver(all: readonly Item[], attempt: SendAttempt): Promise<void> {
    const { route, transport, doubt } = this.#deps;
    const isUncertain =
      attempt.ambiguous || all.some((item) => item.maybeSent || item.seq < doubt.maybeSentBelow);
    const items = isUncertain ? await this.#withoutLanded(all, attempt) : all;
    if (items.length === 0) return;
    const prepared = await this.#deps.prepare?.(items);
    for (const [seq, change] of prepared?.kept ?? []) this.#kept.set(seq, change);
    const request = route.build(prepared?.items ?? items, doubt.since(), attempt.call);
    let response: ApiResponse;
    try {
      response = await transport(request, this.#signal);
    } catch (error) {
      const isReadable = route.recall !== undefined || items.some(isChange);
      if (!(error instanceof TransportError) || error.fatal || !isReadable) throw error;
      return this.#unanswered(items, { ...attempt, ambiguous: attempt.ambiguous || error.maybeSent });
    }
    await this.#answered(items, response, {
      ...attempt,
      isRead: request.method === 'GET',
      ambiguous: attempt.ambiguous || response.ambiguous,
    });
  }

  #answered(items: readonly Item[], response: ApiResponse, attempt: SendAttempt): Promise<void> {
    if (response.status < 200 || response.status >= 300) return this.#refused(items, response, attempt);
    const verdicts = this.#deps.route.settle(response.body, items, attempt.call);
    return verdicts
      ? this.#conclude(items, verdicts, { ...attempt, foreignAnswers: 0 })
      : this.#foreignAnswer(items, response, attempt);
  }

  /** Settles and leaves out items that an earlier request has already created; only for routes with `recall`. */
  async #withoutLanded(items: readonly Item[], attempt: SendAttempt): Promise<readonly Item[]> {
    const { route, transport, doubt, clock, window } = this.#deps;
    const { since, uncertainSince, graceMs } = doubt;
    if (items.some(isChange)) return attempt.ambiguous ? this.#withoutChanged(items) : items;
    if (!route.recall) return items;
    const past = !attempt.ambiguous;
    if (past) await this.#settledPast();
    else if (graceMs > 0) await clock.sleep(graceMs, this.#signal);
    const uncertainty = { since: past ? uncertainSince() : Math.max(since(), uncertainSince()), past };
    const landed = await route.recall(items, uncertainty, transport, this.#signal).catch((error: unknown) => {
      if (!(error instanceof UnreadableError)) throw error;
      for (const { seq } of items) window.settle(seq, inDoubt(error.message));
    });
    if (!landed) return [];
    for (const item of items) {
      const id = landed.get(item.key);
      const { maybeSent: _, ...ownItem } = item;
      // A row that this process sent has its current content.
      if (id !== undefined) await this.#alreadyExists(past ? item : ownItem, attempt, id);
    }
    return items.filter(({ key }) => !landed.has(key));
  }

  /** Settles and leaves out an item whose change has been made, although its answer was lost. */
  async #withoutChanged(items: readonly Item[]): Promise<readonly Item[]> {
    const { route, transport, doubt, clock } = this.#deps;
    const [item] = items as readonly [Item & { readonly remote: RemoteRow }];
    if (doubt.graceMs > 0) await clock.sleep(doubt.graceMs, this.#signal);
    const doubtful = { ...item, remote: { ...item.remote, inDoubt: true } };
    const found = await route.locate?.(doubtful, transport, this.#signal);
    if (!found || !('status' in found)) return [found ?? item];
    this.#deps.window.settle(item.seq, found);
    return [];
  }

  /** Waits until no request of an earlier process can take effect any more. */
  async #settledPast(): Promise<void> {
    const { clock, doubt } = this.#deps;
    const waitMs = doubt.pastSettledAt - clock.elapsed();
    if (waitMs > 0) await clock.sleep(waitMs, this.#signal);
  }

  async #conclude(items: readonly Item[], verdicts: readonly Verdict[], attempt: SendAttempt): Promise<void> {
    if (verdicts.some(isAccepting)) this.#deps.refusals.accepted();
    const again: Item[] = [];
    const later: { item: Item; refusal: RefusalForNow }[] = [];
    const more: Item[] = [];
    const duplicates: Item[] = [];
    let call = attempt.call + 1;
    for (const [index, item] of items.entries()) {
      const verdict = verdicts[index] as Verdict;
      if (verdict.status === 'more') call = verdict.call ?? call;
      if (verdict.status === 'again')
        if (verdict.refusal) later.push({ item, refusal: verdict.refusal });
        else again.push(item);
      else if (verdict.status === 'more') more.push(verdict.host ? { ...item, host: verdict.host } : item);
      else if (verdict.status === 'duplicate') duplicates.push(item);
      else await this.#settleVerdict(item, verdict, attempt);
    }
    if (more.length > 0) await this.#deliver(more, { ...FIRST, call });
    // A row that a read has found was there before anything was written.
    for (const item of duplicates) await this.#alreadyExists(item, attempt.isRead ? FIRST : attempt);
    if (again.length + later.length === 0) return;
    const silence = silentAgain(attempt.silence, this.#deps.clock);
    if (silence.tries >= TRIES_MAX) {
      for (const { item, refusal } of later) {
        const outcome = refusedForGood(refusal, silence, this.#deps.clock);
        await this.#settleVerdict(item, outcome, { ...attempt, ambiguous: true });
      }
      return this.#giveUp(again, silence);
    }
    await silence.wait(this.#deps, this.#signal);
    const next = { ...attempt, silence, foreignAnswers: 0 };
    if (again.length > 0) await this.#deliver(again, { ...next, ambiguous: true });
    // What the service has not taken is not ours because of this.
    for (const isUnmade of [true, false]) {
      const items = later.filter((each) => each.refusal.isUnmade === isUnmade).map(({ item }) => item);
      if (items.length > 0)
        await this.#deliver(items, { ...next, ambiguous: attempt.ambiguous || !isUnmade });
    }
  }

  async #settleVerdict(item: Item, verdict: Outcome, attempt: SendAttempt): Promise<void> {
    if (verdict.status !== 'rejected') {
      if (verdict.status === 'updated') this.#kept.get(item.seq)?.done?.();
      return this.#deps.window.settle(item.seq, verdict);
    }
    const [problem] = verdict.problems;
    if (problem) await this.#deps.refusals.refused({ status: 200, ...problem, isUnjudged: false });
    await this.#reject(item, verdict, attempt);
  }

  async #reject(item: Item, verdict: Rejected, attempt: SendAttempt): Promise<void> {
    const { window, doubt, route, clock } = this.#deps;
    const { call, ambiguous } = attempt;
    const kept = this.#kept.get(item.seq);
    if (!ambiguous) kept?.withdraw(madeBefore(item, call, route));
    const left = call > 0 ? await close(item, kept, this.#deps, this.#signal) : undefined;
    const wasSent = item.maybeSent !== undefined || item.seq < doubt.maybeSentBelow || attempt.ambiguous;
    // What refuses the first request with a row has made nothing of it.
    const foreign = item.remote ? item.remote.foreign === true : attempt.call === 0 && !wasSent;
    const named = withAge(verdict, item, clock.now());
    const whole = left === undefined ? named : saying(named, left);
    window.settle(item.seq, foreign ? { ...whole, foreign } : whole);
  }

  /** The service has a row with this key: created by us, or before us. It may have to be changed. */
  async #alreadyExists(item: Item, attempt: SendAttempt, id?: string): Promise<void> {
    const { route, transport, doubt, isOwnGroup, window } = this.#deps;
    const isOurs = item.maybeSent !== undefined || item.seq < doubt.maybeSentBelow || attempt.ambiguous;
    const known = id === undefined ? {} : { id };
    const existing = {
      isOurs,
      since: item.maybeSent ? doubt.uncertainSince() : doubt.since(),
      ...known,
      ...(route.made ? { inOwnGroup: isOwnGroup(item.data['guid'] as string) } : {}),
    };
    const found =
      (await route.made?.(item, existing, transport, this.#signal)) ??
      (await route.adopt?.(item, existing, transport, this.#signal));
    if (found && 'status' in found) window.settle(item.seq, found);
    else if (found) await this.#deliver([found], FIRST);
    else if (isOurs) {
      const recognised = await route.recognise?.(item, existing, transport, this.#signal);
      window.settle(item.seq, recognised ?? { status: 'created', ...known });
    } else {
      // An existing message is never read to be compared: users would see an edit.
      const unread = route.adopt || route.entity === 'messages' ? {} : { unread: true };
      window.settle(item.seq, { status: 'exists', ...unread });
    }
  }

  #giveUp(items: readonly Item[], silence: Silence): void {
    const { clock, window } = this.#deps;
    for (const { seq } of items) window.settle(seq, inDoubt(silenceText(silence, clock)));
  }

  /** No answer to a call that must not be repeated blindly: after a wait, the service is searched for its rows. */
  async #unanswered(items: readonly Item[], attempt: SendAttempt): Promise<void> {
    const silence = silentAgain(attempt.silence, this.#deps.clock);
    await silence.wait(this.#deps, this.#signal);
    const isUp = silence.tries >= TRIES_MAX - 1 && (await this.#isServiceUp());
    if (silence.tries < TRIES_MAX || !isUp || !attempt.wasUp)
      return this.#deliver(items, { ...attempt, silence, wasUp: isUp });
    this.#giveUp(await this.#withoutLanded(items, attempt), silence);
  }

  /**
   * A 2xx answer that is not from the service: the outcome is unknown, so the same keys are sent again.
   * @throws RunError `SERVICE.NOT_THE_API` if it happens too often: the host is not the service
   */
  async #foreignAnswer(items: readonly Item[], response: ApiResponse, attempt: SendAttempt): Promise<void> {
    const foreignAnswers = attempt.foreignAnswers + 1;
    if (foreignAnswers >= FOREIGN_ANSWERS_MAX) throw notTheApi(FOREIGN_ANSWERS_MAX, response);
    await this.#backoff(foreignAnswers);
    return this.#deliver(items, { ...attempt, ambiguous: true, foreignAnswers });
  }

  async #refused(items: readonly Item[], response: ApiResponse, attempt: SendAttempt): Promise<void> {
    const failed = response.status >= 500;
    const ambiguous = attempt.ambiguous || failed;
    if (items.length > 1) return this.#halve(items, { ...attempt, ambiguous });
    const [item] = items as readonly [Item];
    const error = apiError(response.body);
    const { route, refusals } = this.#deps;
    const refused = refusedAs(response, error, route);
    const verdict = route.refusal?.(refused.code, item, attempt.call);
    if (verdict) return this.#conclude(items, [verdict], { ...attempt, ambiguous });
    // An answer of a gateway: nobody knows whether the service got the row.
    if (failed && !error && (route.recall || isChange(item)))
      return this.#unanswered(items, { ...attempt, ambiguous });
    if (failed) {
      const mayBeRow = error !== undefined && (route.recall !== undefined || response.status === 500);
      if (!(await this.#isAtFault(item, mayBeRow, attempt))) return;
    }
    await refusals.refused(refused);
    await this.#reject(item, rejected(refused), { ...attempt, ambiguous });
  }

  async #halve(items: readonly Item[], attempt: SendAttempt): Promise<void> {
    const half = Math.ceil(items.length / 2);
    const part = { ...attempt, failures: attempt.failures + 1, foreignAnswers: 0 };
    await this.#deliver(items.slice(0, half), part);
    await this.#deliver(items.slice(half), part);
  }

  /**
   * True if the row causes the server error. If not, or if that is not yet known, the row is sent again and settled.
   * @param mayBeRow false for an error that no row can cause
   */
  async #isAtFault(item: Item, mayBeRow: boolean, attempt: SendAttempt): Promise<boolean> {
    const failures = attempt.failures + 1;
    if (failures < TRIES_MAX || !mayBeRow) await this.#backoff(Math.min(failures, TRIES_MAX));
    const isUp = failures >= TRIES_MAX - 1 && (await this.#isServiceUp());
    if (failures < TRIES_MAX || !isUp || !attempt.wasUp || !mayBeRow) {
      const next = { ...attempt, ambiguous: true, failures, foreignAnswers: 0, wasUp: isUp };
      await this.#deliver([item], next);
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

/** Facts that are known about items from their earlier requests. */
type SendAttempt = {
  /** Number of calls of these items that are done. */
  readonly call: number;
  /** An earlier request with these items may have landed. */
  readonly ambiguous: boolean;
  /** The last request only read. */
  readonly isRead?: boolean;
  /** Number of requests with these items that ended in a server error. */
  readonly failures: number;
  /** Set after requests that ended in no answer, or in an answer that leaves these items out. */
  readonly silence?: Silence;
  readonly foreignAnswers: number;
  /** The service answered a harmless read at once just before this request. */
  readonly wasUp?: boolean;
};

/** Nothing was sent yet. */
const FIRST: SendAttempt = { call: 0, ambiguous: false, failures: 0, foreignAnswers: 0 };

/** Which fields the calls of an item before a refused one have changed. */
const madeBefore =
  (item: Item, call: number, { isMade }: Pick<Route, 'isMade'>) =>
  (field: string): boolean =>
    call > 0 && (isMade?.(item, call, field) ?? true);

/** Ends a change of which a later call was refused; says what stays if that is refused, too. */
async function close(
  item: Item,
  kept: KeptChange | undefined,
  { route, transport }: Pick<SendDeps, 'route' | 'transport'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const closing = route.closing?.(item);
  if (!closing) return undefined;
  const { status } = await transport(closing.request, signal);
  if (status >= 300) return closing.otherwise;
  kept?.done?.();
  return undefined;
}
