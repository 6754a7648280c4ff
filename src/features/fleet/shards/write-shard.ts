import { join } from 'node:path';
import type { Checkpoint } from '../../../delivery/checkpoint.ts';
import { emptyTally } from '../../../delivery/tally/tally.ts';
import { RunError } from '../../../errors/run-error.ts';
import { type EntityName, isReferredTo } from '../../../input/entities/entity.ts';
import type { KeyFile } from '../../../keys/key-file.ts';
import { beginLedger } from '../../../ledger/join-logs.ts';
import { openPlan } from '../../../pipeline/open-plan.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { planOptions } from '../../../session/connect.ts';
import { deliverPlan } from '../../../session/deliver-plan.ts';
import { openSession } from '../../../session/open-session.ts';
import { workplaceBeside } from '../../../session/workplace/workplace.ts';
import { type KeyFileOf, keyFilesIn } from '../../../state/claims.ts';
import { sameTarget } from '../../../state/open-checkpoint.ts';
import { keepState, withStateBelow } from '../../../state/open-kept.ts';
import { isDone, State } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { openRuns, readIndex, type ShardIndex } from './index/shard-index.ts';
import { rowsOfShard, shardPlan } from './shard-plan.ts';
import { countedStage } from './stage-requests.ts';
import { isSharded } from './stages.ts';
import { knownCopies, type StageOptions, saveCounted, tooEarly } from './write-entities.ts';

/** A run whose rows are divided. */
export type DividedRun = {
  readonly main: State;
  readonly checkpoint: Checkpoint;
  readonly index: ShardIndex;
};

/** True if the shards of a run are joined; what they kept may still be there, or a part of it. */
export async function areJoined({ stateFolder }: Pipeline, files: Files): Promise<boolean> {
  const checkpoint = await new State(stateFolder, files).store.load();
  if (!checkpoint) return false;
  const index = await readIndex(stateFolder, files);
  return index ? index.id === checkpoint.joined : checkpoint.joined !== undefined || isDone(checkpoint);
}

/**
 * The run that the shards of a pipeline belong to.
 * @throws RunError `RUN.UNFINISHED` before the rows are divided, `STATE.PIPELINE_CHANGED` if they are divided otherwise
 */
export async function dividedRun(
  { stateFolder, shards }: Pipeline,
  { file }: Pick<StageOptions, 'file'>,
  files: Files,
): Promise<DividedRun> {
  const main = new State(stateFolder, files);
  const checkpoint = await main.store.load();
  const index = await readIndex(stateFolder, files);
  if (!checkpoint || index?.lineage !== checkpoint.lineage)
    throw tooEarly('the rows are not divided among the shards yet', file);
  if (index.shards !== shards)
    throw new RunError(
      'STATE.PIPELINE_CHANGED',
      `the rows were divided among ${index.shards} shards, and the pipeline has ${shards ?? 'none'} now`,
      { hint: `put  shards: ${index.shards}  back until the run is finished` },
    );
  return { main, checkpoint, index };
}

/**
 * Writes the rows of one shard with a state of its own: lock, checkpoint, keys, ledger, rejects. What its rows refer to is
 * looked up in the state of the pipeline, which is only read. Nothing if it is done.
 * @param shard its number, from 0
 * @throws RunError those of a run; `RUN.UNFINISHED`, `STATE.PIPELINE_CHANGED` as `dividedRun`
 */
export async function writeShard(
  pipeline: Pipeline,
  shard: number,
  options: StageOptions,
  context: Runtime & Stderr,
): Promise<void> {
  const { files: outside, random } = context.system;
  if (await areJoined(pipeline, outside)) return;
  const run = await dividedRun(pipeline, options, outside);
  await using kept = await keepState(withStateBelow(pipeline, `shards/${shard}`), context);
  const { pipeline: own } = kept;
  await using session = await openSession(own, new State(own.stateFolder, outside), kept.context);
  const { state, system } = session;
  const begun = await state.store.load();
  if (begun && isDone(begun)) return;
  if (!begun) await state.store.save(beginningOf(run.checkpoint, random.uuid()));
  await beginLedger(state.ledger, run.index.ledger, system);
  const nowMs = Date.parse(run.checkpoint.startedAt);
  await using workplace = workplaceBeside(pipeline, own, context);
  const whole = await openPlan(pipeline, planOptions(pipeline, workplace, nowMs));
  await using _known = await knownCopies(pipeline, whole, outside);
  using runs = openRuns(pipeline.stateFolder, shard, outside);
  const connection = await session.connect();
  // What its rows refer to has landed there.
  sameTarget(run.checkpoint, connection.identity);
  const checkpoint = await session.openCheckpoint(connection, whole, nowMs);
  // Only now it is known that the files are those that were divided.
  const folder = join(own.stateFolder, 'rows');
  await system.files.mkdir(folder, { recursive: true, mode: 0o700 });
  const rowsOf = rowsOfShard(run.index, shard, runs);
  const plan = await shardPlan(whole, rowsOf, { folder, files: outside, signal: context.signal });
  const ledger = await session.openLedger(connection);
  const delivery = {
    connection,
    plan,
    checkpoint,
    ledger,
    session: countedStage(session, checkpoint, plan).session,
    keyFileOf: keyFilesOf(state, run, system.files),
    maxDurationMs: options.maxDurationMs,
    listeners: options.listeners,
  };
  const error = await deliverPlan(delivery, context);
  if (error) throw error;
  await saveCounted(delivery);
}

/** The first checkpoint of a shard: the same run, and nothing of its entities is done. */
function beginningOf(
  { ledger: _, sums: __, known: ___, stages: ____, ...main }: Checkpoint,
  lineage: string,
): Checkpoint {
  const steps = Object.entries(main.steps).map(([name]) => {
    const isOwn = isSharded(name as EntityName);
    return [name, { ...emptyTally(), sentHigh: 0, rejects: {}, keyBytes: 0, done: !isOwn }];
  });
  return { ...main, lineage, steps: Object.fromEntries(steps) as Checkpoint['steps'], serial: 1 };
}

/** Key files of a shard; those of users and groups are those of the run. */
function keyFilesOf(own: State, { main, checkpoint }: DividedRun, files: Files): KeyFileOf {
  const ownOf = keyFilesIn(own, files);
  const mainOf = keyFilesIn(main, files);
  return (entity, sums): KeyFile => {
    if (!isReferredTo(entity)) return ownOf(entity, sums);
    const bytes = checkpoint.steps[entity]?.keyBytes ?? 0;
    return { ...ownOf(entity, sums), restore: (index) => mainOf(entity).restore(index, bytes) };
  };
}
