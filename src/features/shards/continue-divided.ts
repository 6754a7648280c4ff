import { join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { type Lock, takeLock } from '../../files/lock.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { joinLogs } from '../../ledger/join-logs.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { openState, SHARD_INDEX_NAME } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { readIndex, type ShardIndex, shardFolder, shardsFolder } from './index/shard-index.ts';
import { runStage } from './run-stage.ts';
import { planStages } from './stages.ts';
import type { StageOptions } from './write-entities.ts';

/** How a run goes on whose rows are divided. */
export type ContinueOptions = StageOptions & {
  /** Starts over, in one process. */
  readonly fresh: boolean;
  /** A saved plan. */
  readonly plan: string | undefined;
};

/**
 * Goes on with a run whose rows are divided among shards: does what is left, one stage after the other. Returns the exit code;
 * undefined if no run is divided, so that it is a run like any other.
 * @throws RunError those of `runStage`; `STATE.LOCKED` while another process is at a stage
 */
export async function continueDivided(
  pipeline: Pipeline,
  options: ContinueOptions,
  context: CommandContext,
): Promise<number | undefined> {
  const { files } = context.system;
  const folder = shardsFolder(pipeline.stateFolder);
  if (!files.existsSync(join(folder, SHARD_INDEX_NAME))) return undefined;
  if (options.plan !== undefined)
    throw new RunError(
      'PLAN.STALE',
      'the plan is of one process, and the run is divided among shards since',
      {
        hint: `chatferry run ${options.file}`,
      },
    );
  const index = (await readIndex(pipeline.stateFolder, files)) as ShardIndex;
  if (options.fresh) {
    await giveUp(pipeline, index, context);
    return undefined;
  }
  // As many as there are, whatever the pipeline says now.
  const divided = { ...pipeline, shards: index.shards };
  let exitCode = 0;
  for (const stage of planStages(divided)) exitCode = await runStage(divided, stage, options, context);
  return exitCode;
}

/** Ends the division; what the shards have written stays known, so that it can be recognised and undone. */
async function giveUp(
  { stateFolder }: Pipeline,
  { id, shards }: ShardIndex,
  { commandLine, system }: CommandContext,
): Promise<void> {
  const { files } = system;
  const main = openState(stateFolder, files);
  await using locks = new AsyncDisposableStack();
  const lock = async (path: string): Promise<Lock> => locks.use(await takeLock(path, commandLine, system));
  await lock(main.paths.lock);
  const ledgers = [];
  for (let shard = 0; shard < shards; shard++) {
    const { paths, ledger } = openState(shardFolder(stateFolder, shard), files);
    if (!(await hasLedger(ledger, files))) continue;
    await lock(paths.lock);
    ledgers.push(ledger);
  }
  joinLogs(main.ledger, ledgers, id, system);
  await files.rm(main.paths.shards, { recursive: true, force: true });
  await syncFolder(files, stateFolder);
}
