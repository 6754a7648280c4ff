import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type Connection } from '../../session/connect.ts';
import { type StatePaths } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { type SampleSize, type VerificationReport } from './result/verification-report.ts';
/** The inputs of a comparison of a pipeline with its service. */
export type VerifySession = {
    readonly options: {
        readonly quick: boolean;
        readonly sample?: SampleSize | undefined;
        readonly oneWay: boolean;
    };
    readonly pipeline: Pipeline;
    readonly plan: Plan;
    readonly paths: StatePaths;
    readonly connection: Connection;
    readonly checkpoint: Checkpoint | undefined;
    /** To take the lock of the state while its record is read; undefined if the caller has it. */
    readonly lock: {
        readonly command: string;
    } | undefined;
    /** Compares the sources alone, because the record of what was sent is lost. */
    readonly withoutRecord?: boolean;
    readonly startedAt: Date;
};
/**
 * Compares the rows of a pipeline with those in the service, and writes report and differences to the state folder.
 * Sends only reads.
 */
export declare function verify(session: VerifySession, context: Runtime & Stderr): Promise<VerificationReport>;
