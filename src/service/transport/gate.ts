import { AHEAD_MAX_MS, type AllowedRate, aheadMs, type Budget, MINUTE_MS, perMinute } from './budget.ts';
import { FoundRate, type Refusal } from './found-rate.ts';
import type { Turns } from './shared/turns.ts';

/** The share of the allowed rate that is used: the service's clock and ours never agree exactly. */
const SHARE = 0.98;
/** So long before a request may start by its own pace, its turn is taken. */
const EARLY_MS = 20;
/** After a refusal one request at a time tries whether the service accepts again; it is waited for so long. */
const PROBE_MS = 2_000;
/** More requests may be under way than rate and answers need. */
const RESERVE = 1.5;
/** Weight of the newest request in the mean time of a request, and in the share of failures. */
const WEIGHT = 0.05;
/** If more than this share fails, only `concurrency` requests are under way, for a time. */
const FAILED_SHARE = 0.3;
const CALM_MS = 60_000;

/** The rate of one class, how many of its requests are under way, and whether it is closed. */
export class Gate {
  readonly name: string;
  readonly #budget: Budget;
  readonly #perMs: number;
  readonly #found: FoundRate | undefined;
  readonly #turns: Turns | undefined;
  #statedPerMs = Number.POSITIVE_INFINITY;
  /** Until then, requests are spread over what the service says remains. */
  #restUntil = 0;
  #restSpacingMs = 0;
  #nextAt = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #closedUntil = 0;
  #isHalfOpen = false;
  #probedAt = Number.NEGATIVE_INFINITY;
  #underWay = 0;
  #meanMs = 0;
  #failedShare = 0;
  #calmUntil = 0;
  /** Requests that wait for this gate. */
  waiting = 0;

  /**
   * @param finds whether it finds the real limit if the budget is not that; a gate that does takes 4 KB
   * @param turns each request needs one of them, if others share the limit
   */
  constructor(name: string, budget: Budget, finds: boolean, turns?: Turns) {
    this.name = name;
    this.#budget = budget;
    this.#perMs = (SHARE * budget.requests) / budget.perMs;
    this.#turns = turns;
    if (finds) this.#found = new FoundRate(this.#perMs);
  }

