import { z } from 'zod';
import { RunError } from '../../../errors/run-error.ts';

const id = z.union([z.string().min(1), z.int().transform(String)]);
const shape = z.strictObject({
  /** Which channels of servers everybody may read: all of them, or these by id or name. */
  public: z.union([z.boolean(), z.array(id)]).optional(),
});

/** Declarations of a pipeline about an export. */
export type Shape = z.output<typeof shape>;

/** @throws RunError `EXPORT.SHAPE_INVALID` */
export function shapeOf(declared: Readonly<Record<string, unknown>> = {}): Shape {
  const parsed = shape.safeParse(declared);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ['shape', ...(issue?.path ?? [])].join('.');
  throw new RunError('EXPORT.SHAPE_INVALID', `sources.export.${path}: ${issue?.message ?? 'not valid'}`, {
    hint: 'shape: { public: true }, or the ids of channels in quotes, or their names; docs/from/discord.md says more',
  });
}
