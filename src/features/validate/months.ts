import type { MonthProfile } from '../../report/result/profile.ts';

const DAY_SECONDS = 86_400;
/** Epoch seconds of ten digits span 2001 to 2286. */
const FIRST_YEAR = 2001;
const MONTHS = (2287 - FIRST_YEAR) * 12;
const DAYS = Math.ceil(10_000_000_000 / DAY_SECONDS);
/** The time of the oldest message that is too old, 0 if none is; then the messages of each day, and those that are too old. */
const DAY_WORDS = 1 + 2 * DAYS;

/** Messages by calendar month, UTC. */
export class Months {
  readonly #before: number;
  #words: Uint32Array | undefined;

  /**
   * @param before messages sent before this, in epoch seconds, are older than the service keeps them
   * @param words zeros, which others count in too
   */
  constructor(before: number, words?: Uint32Array) {
    this.#before = before;
    this.#words = words;
  }

  /** Messages that are older than the service keeps them. */
  get tooOld(): number {
    return this.oldest === undefined ? 0 : this.profile().reduce((sum, { tooOld }) => sum + tooOld, 0);
  }

  /** Epoch seconds of the oldest message that is too old; undefined if none is. */
  get oldest(): number | undefined {
    return this.#words?.[0] || undefined;
  }

  /** Counts a message that was sent at this time, in epoch seconds. */
  add(sentAt: number): void {
    const words = this.#count(sentAt, 1);
    if (sentAt < this.#before && sentAt < (this.oldest ?? Number.POSITIVE_INFINITY)) words[0] = sentAt;
  }

  /** Subtracts a message that was counted. */
  remove(sentAt: number): void {
    this.#count(sentAt, -1);
  }

  #count(sentAt: number, by: 1 | -1): Uint32Array {
    this.#words ??= new Uint32Array(DAY_WORDS);
    const at = 1 + Math.floor(sentAt / DAY_SECONDS) + (sentAt < this.#before ? DAYS : 0);
    this.#words[at] = (this.#words[at] as number) + by;
    return this.#words;
  }

  /** All months from the first with a message to the last. */
  profile(): MonthProfile[] {
    const messages = new Float64Array(MONTHS);
    const tooOld = new Float64Array(MONTHS);
    const words = this.#words;
    if (!words) return [];
    for (let day = 0; day < DAYS; day++) {
      const old = words[1 + DAYS + day] as number;
      const all = (words[1 + day] as number) + old;
      if (all === 0) continue;
      const date = new Date(day * DAY_SECONDS * 1_000);
      const month = Math.max(0, (date.getUTCFullYear() - FIRST_YEAR) * 12 + date.getUTCMonth());
      messages[month] = (messages[month] as number) + all;
      tooOld[month] = (tooOld[month] as number) + old;
    }
    const first = messages.findIndex((count) => count > 0);
    if (first < 0) return [];
    const last = messages.findLastIndex((count) => count > 0);
    return Array.from({ length: last - first + 1 }, (_, offset) => {
      const month = first + offset;
      const year = FIRST_YEAR + Math.floor(month / 12);
      return {
        month: `${year}-${String((month % 12) + 1).padStart(2, '0')}`,
        messages: messages[month] as number,
        tooOld: tooOld[month] as number,
      };
    });
  }
}
