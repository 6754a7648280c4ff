import { MINUTE_MS } from './budget.ts';

/** A refusal because there were too many requests. */
export type Refusal = {
  /** When the refused request was sent, and when the answer arrived, in milliseconds of one clock. */
  readonly sentAt: number;
  readonly at: number;
  /** The wait that follows. */
  readonly pauseMs: number;
  /** True if the service asked for that wait. If not, the wait says nothing about the limit. */
  readonly isStated: boolean;
};

/** Refusals of requests that were sent before the first of them was known. */
type Episode = {
  readonly at: number;
  readonly pauseMs: number;
  readonly isStated: boolean;
  /** Requests per millisecond that the service accepted until then; 0 if none. */
  readonly estimate: number;
  refused: number;
  accepted: number;
};

/** Since the last pause: how long ago the first request was sent, and how many have been accepted. */
type Cycle = { readonly ms: number; readonly accepted: number };

/** Fewer milliseconds of requests are a burst. */
const BURST_MS = 10_000;
/** So many refusals in a row below the limit that was found mean that it has fallen. */
const FALLING = 2;
/** The share of a found limit that is used. */
const SHARE = 0.98;
const SLOWEST_PER_MS = 1 / MINUTE_MS;
/** Growth of the rate in a second; it doubles every `DOUBLING_MS` without a refusal, up to `DOUBLINGS_MAX` times. */
const GROWTH = 0.001;
const DOUBLING_MS = 30_000;
const DOUBLINGS_MAX = 7;
/** The time from a pause to the beginning of the growth, as long as the limit is only a guess. */
const GUESSED_MS = 10_000;
/**
 * A second refusal at about the same rate confirms the limit. Then growth begins after so many times the last pause, so
 * that refusals cost a few percent of the time at most. A service that does not say how long to wait costs a full minute
 * and more, and is asked more rarely.
 */
const PAUSES = 50;
const PAUSES_UNSTATED = 200;
const CONFIRMED_MS = 30_000;
const SAME_RATIO = 1.25;
/** Of a service that does not say how long to wait: its limit is tried again only after hours, so the guess has to be closer. */
const SAME_RATIO_UNSTATED = 1.2;
/** A limit is known, but is not the real one, if so many requests of one episode are refused, and most of them, */
const BURST = 3;
/** or if two refusals in a row with a long wait come after about as many requests, far below the known limit, */
const LONG_MS = 5_000;
const FAR_SHARE = 0.7;
const EQUAL_SHARE = 0.15;
/** or if more than this share of the last requests was refused. */
const REFUSED_SHARE = 0.15;
const LAST_REQUESTS = 100;
/** After so many reductions that did not help, refusals are taken for independent of the rate, for a time. */
const USELESS_MAX = 5;
const DISTRUST_MS = 600_000;

/**
 * Finds the rate that a service really allows, if no limit is known or the known one is too high. A refusal shows how
 * many requests the service has accepted. From there the rate grows: slowly at first, and rarely if a refusal costs a long
 * pause. Where a limit is known, a single refusal does not count, and neither do refusals that a lower rate does not
 * prevent.
 */
export class FoundRate {
  readonly #knownPerMs: number;
  readonly #accepted = new LastMinute();
  readonly #lastRefused: boolean[] = [];
  #perMs = Number.POSITIVE_INFINITY;
  #episode: Episode | undefined;
  /** When the first request after the last pause was sent, and how many have been accepted since. */
  #cycleFrom: number | undefined;
  #cycleAccepted = 0;
  /** Requests accepted before the last refusal: since the pause before it, and in its minute if that was far below the limit. */
  #countBefore = 0;
  #farCount = 0;
  #estimate: number | undefined;
  #isConfirmed = false;
  #growsFrom = 0;
  #grownAt = 0;
  #useless = 0;
  /** The rate before the reductions that did not help. */
  #helpfulPerMs = Number.POSITIVE_INFINITY;
  #distrustUntil = Number.NEGATIVE_INFINITY;

