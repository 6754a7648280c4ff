import type { MonthProfile } from '../../report/result/profile.ts';

const DAY_SECONDS = 86_400;
/** Epoch seconds of ten digits span 2001 to 2286. */
const FIRST_YEAR = 2001;
const MONTHS = (2287 - FIRST_YEAR) * 12;

/** Messages by calendar month, UTC. */
export class Months {
  /** Epoch seconds of the oldest message that is too old; undefined if none is. */
  oldest: number | undefined;
  readonly #before: number;
  readonly #messages = new Float64Array(MONTHS);
  readonly #tooOld = new Float64Array(MONTHS);
  #day = -1;
  #month = 0;

  /** @param before messages sent before this, in epoch seconds, are older than the service keeps them */
  constructor(before: number) {
    this.#before = before;
  }

  /** Messages that are older than the service keeps them. */
  get tooOld(): number {
    return this.#tooOld.reduce((sum, count) => sum + count, 0);
  }

  /** Counts a message that was sent at this time, in epoch seconds. */
  add(sentAt: number): void {
    this.#count(sentAt, 1);
    if (sentAt < this.#before && sentAt < (this.oldest ?? Number.POSITIVE_INFINITY)) this.oldest = sentAt;
  }

  /** Subtracts a message that was counted. */
  remove(sentAt: number): void {
    this.#count(sentAt, -1);
  }

  #count(sentAt: number, by: 1 | -1): void {
    const month = this.#monthOf(sentAt);
    this.#messages[month] = (this.#messages[month] as number) + by;
    if (sentAt < this.#before) this.#tooOld[month] = (this.#tooOld[month] as number) + by;
  }

  /** Caches the last day: neighbouring rows are mostly of the same day. */
  #monthOf(sentAt: number): number {
    const day = Math.floor(sentAt / DAY_SECONDS);
    if (day === this.#day) return this.#month;
    const date = new Date(day * DAY_SECONDS * 1_000);
    this.#day = day;
    this.#month = Math.max(0, (date.getUTCFullYear() - FIRST_YEAR) * 12 + date.getUTCMonth());
    return this.#month;
  }

  /** All months from the first with a message to the last. */
  profile(): MonthProfile[] {
    const first = this.#messages.findIndex((count) => count > 0);
    if (first < 0) return [];
    const last = this.#messages.findLastIndex((count) => count > 0);
    return Array.from({ length: last - first + 1 }, (_, offset) => {
      const month = first + offset;
      const year = FIRST_YEAR + Math.floor(month / 12);
      return {
        month: `${year}-${String((month % 12) + 1).padStart(2, '0')}`,
        messages: this.#messages[month] as number,
        tooOld: this.#tooOld[month] as number,
      };
    });
  }
}
