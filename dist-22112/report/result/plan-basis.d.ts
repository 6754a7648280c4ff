import type { EntityName, OptionalName } from '../../input/entities/entity.ts';
/** An input file of a plan. */
export type PlanInput = {
    readonly entity: EntityName;
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
};
/** All that a plan depends on: if any of it changes, the plan is stale. */
export type PlanBasis = {
    /** The state that the plan was made with, and the number of its changes; absent if there was none. */
    readonly state?: {
        readonly lineage: string;
        readonly serial: number;
    };
    /** Hash of each part of the pipeline file that decides what is sent. */
    readonly settings: Readonly<Record<string, string>>;
    readonly target: string;
    readonly inputs: readonly PlanInput[];
};
/** The rates that a target allows. */
export type Pace = {
    /** The largest number of rows in one import request. */
    readonly batch: number;
    /** The largest number of rows in one call of an optional entity. */
    readonly rowsPerCall: Readonly<Record<OptionalName, number>>;
    /** The calls of an optional entity for each of these. */
    readonly callsEach: Readonly<Record<OptionalName, number>>;
    /** Requests a minute with many rows; Infinity if there is no limit. */
    readonly batchesPerMinute: number;
    /** Requests a minute of other calls; Infinity if there is no limit. */
    readonly singlePerMinute: number;
};
/** The checksum of a plan document: of everything in it but the checksum, whatever its spaces and line ends. */
export declare function planSum(document: Readonly<Record<string, unknown>>): string;
/**
 * The problem with the text of a saved plan, completing "the plan …"; undefined if it is sound, is of a version without
 * checksums, or is no plan at all.
 */
export declare function planDamage(text: string): string | undefined;
