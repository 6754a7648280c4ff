import type { Plan, Step } from '../../delivery/plan.ts';
import type { ProblemGroup } from '../../delivery/tally/tally.ts';
import { type ReferredName } from '../../input/entities/entity.ts';
import type { Row } from '../../input/rows/row.ts';
/**
 * Finds ids that were made of texts which differ in capital letters alone: two addresses of one person would be two people,
 * and nobody sees it in the rows.
 */
export declare class NearIds {
    #private;
    readonly group: ProblemGroup;
    constructor(step: Step, samplesMax: number);
    add({ id, row, text }: MadeId): void;
}
/** The steps of users and groups whose ids may differ from their cells. */
export declare const stepsWithIds: ({ steps }: Pick<Plan, 'steps'>) => readonly Step[];
/** An id that a row has, and what it is made of. */
type MadeId = {
    readonly id: string;
    readonly row: Row;
    /** The cell that it is made of; undefined if these are several. */
    readonly cell: string | undefined;
    /** The texts of all cells that it is made of. */
    readonly text: string;
};
/** Passes the ids of the rows of a step with what they are made of. */
export declare function madeIdsOf(step: Step, signal: AbortSignal): AsyncGenerator<MadeId>;
/** Finds the ids of a plan that were made of texts which differ in capital letters alone; none if no ids are made. */
export declare function nearIdsOf(plan: Pick<Plan, 'steps' | 'samplesMax'>, signal: AbortSignal): Promise<ReadonlyMap<ReferredName, ProblemGroup>>;
/** A sentence about them. */
export declare function nearIdsText(entity: ReferredName, { count, samples }: ProblemGroup): string;
export {};
