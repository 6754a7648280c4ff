import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { RunEvent } from '../../delivery/run.ts';
import { type ProgressOfRun } from '../../report/events/extent.ts';
import type { TargetApi } from '../../service/targets/target.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { OpenTransport } from '../open-transport.ts';
import { AnswerWatch } from './answer-watch.ts';
export type RunProgressDeps = {
    readonly plan: Plan;
    readonly checkpoint: Checkpoint;
    /** The rate classes of requests for many rows and for one, and whether the pipeline sets their limits. */
    readonly limits: Pick<TargetApi, 'batchClass' | 'singleClass'> & {
        readonly isDeclared: boolean;
    };
    readonly clock: Clock;
    readonly files: Files;
};
/**
 * The progress of a run: what it has done of all, what is left, and how long that takes: from its plan, its
 * checkpoint and its requests.
 */
export declare class RunProgress {
    #private;
    readonly watch: AnswerWatch;
    /** Looks at the beginnings of the files. */
    constructor(deps: RunProgressDeps);
    /** Its requests, which know their limits. */
    use(requests: Pick<OpenTransport, 'allowed'>): void;
    /** Takes an event into account. */
    observe(event: RunEvent | TransportEvent): void;
    /** The run is over, early or not. */
    end(): void;
    /** The progress of the run now; the estimates of the checkpoint become those that are known now. */
    now(): ProgressOfRun;
}
