import type { StepState } from '../../delivery/checkpoint.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { EventOf } from './event-schema.ts';
/** Progress of a run. */
export type ProgressOfRun = EventOf<'progress'>;
/** Progress of one of its entities. */
export type EntityProgress = NonNullable<ProgressOfRun['entities'][EntityName]>;
/** Part of all that is done. */
export type Extent = Pick<ProgressOfRun, 'done' | 'total' | 'estimated' | 'percent'>;
/** Finds the progress of an entity, from its state alone. */
export declare function progressOf({ done, counts, expected }: StepState): Omit<EntityProgress, 'state'>;
/** Adds up the progress of several things; without a total if one has none. */
export declare function extentOf(parts: readonly Extent[]): Extent;
