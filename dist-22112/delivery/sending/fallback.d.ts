import type { Item } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import { type Plan, type Step } from '../plan.ts';
/** Fills in fields that rows lack, for their requests alone: what the rows say stays what the ledger keeps. */
export type Complete = (items: readonly Item[]) => Promise<readonly Item[]>;
/**
 * Adds to the rows of a step what they lack; undefined if nothing is added.
 * @param groupType the type of groups that are created without one
 */
export declare function completeOf(step: Step, plan: Plan, groupType: string, keys: JudgeDeps['keys'], signal: AbortSignal): Complete | undefined;
