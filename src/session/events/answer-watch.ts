import type { EventOf } from '../../report/events/event-schema.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';

/** Why nothing goes on at the moment. */
export type WaitingProgress = NonNullable<EventOf<'progress'>['waiting']>;

/** So long nothing may have succeeded until the service counts as not answering. */
export const NO_ANSWER_MS = 10_000;
/** After so much time without a request under way, it is the rate limit that is waited for. */
const IDLE_MS = 5_000;

/** Watches how the service answers: whether requests are under way, held back or failing, and since when. */
export class AnswerWatch {
  readonly #clock: Clock;
  sent = 0;
  succeeded = 0;
  /** Requests of each rate class that were answered and not refused, also those that read. */
  readonly answered: Record<string, number> = {};
  retried = 0;
  lastError: { readonly at: string; readonly message: string } | undefined;
  /** When a person has paused the requests; undefined if they go on. */
  #pausedAt: number | undefined;
  #underWay = 0;
  #lastEndAt: number;
  /** The highest number of tries of a request that has failed since the last success; 0 if none has. */
  #attempt = 0;
  /** Why requests fail since the last success; empty if they do not. */
  #reason = '';
  /** When the service began not to answer, if it does not. */
  #silentSince: number;
  #hold: {
    readonly from: number;
    readonly until: number;
    readonly refused: boolean;
    readonly stated: boolean;
  };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastEndAt = clock.elapsed();
    this.#silentSince = clock.elapsed();
    this.#hold = { from: 0, until: Number.NEGATIVE_INFINITY, refused: false, stated: false };
  }

  observe(event: TransportEvent): void {
    const now = this.#clock.elapsed();
    if (event.type === 'trying') {
      if (this.#underWay === 0 && this.#attempt === 0) this.#silentSince = now;
      this.#underWay++;
    } else if (event.type === 'tried') this.#onTried(event, now);
    else if (event.type === 'retried') this.#onRetried(event);
    else if (event.type === 'silent') this.#fail(event.reason);
    else if (event.type === 'switched') {
      this.#pausedAt = event.isPaused ? now : undefined;
      // Nobody could answer in the meantime.
      this.#silentSince = now;
      this.#lastEndAt = now;
    } else if (now + event.forMs > this.#hold.until)
      this.#hold = { from: now, until: now + event.forMs, refused: event.refused, stated: event.stated };
  }

  #onTried({ request, status }: Extract<TransportEvent, { type: 'tried' }>, now: number): void {
    this.#underWay--;
    this.#lastEndAt = now;
    if (request.method !== 'GET') this.sent++;
    if (status === undefined || status >= 500 || status === 429) return;
    if (request.method !== 'GET') this.succeeded++;
    this.answered[request.rateClass] = (this.answered[request.rateClass] ?? 0) + 1;
    this.#silentSince = now;
    this.#attempt = 0;
    this.#reason = '';
  }

  #onRetried({ reason, throttled, attempt }: Extract<TransportEvent, { type: 'retried' }>): void {
    this.retried++;
    if (throttled) {
      // It does answer.
      this.#silentSince = this.#clock.elapsed();
      return;
    }
    this.#attempt = Math.max(this.#attempt, attempt);
    this.#fail(reason);
  }

  #fail(message: string): void {
    this.#reason = message;
    this.lastError = { at: new Date(this.#clock.now()).toISOString(), message };
  }

  /** True if a person has paused the requests. */
  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }

  /** The time that requests are held back from now, because the service asked for it; 0 if they are not. */
  get holdMs(): number {
    return Math.max(0, this.#hold.until - this.#clock.elapsed());
  }

  /**
   * Why nothing goes on now; undefined if it does.
   * @param isLimited whether there is a rate limit
   */
  waiting(isLimited: boolean): WaitingProgress | undefined {
    const now = this.#clock.elapsed();
    if (this.#pausedAt !== undefined) return { why: 'paused', seconds: rounded(now - this.#pausedAt) };
    const { refused, stated } = this.#hold;
    if (this.holdMs > 0) {
      const until = new Date(this.#clock.now() + this.holdMs).toISOString();
      return { why: refused ? 'refused' : 'limit', until, stated, seconds: rounded(this.holdMs) };
    }
    const attempt = this.#attempt > 0 ? { attempt: this.#attempt } : {};
    const reason = this.#reason === '' ? {} : { reason: this.#reason };
    const silentMs = now - this.#silentSince;
    if (this.#underWay > 0 || this.#attempt > 0) {
      if (silentMs >= NO_ANSWER_MS)
        return { why: 'noAnswer', seconds: rounded(silentMs), ...attempt, ...reason };
      return this.#attempt > 0
        ? { why: 'retry', seconds: rounded(silentMs), ...attempt, ...reason }
        : undefined;
    }
    const idleMs = now - this.#lastEndAt;
    return isLimited && idleMs >= IDLE_MS && this.sent > 0
      ? { why: 'limit', seconds: rounded(idleMs) }
      : undefined;
  }
}

const rounded = (ms: number): number => Math.round(ms / 100) / 10;
