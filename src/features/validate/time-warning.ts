import type { TimeFormat } from '../../input/rows/time.ts';
import type { ColumnProfile, TimeForms } from '../../report/result/profile.ts';

/** The units of epoch time: name in a pipeline file, name in a profile, name in messages. */
const UNITS = [
  ['s', 'seconds', 'seconds'],
  ['ms', 'milliseconds', 'milliseconds'],
  ['us', 'microseconds', 'microseconds'],
] as const satisfies readonly (readonly [string, keyof TimeForms, string])[];

/** The share of a column's cells in another unit from which the column is reported. */
const SHARE_MIN = 0.1;

/**
 * Warns if the times of a column are in another unit than declared, or in several. The unit is never changed
 * automatically: each such row is rejected, and this warning names the common cause.
 * @param file the name of the file
 * @param format how the column's times are written, by the pipeline
 * @returns undefined if the times fit
 */
export function timeWarning(file: string, column: ColumnProfile, format: TimeFormat): string | undefined {
  const { name, field, times } = column;
  if (!times) return undefined;
  const read = format.time === undefined || format.time === 'iso' ? 's' : format.time;
  if (!UNITS.some(([unit]) => unit === read)) return undefined;
  const found = UNITS.filter(([, form]) => times[form] > 0);
  const unread = found.reduce((sum, [unit, form]) => sum + (unit === read ? 0 : times[form]), 0);
  // Single cells that are wrong have their own errors.
  if (unread < column.filled * SHARE_MIN) return undefined;
  const counted = found.map(([, form, shown]) => `${times[form]} ${shown}`).join(' and ');
  if (found.length > 1)
    return `${file}: the times of ${name} are ${counted}: a column must have one unit, correct the export`;
  const [only] = found;
  if (!only) return undefined;
  const map = `map: { ${field ?? name}: { from: ${name}, time: ${only[0]} } }`;
  return `${file}: the times of ${name} are ${counted}, no other unit among ${column.filled} cells: declare ${map}`;
}
