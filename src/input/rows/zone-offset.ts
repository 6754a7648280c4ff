import type { Zone } from 'luxon';
import { luxon } from './luxon.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Zones lie at most 14 hours from UTC, and never change twice within these hours. */
const STEP_MS = 6 * 3_600_000;
const DAYS_MAX = 20_000;
const ZONES_MAX = 64;

/** The offset of each day on which it does not change; NaN for the other days. */
type Days = { readonly zone: Zone; readonly offsets: Map<number, number> };

const zones = new Map<string, Days>();

/**
 * Minutes that the clocks of a zone are ahead of UTC during a whole day and the hours around it; undefined if they change
 * then. Remembered, because luxon takes longer for this than reading a row takes.
 * @param wallClockMs a wall clock time of the day, read as UTC, in milliseconds
 */
export function offsetOfDay(zone: string, wallClockMs: number): number | undefined {
  const day = Math.floor(wallClockMs / DAY_MS);
  const { zone: known, offsets } = daysOf(zone);
  let offset = offsets.get(day);
  if (offset === undefined) {
    offset = constantOffset(known, day * DAY_MS);
    if (offsets.size >= DAYS_MAX) offsets.clear();
    offsets.set(day, offset);
  }
  return Number.isNaN(offset) ? undefined : offset;
}

/**
 * The instants at which the clocks of a zone show a time, the earlier one first: two in the hour that comes twice when
 * clocks are put back, none in the hour that they skip. It depends on nothing but its arguments: luxon's own guess for such
 * a time begins with the offset of today.
 * @param wallClockMs the time read as UTC, in milliseconds, as the results
 */
export function instantsOf(zone: string, wallClockMs: number): readonly number[] {
  const { zone: known } = daysOf(zone);
  const found = new Set<number>();
  for (let at = wallClockMs - DAY_MS; at <= wallClockMs + DAY_MS; at += STEP_MS) {
    const instant = wallClockMs - known.offset(at) * MINUTE_MS;
    if (instant + known.offset(instant) * MINUTE_MS === wallClockMs) found.add(instant);
  }
  return [...found].sort((a, b) => a - b);
}

function daysOf(name: string): Days {
  const known = zones.get(name);
  if (known) return known;
  const days: Days = { zone: luxon().DateTime.fromMillis(0, { zone: name }).zone, offsets: new Map() };
  if (zones.size >= ZONES_MAX) zones.clear();
  zones.set(name, days);
  return days;
}

function constantOffset(zone: Zone, start: number): number {
  const offset = zone.offset(start);
  for (let at = start - 3 * STEP_MS; at <= start + DAY_MS + 3 * STEP_MS; at += STEP_MS)
    if (zone.offset(at) !== offset) return Number.NaN;
  return offset;
}
