import { z } from 'zod';
import { nearest } from '../../../../errors/nearest.ts';
import { RunError } from '../../../../errors/run-error.ts';
import type { ExportInput } from '../../../export-reader.ts';
import { type DayOrder, dayOrders } from '../lines/dates.ts';

const shapeSchema = z.strictObject({ dates: z.enum(dayOrders).optional() });

/**
 * The order of dates that a pipeline declares; undefined if it declares none.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export function declaredOrder(shape: ExportInput['shape']): DayOrder | undefined {
  if (shape === undefined) return undefined;
  const unknown = Object.keys(shape).find((key) => key !== 'dates');
  if (unknown !== undefined) throw invalid(`there is no key ${unknown}${meant(unknown, ['dates'])}`);
  const result = shapeSchema.safeParse(shape);
  if (result.success) return result.data.dates;
  const { dates } = shape;
  throw invalid(
    `dates is one of ${dayOrders.join(', ')}, not ${JSON.stringify(dates)}${meant(String(dates), dayOrders)}`,
  );
}

const meant = (written: string, known: readonly string[]): string => {
  const found = nearest(written, known);
  return found === undefined ? '' : `, did you mean ${found}`;
};

const invalid = (reason: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export.shape: ${reason}`, {
    hint: 'write  shape: { dates: dmy }  for 31/12/2025,  mdy  for 12/31/2025,  ymd  for 25/12/31',
  });
