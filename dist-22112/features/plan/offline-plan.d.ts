import type { Plan } from '../../delivery/plan.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { State } from '../../state/state.ts';
import { type PlannedSyncOptions } from '../sync/plan-sync.ts';
import { type PlanDocument } from './plan-document.ts';
/** The part of a plan document that comes from the rows, alone or compared with the ledger. */
export type OfflinePlan = Omit<PlanDocument, 'version' | 'command' | 'pipeline' | 'madeAt' | 'onMissing' | 'cost' | 'basis' | 'sha256'> & {
    /** The number of new messages with a request of their own. */
    readonly live: number;
};
/** Plans a sync, or a migration that has begun: compares the rows with the ledger. */
export declare function compareWithLedger({ sync, idMap }: Pipeline, rows: Plan, ledger: Ledger, state: State, { conversations, ...options }: PlannedSyncOptions & {
    readonly conversations: boolean;
}): Promise<OfflinePlan>;
/** Plans a migration that has not begun: a dry run is enough, and faster. */
export declare function examineRows(pipeline: Pipeline, rows: Plan, signal: AbortSignal): Promise<OfflinePlan>;
