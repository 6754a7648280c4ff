import type { Plan } from '../../delivery/plan.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import { type OpenPlanOptions } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Selection } from '../reference.ts';
/**
 * Opens the sources of a pipeline, reduced to the rows of a selection. References to entities that it leaves out are open.
 * @throws RunError as `openPlan`, and `USAGE.INVALID` if the pipeline does not have what is selected
 */
export declare function openSelected(pipeline: Pipeline, selection: Selection, options: OpenPlanOptions, signal: AbortSignal): Promise<Plan>;
/** The entities of a selection; absent: all that have a source. */
type SomeEntities = {
    readonly only?: readonly EntityName[] | undefined;
};
/**
 * A pipeline with the sources that a selection reads: those of its entities, those that their rows are made of or get fields
 * from, and those of rows that messages keep.
 * @throws RunError `USAGE.INVALID` if an entity has no source
 */
export declare function narrowed(pipeline: Pipeline, selection: SomeEntities): Pipeline;
export {};
