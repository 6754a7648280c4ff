import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { type Stage } from './stages.ts';
import { type StageOptions } from './write-entities.ts';
/**
 * Does one stage of a sharded run; one that is done is not done again, and one that was killed goes on. Returns the exit code:
 * 0, and after the last stage that of the run, as its report has it.
 * @param stage of `planStages`
 * @throws RunError those of a run; `RUN.UNFINISHED` if a stage before it is not done, `CONFIG.SHARDS`
 */
export declare function runStage(pipeline: Pipeline, stage: Stage, options: StageOptions, context: CommandContext): Promise<number>;
