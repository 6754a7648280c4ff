import { RunError } from '../../../errors/run-error.ts';
import { takeLock } from '../../../files/lock.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import { joinLogs } from '../../../ledger/join-logs.ts';
import { hasLedger } from '../../../ledger/open-log.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { keepState, withStateBelow } from '../../../state/open-kept.ts';
import { State } from '../../../state/state.ts';
import type { CommandContext, Runtime, Stderr } from '../../../terminal/context.ts';
import { clearShards } from './clear-shards.ts';
import { readIndex, type ShardIndex } from './index/shard-index.ts';
import { runStage } from './run-stage.ts';
import { planStages } from './stages.ts';
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
export async function continueDivided(
  pipeline: Pipeline,
  options: ContinueOptions,
  context: CommandContext,
): Promise<number | undefined> {
  const { files } = context.system;
  if (!new State(pipeline.stateFolder, files).isDivided) return undefined;
  if (options.plan !== undefined)
    throw new RunError(
      'PLAN.STALE',
      'the plan is for one process, but the run has been divided into shards since then',
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
  pipeline: Pipeline,
  { id, shards }: ShardIndex,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<void> {
  const { stateFolder } = pipeline;
  const { commandLine, system } = context;
  const { files } = system;
  const main = new State(stateFolder, files);
  await using locks = new AsyncDisposableStack();
  await using parts = new AsyncDisposableStack();
  locks.use(await takeLock(main.paths.lock, commandLine, system));
  const ledgers = [];
  for (let shard = 0; shard < shards; shard++) {
    const kept = parts.use(await keepState(withStateBelow(pipeline, `shards/${shard}`), context));
    const { paths, ledger } = kept.state;
    if (!(await hasLedger(ledger, files))) continue;
    parts.use(await takeLock(paths.lock, commandLine, kept.context.system));
    ledgers.push(ledger);
  }
  await joinLogs(main.ledger, ledgers, id, system);
  await parts.disposeAsync();
  await syncFolder(files, stateFolder);
  await clearShards(pipeline, shards, context);
  await files.rm(main.paths.shards, { recursive: true, force: true });
  await syncFolder(files, stateFolder);
}
