import type { Tally } from '../../delivery/tally/tally.ts';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { meantOf } from '../../input/rows/outcome.ts';

/** A percentage applies from this many rows: fewer rows are too few for a percentage to mean anything. */
const ROWS_MIN = 1_000;

/**
 * Makes a check that returns an error when too many rows were rejected or blocked to continue. Its `rows` are those that no rule leaves out.
 * @param max a number of rows, or a percentage such as `1%`
 */
export function rejectGuard(
  max: number | string | undefined,
): (rejected: number, rows: number, final: boolean) => RunError | undefined {
  if (max === undefined) return () => undefined;
  const share = typeof max === 'string' ? Number(max.slice(0, -1)) / 100 : undefined;
  return (rejected, rows, final) => {
    const exceeded =
      share === undefined ? rejected > Number(max) : (final || rows >= ROWS_MIN) && rejected > share * rows;
    if (!exceeded) return undefined;
    return new RunError(
      'GUARD.MAX_REJECTS',
      `${rejected} of ${rows} rows were rejected or blocked, limits.maxRejects is ${max}`,
    );
  };
}

/** The least and the largest number of the first rows of an entity that are looked at. */
const FIRST_ROWS_MIN = 100;
const FIRST_ROWS_MAX = 1_000;

/**
 * Makes a check that ends a run without `limits.maxRejects` if our own checks have rejected more than half of the first rows
 * of an entity: then the file or its map is not what was meant, and nobody may look at the rejects of a night.
 */
export function firstRowsGuard(
  max: number | string | undefined,
): (entity: EntityName, tally: Pick<Tally, 'counts' | 'problems'>) => RunError | undefined {
  const seen = new Set<EntityName>();
  return (entity, { counts, problems }) => {
    const rows = meantOf(counts);
    if (max !== undefined || seen.has(entity) || rows < FIRST_ROWS_MIN) return undefined;
    if (rows >= FIRST_ROWS_MAX) seen.add(entity);
    const refused = Object.entries(problems)
      .filter(([code]) => code.startsWith('SERVICE.'))
      .reduce((sum, [, { count }]) => sum + count, 0);
    const rejected = counts.rejected - refused;
    if (rejected * 2 <= rows) return undefined;
    return new RunError(
      'GUARD.MAX_REJECTS',
      `${rejected} of the first ${rows} ${entity} were rejected, more than half`,
      {
        hint: 'chatferry validate <pipeline>  says why; to continue anyway:  limits: { maxRejects: 100% }',
      },
    );
  };
}
