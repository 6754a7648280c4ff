import type { EntityName } from '../../input/entities/entity.ts';
import { type Rule } from '../rules.ts';
import { type PlanArea } from './texts.ts';
import { type WriteRules } from './write-plan.ts';
/** A plan in memory: the address of its checks, their number, and the fields that every record loses. */
export type WrittenPlan = {
    readonly checks: number;
    readonly count: number;
    readonly lost: number;
    /** The address of what is needed to write records; 0 if they are not. */
    readonly writer: number;
};
/**
 * Writes the rules of an entity's records as a plan for assembly/plan.ts: a list of checks, each with the cell, the kind,
 * the place of the fact and the longest value.
 * @returns undefined if there is no room for it
 */
export declare function writePlan(entity: EntityName, rules: readonly Rule[], carries: ReadonlySet<string>, area: PlanArea, write?: WriteRules): WrittenPlan | undefined;
