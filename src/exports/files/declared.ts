import type { z } from 'zod';
import { RunError } from '../../errors/run-error.ts';

/** Members of a schema that are of one kind, and may all be absent. */
export const optionals = <Kind extends z.ZodType, const Name extends string>(
  kind: Kind,
  ...names: readonly Name[]
) => Object.fromEntries(names.map((name) => [name, kind.optional()])) as Record<Name, z.ZodOptional<Kind>>;

/** @throws RunError `EXPORT.SHAPE_INVALID` */
export function declaredShape<Schema extends z.ZodType>(
  schema: Schema,
  declared: Readonly<Record<string, unknown>> = {},
  hint: string,
): z.output<Schema> {
  const parsed = schema.safeParse(declared);
  if (parsed.success) return parsed.data;
  const issue = innermost(parsed.error.issues[0]);
  const path = ['shape', ...(issue?.path ?? [])].join('.');
  throw new RunError('EXPORT.SHAPE_INVALID', `sources.export.${path}: ${issue?.message ?? 'not valid'}`, {
    hint,
  });
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message' | 'code'>;

/** Finds what is wrong inside the one of several forms that was meant. */
function innermost(issue: z.core.$ZodIssue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .map(([first]) => innermost(first))
    .find((found) => found && (found.path.length > 0 || found.code === 'unrecognized_keys'));
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

/** The error for a declared zone that does not exist. */
export const unknownZone = (zone: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export: there is no zone ${zone}`, {
    hint: 'use a name such as  UTC  or  Europe/Berlin',
  });
