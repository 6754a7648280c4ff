import type { Checkpoint, StagesTaken } from '../../../delivery/checkpoint.ts';
import type { Plan } from '../../../delivery/plan.ts';
import type { Session } from '../../../session/open-session.ts';
/** Sum of what parts of a run have taken; undefined if there are none. */
export declare function takenTogether(parts: readonly (StagesTaken | undefined)[]): StagesTaken | undefined;
/** Requests of a stage, as part of what all of them send. */
export type CountedStage = {
    /** That of the stage; checkpoints that it saves say what all stages have taken so far. */
    readonly session: Session;
    /** The sum of what all stages have taken until now. */
    readonly taken: () => StagesTaken;
};
/**
 * Counts the requests of a stage behind those of the stages before: each is a process of its own, and the report of the run is
 * that of the last one. After a kill, what was sent since the last checkpoint is missing.
 */
export declare function countedStage(session: Session, { stages: before }: Checkpoint, plan: Plan): CountedStage;
