import type { Tally } from '../../delivery/tally/tally.ts';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
/**
 * Makes a check that returns an error when too many rows were rejected to continue. Its `rows` are those that no rule leaves out.
 * @param max a number of rows, or a percentage such as `1%`
 */
export declare function rejectGuard(max: number | string | undefined): (rejected: number, rows: number, final: boolean) => RunError | undefined;
/**
 * Makes a check that ends a run without `limits.maxRejects` if our own checks have rejected more than half of the first rows
 * of an entity: then the file or its map is not what was meant, and nobody may look at the rejects of a night.
 */
export declare function firstRowsGuard(max: number | string | undefined): (entity: EntityName, tally: Pick<Tally, 'counts' | 'problems'>) => RunError | undefined;
