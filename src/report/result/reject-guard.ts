import { RunError } from '../../errors/run-error.ts';

/** A percentage applies from this many rows: fewer rows are too few for a percentage to mean anything. */
const ROWS_MIN = 1_000;

/**
 * Makes a check that returns an error when too many rows were rejected to continue.
 * @param max a number of rows, or a percentage such as `1%`
 */
export function rejectGuard(
  max: number | string | undefined,
): (rejected: number, read: number, final: boolean) => RunError | undefined {
  if (max === undefined) return () => undefined;
  const share = typeof max === 'string' ? Number(max.slice(0, -1)) / 100 : undefined;
  return (rejected, read, final) => {
    const exceeded =
      share === undefined ? rejected > Number(max) : (final || read >= ROWS_MIN) && rejected > share * read;
    if (!exceeded) return undefined;
    return new RunError(
      'GUARD.MAX_REJECTS',
      `${rejected} of ${read} rows were rejected, limits.maxRejects is ${max}`,
    );
  };
}
