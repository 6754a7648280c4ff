import { RunError } from '../../../errors/run-error.ts';
import { luxon } from '../../../input/rows/luxon.ts';
import { isZone } from '../../../input/rows/time.ts';
import { offsetOfDay } from '../../../input/rows/zone-offset.ts';
import { unknownZone } from '../../files/declared.ts';
import type { Field } from '../shape/shape-section.ts';

const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?$/i;
/** Numbers below them are seconds, milliseconds and microseconds of times before the year 5138. */
const [SECONDS_BELOW, MS_BELOW, US_BELOW] = [1e11, 1e14, 1e17];
const PER_MS = { s: 0.001, ms: 1, us: 1_000, ns: 1_000_000 } as const;
const MINUTE_MS = 60_000;

/** Reads the times of a column. */
export class TimeColumn {
  readonly #name: string;
  readonly #unit: Field['unit'];
  readonly #zone: string | undefined;
  /** The units that were guessed by the size of numbers. */
  readonly guessed = new Set<string>();

  /**
   * @param name for messages, such as `messages.created_at`
   * @param zone of times without one; absent if none is known
   * @throws RunError `EXPORT.SHAPE_INVALID` for a zone that does not exist
   */
  constructor(name: string, { unit, zone }: Pick<Field, 'unit' | 'zone'>) {
    if (zone !== undefined && !isZone(zone) && !/^utc[-+]\d/i.test(zone)) throw unknownZone(zone);
    this.#name = name;
    this.#unit = unit;
    this.#zone = zone;
  }

  /**
   * Milliseconds since 1970, with a fraction; NaN for what is no time, undefined for none: nothing, zero, `0000-00-00`.
   * @throws RunError `EXPORT.ZONE_MISSING`
   */
  read(written: string | undefined): number | undefined {
    if (written === undefined) return undefined;
    const found = WRITTEN.exec(written);
    if (found) return this.#ofDate(found, written);
    const value = Number(written);
    if (Number.isNaN(value)) return /^-?infinity$/i.test(written) ? undefined : Number.NaN;
    return value === 0 ? undefined : this.#ofNumber(value);
  }

  #ofNumber(value: number): number {
    const unit =
      this.#unit ?? (value < SECONDS_BELOW ? 's' : value < MS_BELOW ? 'ms' : value < US_BELOW ? 'us' : 'ns');
    if (this.#unit === undefined) this.guessed.add(unit);
    return value / PER_MS[unit];
  }

  #ofDate(
    [, year, month, day, hour, minute, second, fraction, zone]: RegExpExecArray,
    written: string,
  ): number | undefined {
    if (year === '0000') return undefined;
    const whole = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    );
    const wall = fraction === undefined ? whole : whole + Number(`0.${fraction}`) * 1_000;
    if (zone !== undefined) return wall - offsetMs(zone);
    if (this.#zone !== undefined) return wall - this.#zoneMs(this.#zone, wall);
    throw new RunError('EXPORT.ZONE_MISSING', `the times of ${this.#name} have no zone, such as ${written}`, {
      hint: 'declare the zone in which the database stored them:  sources: { export: { …, zone: UTC } }',
    });
  }

  #zoneMs(zone: string, wall: number): number {
    const minutes = offsetOfDay(zone, wall);
    if (minutes !== undefined) return minutes * MINUTE_MS;
    const { DateTime } = luxon();
    return (
      wall - DateTime.fromMillis(wall, { zone: 'utc' }).setZone(zone, { keepLocalTime: true }).toMillis()
    );
  }
}

function offsetMs(zone: string): number {
  if (zone.length === 1 || zone.toUpperCase() === 'UTC') return 0;
  const [hours, rest] = [Number(zone.slice(1, 3)), zone.slice(3).replaceAll(':', '')];
  const ms = (hours * 60 + Number(rest.slice(0, 2))) * MINUTE_MS + Number(rest.slice(2)) * 1_000;
  return zone[0] === '-' ? -ms : ms;
}
