import type { Step } from '../../delivery/plan.ts';
/**
 * Looks at the first messages for an export that is not sorted by time: the service keeps the order of arrival, and what
 * has been sent cannot be sorted again.
 * @param isTurned whether the pipeline reads files from their last row
 * @returns a sentence about it; undefined if they stand in order, or in a sync, which adds to what is there
 */
export declare function orderCaution({ sources, mappings, entity }: Step, isTurned: boolean, signal: AbortSignal): Promise<string | undefined>;
