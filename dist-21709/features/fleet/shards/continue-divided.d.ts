import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import type { StageOptions } from './write-entities.ts';
/** Options of going on with a run whose rows are divided. */
export type ContinueOptions = StageOptions & {
    /** Starts over, in one process. */
    readonly fresh: boolean;
    /** A saved plan. */
    readonly plan?: string | undefined;
};
/**
 * Goes on with a run whose rows are divided among shards: does what is left, one stage after the other. Returns the exit code;
 * undefined if no run is divided, so that it is a run like any other.
 * @throws RunError those of `runStage`; `STATE.LOCKED` while another process is at a stage
 */
export declare function continueDivided(pipeline: Pipeline, options: ContinueOptions, context: CommandContext): Promise<number | undefined>;
