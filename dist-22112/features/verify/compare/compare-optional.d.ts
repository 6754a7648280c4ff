import type { OptionalName } from '../../../input/entities/entity.ts';
import type { EntityDeps } from './compare-entities.ts';
/** Compares the rows of an optional entity. */
export declare function compareOptional(name: OptionalName, deps: EntityDeps): Promise<void>;
