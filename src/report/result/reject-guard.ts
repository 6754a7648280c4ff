import { RunError } from '../../errors/run-error.ts';

/** A percentage says nothing about a handful of rows. */
const ROWS_MIN = 1_000;

/**
 * Says when too many rows were rejected to go on.
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
