import type { Zone } from 'luxon';
import { luxon } from '../input/rows/luxon.ts';

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

/** The lead of the clocks of a zone over UTC on each day, as far as that is asked for. */
export class ZoneDays {
  /** By day: 0 if nothing is known of it. The WebAssembly screen reads a copy. */
  readonly values = new Uint8Array(ZONE_DAYS);
  readonly #zone: Zone;

  constructor(zone: Zone) {
    this.#zone = zone;
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
