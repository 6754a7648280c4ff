import { luxon } from '../../../../rows/luxon.ts';
import { offsetOfDay } from '../../../../rows/zone-offset.ts';

const MINUTE_MS = 60_000;
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
    const { DateTime } = luxon();
    const found = DateTime.fromMillis(wallMs, { zone: 'utc' })
      .setZone(this.#zone, { keepLocalTime: true })
      .toMillis();
    const shows = (at: number): boolean =>
      at + DateTime.fromMillis(at, { zone: this.#zone }).offset * MINUTE_MS === wallMs;
    const first = shows(found - HOUR_MS) ? found - HOUR_MS : found;
    const isSecond = first < this.#last - LATE_MS && this.#last - first <= 2 * HOUR_MS;
    return isSecond && shows(first + HOUR_MS) ? first + HOUR_MS : first;
  }
}
