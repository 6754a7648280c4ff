import type { Plan } from '../../../delivery/plan.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ChangedFields } from '../../../report/result/changed-fields.ts';
import { type Connection } from '../../../session/connect.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { type FieldCounts } from '../shape/field-changes.ts';
/** The changes that a first sync run would make to rows of one entity that the service has already. */
type FoundChanges = {
    /** Rows of the sources that are there. */
    readonly found: number;
    /** Those of them that it would change. */
    readonly changed: number;
    readonly fields: FieldCounts;
    /** In how many of them each field that can be emptied has a value. */
    readonly had: ReadonlyMap<string, number>;
};
/** The same of each entity of which the service has rows of the sources. */
export type FirstLook = ReadonlyMap<EntityName, FoundChanges>;
export declare const NOTHING_FOUND: FirstLook;
/**
 * Looks which rows of the sources a service has before anything of them was written, and what a sync run would change of
 * them. Asks for the numbers of users and groups first; then reads their lists, or the rows one by one, whichever is
 * fewer requests, and the members of the groups that are there. Messages are not looked for: a first sync run leaves
 * those that are there as they are.
 * @throws RunError if the service or the files cannot be read
 */
export declare function lookFirst({ limits }: Pipeline, plan: Plan, connection: Connection, { signal, system }: Pick<Runtime, 'system' | 'signal'>): Promise<FirstLook>;
/** The statements of a plan of a first sync run about rows that the service has already. */
type PlannedLook = {
    readonly look: FirstLook;
    /** The fields that the run changes; undefined if it changes none. */
    readonly changedFields: ChangedFields | undefined;
    readonly warnings: readonly string[];
};
/** The same for a plan, which is also made where the service cannot be reached: then it says so. */
export declare function lookForPlan(pipeline: Pipeline, plan: Plan, sandboxData: string, context: Runtime & Stderr): Promise<PlannedLook>;
export {};
