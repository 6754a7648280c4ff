import type { TimeFormat } from '../../input/rows/time.ts';
import type { ColumnProfile, TimeForms } from '../../report/result/profile.ts';

/** The units of epoch time, as a pipeline file names them and as a person does. */
const UNITS = [
  ['s', 'seconds', 'seconds'],
  ['ms', 'milliseconds', 'milliseconds'],
  ['us', 'microseconds', 'microseconds'],
] as const satisfies readonly (readonly [string, keyof TimeForms, string])[];

/** The share of a column's cells from which another unit says something of the column. */
const SHARE_MIN = 0.1;

/**
 * What the times of a whole column say against the way in which they are read: another unit, or several of them. The
 * unit is never changed by itself: the rows are rejected one by one, and this line says why all of them are.
 * @param file the name of the file
 * @param format how the pipeline says that the column's times are written
 * @returns undefined where the times fit
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
    return `${file}: the times of ${name} are ${counted}: a column has one unit, correct the export`;
  const [only] = found;
  if (!only) return undefined;
  const map = `map: { ${field ?? name}: { from: ${name}, time: ${only[0]} } }`;
  return `${file}: the times of ${name} are ${counted}, no other unit among ${column.filled} cells: declare ${map}`;
}
