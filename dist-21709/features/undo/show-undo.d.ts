import type { RemovalResult } from '../../delivery/removal/removal-account.ts';
import { type Report } from '../../report/result/report.ts';
import { type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import type { UndoSession } from './open-undo.ts';
import { type PutBackResult } from './put-back-counts.ts';
import type { UndoDone, UndoPreview } from './undo-document.ts';
import { type UndoPlan } from './undo-plan.ts';
/** The JSON output of `undo`, with the properties that it always has. */
export declare const undoJson: (body: Omit<UndoPreview, 'version' | 'command'> | Omit<UndoDone, 'version' | 'command'>) => string;
/** Shows what would be removed and put back; returns the exit code. Reports `UNDO.STALE` for the id of another plan. */
export declare function showUndoPlan(plan: UndoPlan, session: UndoSession, context: Stdout & Stderr): number;
/** Result of an undo. */
export type UndoResult = RemovalResult & {
    readonly putBack: PutBackResult;
};
/** Parts that the trace of an undo needs. */
type UndoEnd = {
    readonly result: UndoResult;
    readonly hasFailed: boolean;
    readonly session: UndoSession;
    readonly startedAt: Date;
};
/** The report of an undo, for its trace. */
export declare function undoReport({ result, hasFailed, session, startedAt }: UndoEnd, { commandLine }: Pick<Runtime, 'commandLine'>): Report;
/** Shows what was removed and put back; returns the exit code. */
export declare function showUndoResult(result: UndoResult, hasFailed: boolean, { options, connection }: UndoSession, context: Pick<Runtime, 'commandLine'> & Stdout): number;
export {};
