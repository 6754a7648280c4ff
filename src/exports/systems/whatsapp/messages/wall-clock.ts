import { instantsOf, offsetOfDay } from '../../../../input/rows/zone-offset.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A message may arrive some seconds late, and stands where it arrived. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * Reads the times that the clock of a zone showed, in the order of a file. When clocks are put back, an hour comes twice:
 * times that go back in it are those of its second coming.
 */
export class WallClock {
  readonly #zone: string;
  #last = Number.NEGATIVE_INFINITY;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** @param wallMs the time as if it were in UTC; milliseconds since 1970, as the result */
  instantAt(wallMs: number): number {
    const minutes = offsetOfDay(this.#zone, wallMs);
    this.#last = minutes === undefined ? this.#onDayOfChange(wallMs) : wallMs - minutes * MINUTE_MS;
    return this.#last;
  }

  #onDayOfChange(wallMs: number): number {
    const [first, second] = instantsOf(this.#zone, wallMs);
    // Clocks that were not put forward yet show a time that the zone skips.
    if (first === undefined) return wallMs - (offsetOfDay(this.#zone, wallMs - 2 * DAY_MS) ?? 0) * MINUTE_MS;
    const isSecond = first < this.#last - LATE_MS && this.#last - first <= 2 * HOUR_MS;
    return isSecond && second !== undefined ? second : first;
  }
}