  /** @param knownPerMs the known limit, requests per millisecond; Infinity if none is known */
  constructor(knownPerMs: number) {
    this.#knownPerMs = knownPerMs;
  }

  /** Requests per millisecond; Infinity as long as nothing contradicts what is known. */
  get perMs(): number {
    return this.#perMs;
  }

  /** @param isNeeded whether requests wait because of the rate; only then it may grow */
  accepted(sentAt: number, at: number, isNeeded: boolean): void {
    this.#accepted.add(sentAt);
    this.#remember(false);
    if (this.#episode && sentAt < this.#episode.at) {
      this.#episode.accepted++;
      return;
    }
    this.#cycleFrom ??= sentAt;
    this.#cycleAccepted++;
    this.#grow(at, isNeeded);
  }

  refused(refusal: Refusal): void {
    this.#remember(true);
    const isFirst = !this.#episode || refusal.sentAt >= this.#episode.at;
    if (isFirst) this.#begin(refusal);
    const episode = this.#episode as Episode;
    episode.refused++;
    const isBelieved = isFirst ? this.#isBelieved(episode) : this.#isBurst(episode);
    if (isBelieved && episode.estimate > 0) this.#reduce(episode);
  }

  #begin({ at, pauseMs, isStated }: Refusal): void {
    const cycle = { ms: at - (this.#cycleFrom ?? at), accepted: this.#cycleAccepted };
    const inMinute = this.#accepted.count(at) / MINUTE_MS;
    const estimate = isStated ? this.#delivered(cycle, pauseMs, inMinute) : this.#guess(cycle, inMinute);
    this.#episode = {
      at,
      pauseMs,
      isStated,
      refused: 0,
      accepted: 0,
      estimate: cycle.accepted > 0 ? estimate : 0,
    };
    this.#countBefore = cycle.accepted;
    this.#cycleFrom = undefined;
    this.#cycleAccepted = 0;
  }

