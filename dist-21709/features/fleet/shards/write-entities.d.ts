import { RunError } from '../../../errors/run-error.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { type Delivery } from '../../../session/deliver-plan.ts';
import type { CommandContext, Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { type CountedStage } from './stage-requests.ts';
/** Options of the stages of a run. */
export type StageOptions = {
    /** The pipeline file as typed, for hints. */
    readonly file: string;
    /** Consent to write to a hosted service. */
    readonly yes: boolean;
    /** True if live calls may notify people. */
    readonly allowNotifications: boolean;
    readonly maxDurationMs?: number | undefined;
    readonly strict?: boolean | undefined;
    readonly listeners?: readonly RunListener[] | undefined;
};
/** The state of the pipeline, open with its plan: what a stage that writes to it works with. */
type Opened = Pick<Delivery, 'connection' | 'plan' | 'checkpoint' | 'ledger'> & CountedStage;
/**
 * Writes the entities up to one of them, on the state of the pipeline; those that are done are not written again.
 * @throws RunError those of a run
 */
export declare function writeUpTo(pipeline: Pipeline, entity: EntityName, options: StageOptions, context: Runtime & Stderr & Questions): Promise<void>;
/** Does work on the state of the pipeline, which is locked and has a checkpoint from then on. */
export declare function onMainState<T>(pipeline: Pipeline, options: StageOptions, context: Runtime & Stderr & Questions, work: (opened: Opened) => Promise<T>): Promise<T>;
/** Writes all entities that are left, and the report of the run. Returns the exit code. */
export declare function writeRest(pipeline: Pipeline, options: StageOptions, context: CommandContext): Promise<number>;
/** Ends a stage: its checkpoint says all that it has sent. */
export declare const saveCounted: ({ session, checkpoint, ledger }: Delivery) => Promise<void>;
/** The error of a stage whose turn has not come. */
export declare const tooEarly: (message: string, file: string) => RunError;
export {};
