import type { EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../pipeline.ts';
/** The columns of an entity's rows that sources derived from them take. */
export declare function derivedColumns({ sources }: Pick<Pipeline, 'sources'>, base: EntityName): ReadonlySet<string>;
