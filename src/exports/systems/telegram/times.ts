import { RunError } from '../../../errors/run-error.ts';
import { isZone, parseTime } from '../../../input/rows/time.ts';
import { unknownZone } from '../../files/declared.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { number, textValue } from '../../files/values.ts';

/** Reads the times of an export: as seconds since 1970, in old versions as the clock on the wall of who exported. */
export class Times {
  readonly #zone: string | undefined;
  /** True if a message of this file had its seconds: then one without is broken, and not of an old version. */
  #isExact = false;

  /**
   * @param zone of times without one; absent if none is declared
   * @throws RunError `EXPORT.SHAPE_INVALID` for a zone that does not exist
   */
  constructor(zone: string | undefined) {
    if (zone !== undefined && !isZone(zone)) throw unknownZone(zone);
    this.#zone = zone;
  }

  /** The times that follow are of another file. */
  begin(): void {
    this.#isExact = false;
  }

  /**
   * Milliseconds since 1970 of the member `name`; undefined for none, NaN for what is no time.
   * @throws RunError `EXPORT.ZONE_MISSING`
   */
  of(row: ExportObject, name: 'date' | 'edited'): number | undefined {
    const seconds = number(row[`${name}_unixtime`]);
    if (seconds !== undefined) {
      this.#isExact = true;
      return seconds * 1000;
    }
    const written = textValue(row[name]);
    if (written === undefined) return undefined;
    const read = parseTime(written, { time: 'iso', zone: this.#zone });
    if ('seconds' in read) return read.seconds * 1000;
    if (read.code === 'ROW.TIME_NO_ZONE' && !this.#isExact)
      throw new RunError('EXPORT.ZONE_MISSING', `the times of messages have no zone, such as ${written}`, {
        hint: 'declare the zone of the computer that made the export:  sources: { export: { …, zone: Europe/Berlin } }',
      });
    return Number.NaN;
  }
}
