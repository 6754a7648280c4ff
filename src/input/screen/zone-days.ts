import type { Zone } from 'luxon';
import { luxon } from '../rows/luxon.ts';

/** The first day whose times the service may accept, 2001-09-08 in the clocks of any zone; and as many days, to 2091. */
const FIRST_DAY = 11_573;
export const ZONE_DAYS = 32_768;
const DAY_MS = 86_400_000;
/** Days that are looked up at once. */
export const DAYS_AT_ONCE = 512;
/** Values of a day: nothing is known of it; the clocks change around it, or are not whole quarters of an hour from UTC. */
const CHANGES = 255;
/** The value of a day on UTC; each quarter of an hour ahead of UTC is one more. */
const ON_UTC = 100;
const QUARTER_SECONDS = 900;
const ZONES_MAX = 64;

const zones = new Map<string, ZoneDays>();

/** The days of a zone; made once for each. */
export function zoneDays(name: string): ZoneDays {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= ZONES_MAX) zones.clear();
  const days = new ZoneDays(luxon().DateTime.fromMillis(0, { zone: name }).zone);
  zones.set(name, days);
  return days;
}

/** A change of the clocks of a zone: seconds ahead of UTC before and after it, and when it is, in seconds of UTC. */
type Change = { readonly before: number; readonly after: number; readonly at: number };

/** How far the clocks of a zone are ahead of UTC on each day, as far as that is asked for. */
export class ZoneDays {
  /** By day: 0 if nothing is known of it. The WebAssembly screen reads a copy. */
  readonly values = new Uint8Array(ZONE_DAYS);
  /** Around the days on which the clocks change; undefined where that is more than one change. */
  readonly #changes = new Map<number, Change | undefined>();
  readonly #zone: Zone;

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  /**
   * Seconds ahead of UTC at a time that the clocks of the zone show; NaN if they show it twice or skip it, and for days
   * before 2001 or after 2090.
   * @param day its number from 1970 on
   */
  offsetAt(day: number, secondOfDay: number): number {
    const index = day - FIRST_DAY;
    if (!(index >= 0 && index < ZONE_DAYS)) return Number.NaN;
    if (this.values[index] === 0) this.learn(index);
    const value = this.values[index] as number;
    return value === CHANGES ? this.#offsetNear(day, secondOfDay) : (value - ON_UTC) * QUARTER_SECONDS;
  }

  #offsetNear(day: number, secondOfDay: number): number {
    if (!this.#changes.has(day)) this.#changes.set(day, this.#changeAround(day));
    const change = this.#changes.get(day);
    if (!change) return Number.NaN;
    const { before, after, at } = change;
    const shown = (day * DAY_MS) / 1_000 + secondOfDay;
    if (shown < at + Math.min(before, after)) return before;
    return shown >= at + Math.max(before, after) ? after : Number.NaN;
  }

  #changeAround(day: number): Change | undefined {
    const offsets = [-1, 0, 1, 2].map((more) => this.#zone.offset((day + more) * DAY_MS));
    const before = offsets[0] as number;
    const after = offsets[3] as number;
    const last = offsets.lastIndexOf(before);
    if (before === after || offsets.some((offset, at) => offset !== (at > last ? after : before)))
      return undefined;
    let [from, to] = [((day + last - 1) * DAY_MS) / 1_000, ((day + last) * DAY_MS) / 1_000];
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      if (this.#zone.offset(middle * 1_000) === before) from = middle;
      else to = middle;
    }
    return { before: before * 60, after: after * 60, at: to };
  }

  /** Looks up the days around an index of `values`; returns the index of the first one of them. */
  learn(index: number): number {
    const first = index - (index % DAYS_AT_ONCE);
    // Midnights of UTC, from the one before the first day to the one after the day that follows the last one: zones lie
    // at most 14 hours from UTC, and none has changed twice within a day in this century.
    const offsets = Array.from({ length: DAYS_AT_ONCE + 3 }, (_, at) =>
      this.#zone.offset((FIRST_DAY + first + at - 1) * DAY_MS),
    );
    for (let at = 0; at < DAYS_AT_ONCE; at++) {
      const offset = offsets[at] as number;
      const isSame = [1, 2, 3].every((more) => offsets[at + more] === offset);
      this.values[first + at] = isSame && offset % 15 === 0 ? ON_UTC + offset / 15 : CHANGES;
    }
    return first;
  }
}