  /** When the next request may start as far as this process knows; Infinity if one has to end first. */
  readyAt(now: number): number {
    if (this.#underWay >= this.#concurrency(now)) return Number.POSITIVE_INFINITY;
    const spacingMs = this.#spacingMs(now);
    const open = Math.max(this.#closedUntil, this.#dueAt(spacingMs) - aheadMs(spacingMs));
    return this.#isHalfOpen ? Math.max(open, this.#probedAt + PROBE_MS) : open;
  }

  /** So long before `readyAt` the turn of a request is taken. */
  get earlyMs(): number {
    return this.#turns ? EARLY_MS : 0;
  }

  /**
   * When a turn can be used that is shared with others; Infinity while one is asked for. To be called only for a request that
   * waits for nothing else: its turn would be lost for all.
   * @param wanted how many such requests there are
   */
  turnAt(now: number, wanted: () => number): number {
    return this.#turns?.readyAt(now, wanted, this.#sharedSpacingMs) ?? 0;
  }

  start(now: number): void {
    this.#turns?.use(now);
    const spacingMs = this.#spacingMs(now);
    this.#nextAt = Math.max(now, this.#dueAt(spacingMs)) + spacingMs;
    this.#startedAt = now;
    this.#probedAt = now;
    this.#underWay++;
  }

  /** @param ms how long the request was under way, with or without an answer */
  end(ms: number): void {
    this.#underWay--;
    this.#meanMs += (ms - this.#meanMs) * (this.#meanMs === 0 ? 1 : WEIGHT);
  }

  close(now: number, forMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, now + forMs);
  }

  /** Another process was refused: what that says of the limit, it has learned itself. */
  closeWithOthers(now: number, forMs: number): void {
    this.close(now, forMs);
    this.#isHalfOpen = true;
    this.#probedAt = Number.NEGATIVE_INFINITY;
  }

  closedForMs(now: number): number {
    return Math.max(0, this.#closedUntil - now);
  }

  accepted(sentAt: number, now: number): void {
    if (sentAt >= this.#closedUntil) this.#isHalfOpen = false;
    this.#found?.accepted(sentAt, now, this.waiting > 0);
    this.#failedShare *= 1 - WEIGHT;
  }

  /** No answer, or one that the service cannot be well with. */
  failed(now: number): void {
    this.#failedShare += (1 - this.#failedShare) * WEIGHT;
    if (this.#failedShare > FAILED_SHARE) this.#calmUntil = now + CALM_MS;
  }

  refused(refusal: Refusal): void {
    this.#isHalfOpen = true;
    this.#probedAt = Number.NEGATIVE_INFINITY;
    this.#found?.refused(refusal);
    // The pause is no credit for requests close together: a service whose real limit is unknown may allow none.
    if (this.#found && this.#found.perMs < Number.POSITIVE_INFINITY)
      this.#creditFrom(refusal.at + refusal.pauseMs);
  }

  /** The service states its limit: that lowers the rate, and never raises it above the budget. */
  state(perMinute: number): void {
    this.#statedPerMs = (SHARE * perMinute) / MINUTE_MS;
  }

  /** The service states what remains of its limit until it counts anew. */
  remains(now: number, requests: number, forMs: number): void {
    this.#restUntil = now + forMs;
    this.#restSpacingMs = forMs / Math.max(1, requests);
  }

  /** The lowest of the limits that are known; `SHARE` of it is used. */
  get allowed(): AllowedRate {
    const stated = { perMinute: (this.#statedPerMs * MINUTE_MS) / SHARE, by: 'stated' } as const;
    const foundPerMs = this.#found?.perMs ?? Number.POSITIVE_INFINITY;
    const found = { perMinute: (foundPerMs * MINUTE_MS) / SHARE, by: 'found' } as const;
    return [stated, found].reduce<AllowedRate>(
      (least, each) => (each.perMinute < least.perMinute ? each : least),
      { perMinute: perMinute(this.#budget), by: 'budget' },
    );
  }

  /** True if nothing would be different for a new gate. */
  isIdle(now: number): boolean {
    return this.waiting === 0 && this.#underWay === 0 && this.#nextAt <= now && this.#closedUntil <= now;
  }

  /** When the next request is due at an even pace; a pace that has become faster counts at once. */
  #dueAt(spacingMs: number): number {
    return Math.min(this.#nextAt, this.#startedAt + aheadMs(spacingMs) + spacingMs);
  }

  /** Time before `at` allows no requests close together. */
  #creditFrom(at: number): void {
    this.#startedAt = at;
    this.#nextAt = Math.max(this.#nextAt, at + AHEAD_MAX_MS);
  }

  get #allowedPerMs(): number {
    return Math.min(this.#perMs, this.#statedPerMs, this.#found?.perMs ?? Number.POSITIVE_INFINITY);
  }

  /** By the limit that is known to all; what was found by refusals is the share of this process. */
  get #sharedSpacingMs(): number {
    return 1 / Math.min(this.#perMs, this.#statedPerMs);
  }

  #spacingMs(now: number): number {
    const spacingMs = 1 / this.#allowedPerMs;
    return now < this.#restUntil ? Math.max(spacingMs, this.#restSpacingMs) : spacingMs;
  }

  /** Enough for the rate however long answers take, and no more: also a request without an answer takes its time. */
  #concurrency(now: number): number {
    const { concurrency, concurrencyMax = concurrency } = this.#budget;
    const needed = this.#allowedPerMs * this.#meanMs * RESERVE;
    if (needed === Number.POSITIVE_INFINITY || !(needed > concurrency) || now < this.#calmUntil)
      return concurrency;
    return Math.min(concurrencyMax, Math.ceil(needed));
  }
}