  /**
   * The limit, where a refusal says when the service accepts again: what it has accepted since the last pause, for all of
   * that time, the new pause included. If it counts the requests of the last minute, those before that pause count too,
   * but not if several refusals at lower and lower rates have followed.
   */
  #delivered({ ms, accepted }: Cycle, pauseMs: number, inMinute: number): number {
    if (ms >= MINUTE_MS) return inMinute;
    const inCycle = accepted / (ms + pauseMs);
    return this.#useless >= FALLING ? inCycle : Math.max(inMinute, inCycle);
  }

  /**
   * The limit, where a refusal does not say when the service accepts again: it may count by the minute, or allow a burst
   * and a rate. As many requests as before the last refusal mean that it counts. A short burst leaves both open, so the
   * guess is between the two.
   */
  #guess({ ms, accepted }: Cycle, inMinute: number): number {
    if (ms >= MINUTE_MS || isAbout(accepted, this.#countBefore)) return inMinute;
    const perMs = accepted / Math.max(1, ms);
    if (ms < BURST_MS) return Math.sqrt(inMinute * perMs);
    return this.#isConfirmed ? inMinute : perMs;
  }

  #isBelieved({ at, pauseMs, isStated }: Episode): boolean {
    const count = this.#accepted.count(at);
    const isFar = count < FAR_SHARE * this.#knownPerMs * MINUTE_MS;
    const isAgain = isFar && isAbout(count, this.#farCount);
    this.#farCount = isFar ? count : 0;
    if (at < this.#distrustUntil) return false;
    if (this.#knownPerMs === Number.POSITIVE_INFINITY || this.#perMs < this.#knownPerMs) return true;
    const refused = this.#lastRefused.filter(Boolean).length;
    if (refused > REFUSED_SHARE * LAST_REQUESTS) return true;
    return isAgain && (pauseMs >= LONG_MS || !isStated);
  }

  #isBurst({ at, refused, accepted }: Episode): boolean {
    const isKnown = this.#knownPerMs < Number.POSITIVE_INFINITY;
    return isKnown && at >= this.#distrustUntil && refused === BURST && refused > accepted;
  }

  #reduce({ at, pauseMs, isStated, estimate }: Episode): void {
    // Below its limit no service refuses because of the rate.
    const isBelow = this.#estimate !== undefined && this.#perMs <= this.#estimate;
    if (isBelow && this.#useless === 0) this.#helpfulPerMs = this.#perMs;
    this.#useless = Math.max(0, this.#useless + (isBelow ? 1 : -1));
    if (this.#useless >= USELESS_MAX) {
      this.#forget();
      if (this.#knownPerMs === Number.POSITIVE_INFINITY) this.#perMs = this.#helpfulPerMs;
      this.#distrustUntil = at + DISTRUST_MS;
      return;
    }
    const before = this.#estimate ?? 0;
    const ratio = isStated ? SAME_RATIO : SAME_RATIO_UNSTATED;
    this.#isConfirmed = before < estimate * ratio && estimate < before * ratio;
    this.#estimate = estimate;
    const pauses = isStated ? PAUSES : PAUSES_UNSTATED;
    this.#growsFrom =
      at + pauseMs + (this.#isConfirmed ? Math.max(CONFIRMED_MS, pauses * pauseMs) : GUESSED_MS);
    this.#perMs = Math.max(SLOWEST_PER_MS, Math.min(this.#perMs, SHARE * estimate));
  }

  /** A pause between two answers is no time without refusals: only as much of it counts as the rate explains. */
  #grow(at: number, isNeeded: boolean): void {
    const ms = Math.min(Math.max(1_000, 2 / this.#perMs), at - Math.max(this.#grownAt, this.#growsFrom));
    if (ms <= 0) return;
    this.#grownAt = at;
    if (!isNeeded || this.#perMs === Number.POSITIVE_INFINITY) return;
    const doublings = Math.min(DOUBLINGS_MAX, (at - this.#growsFrom) / DOUBLING_MS);
    this.#perMs *= Math.exp((GROWTH * 2 ** doublings * ms) / 1_000);
    if (this.#perMs >= this.#knownPerMs) this.#forget();
  }

  #forget(): void {
    this.#perMs = Number.POSITIVE_INFINITY;
    this.#estimate = undefined;
    this.#farCount = 0;
    this.#isConfirmed = false;
    this.#useless = 0;
  }

  #remember(isRefused: boolean): void {
    this.#lastRefused.push(isRefused);
    if (this.#lastRefused.length > LAST_REQUESTS) this.#lastRefused.shift();
  }
}

const isAbout = (count: number, other: number): boolean =>
  other > 0 && Math.abs(count - other) <= Math.max(1, EQUAL_SHARE * Math.max(count, other));

const SLOT_MS = 250;
const SLOTS = MINUTE_MS / SLOT_MS;

/** Counts what happened in the last minute, to a quarter of a second. */
class LastMinute {
  readonly #counts = new Float64Array(SLOTS);
  /** Which quarter of a second each count is for. */
  readonly #slots = new Float64Array(SLOTS).fill(-1);

  /** @param at milliseconds of any clock that never goes back, at least 0 */
  add(at: number): void {
    const slot = Math.floor(at / SLOT_MS);
    const index = slot % SLOTS;
    if (this.#slots[index] !== slot) this.#counts[index] = 0;
    this.#slots[index] = slot;
    this.#counts[index] = (this.#counts[index] as number) + 1;
  }

  /** The number that was added for the minute before `at`. */
  count(at: number): number {
    const newest = Math.floor(at / SLOT_MS);
    let sum = 0;
    for (let index = 0; index < SLOTS; index++)
      if ((this.#slots[index] as number) > newest - SLOTS) sum += this.#counts[index] as number;
    return sum;
  }
}
