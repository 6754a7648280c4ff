import { z } from 'zod';
import { isZone } from '../../input/rows/time.ts';

const zone = z.string().refine(isZone, 'not an IANA time zone such as Europe/Berlin');

/** How a field is filled. */
export const fieldSource = z.union([
  z.string().min(1).describe('the name of a column'),
  z.strictObject({
    from: z.string().min(1).describe('the name of a column'),
    time: z.string().min(1).optional().describe('iso, s, ms, us or a luxon format such as dd/MM/yyyy HH:mm'),
    zone: zone.optional().describe('the zone of times without one'),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('old value: new value'),
  }),
  z.strictObject({
    const: z.union([z.string(), z.number(), z.boolean()]).describe('the same value in every row'),
  }),
  z.strictObject({ template: z.string().min(1).describe('text with {column} in it') }),
]);

/** Which rows are taken. */
export const whereSchema = z.record(z.string(), z.string());
