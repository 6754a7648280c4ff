import type { Plan } from '../../delivery/plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type StatePaths } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { type PlanDocument } from './plan-document.ts';
/** The result of `chatferry plan --online`. */
export type OnlinePlan = Omit<PlanDocument, 'id' | 'basis' | 'onMissing' | 'guard' | 'conversations' | 'tooOld' | 'retention'> & {
    readonly online: true;
    /** The checkpoint knows of more rows than the ledger, so a run would be refused. */
    readonly isLedgerLost: boolean;
    /** The file that lists every row that is not the same on both sides. */
    readonly differences: string;
};
/**
 * Compares the rows with the service itself, for a target that had rows before this pipeline and so no ledger of them. Does
 * not save the plan, because the service may change at any time.
 * @throws RunError `CONFIG.TARGET_MISSING`, and the errors of reading the service
 */
export declare function planOnline(pipeline: Pipeline, plan: Plan, paths: StatePaths, startedAt: Date, context: Runtime & Stderr): Promise<OnlinePlan>;
