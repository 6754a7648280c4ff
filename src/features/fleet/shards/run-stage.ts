import { assertNever } from '../../../errors/assert-never.ts';
import { exitCodes } from '../../../errors/run-error.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { makeIndex } from './make-index.ts';
import { joinShards } from './merge/join-shards.ts';
import { type Stage, shardsOf } from './stages.ts';
import { copyFirst, type StageOptions, writeRest, writeUpTo } from './write-entities.ts';
import { writeShard } from './write-shard.ts';

/**
 * Does one stage of a sharded run; one that is done is not done again, and one that was killed goes on. Returns the exit code:
 * 0, and after the last stage that of the run, as its report has it.
 * @param stage of `planStages`
 * @throws RunError those of a run; `RUN.UNFINISHED` if a stage before it is not done, `CONFIG.SHARDS`
 */
export async function runStage(
  pipeline: Pipeline,
  stage: Stage,
  options: StageOptions,
  context: CommandContext,
): Promise<number> {
  shardsOf(pipeline);
  switch (stage.kind) {
    case 'files':
      await copyFirst(pipeline, options, context);
      return exitCodes.ok;
    case 'entity':
      await writeUpTo(pipeline, stage.entity, options, context);
      return exitCodes.ok;
    case 'index':
      await makeIndex(pipeline, options, context);
      return exitCodes.ok;
    case 'shard':
      await writeShard(pipeline, stage.shard, options, context);
      return exitCodes.ok;
    case 'merge':
      await joinShards(pipeline, options, context);
      return await writeRest(pipeline, options, context);
    default:
      return assertNever(stage);
  }
}
