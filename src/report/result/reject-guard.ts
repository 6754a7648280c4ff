import type { Tally } from '../../delivery/tally.ts';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';

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

/** How many of the first rows of an entity are looked at. */
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
    if (max !== undefined || seen.has(entity) || counts.read < FIRST_ROWS_MIN) return undefined;
    if (counts.read >= FIRST_ROWS_MAX) seen.add(entity);
    const refused = Object.entries(problems)
      .filter(([code]) => code.startsWith('SERVICE.'))
      .reduce((sum, [, { count }]) => sum + count, 0);
    const rejected = counts.rejected - refused;
    if (rejected * 2 <= counts.read) return undefined;
    return new RunError(
      'GUARD.MAX_REJECTS',
      `${rejected} of the first ${counts.read} ${entity} are rejected, more than half`,
      {
        hint: 'chatferry validate <pipeline>  says why; to go on all the same:  limits: { maxRejects: 100% }',
      },
    );
  };
}
