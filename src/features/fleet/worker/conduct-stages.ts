import type { Job } from 'bullmq';
import { parsePipeline } from '../../../pipeline/pipeline.ts';
import type { FleetJob, LastResult } from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
import { planStages, stageName } from '../shards/stages.ts';
import type { WorkerRules } from './worker-config.ts';

/** A job whose data were checked. */
export type CheckedJob = Pick<Job<FleetJob>, 'id' | 'data' | 'moveToWaitingChildren'>;

/** The last stage is done by the job of the pipeline itself. */
export const LAST_STAGE = 'merge';
/** Stages that nobody has removed, because their pipeline is gone: seconds. */
const STAGES_KEPT_S = 7 * 86_400;

/**
 * The stages of a pipeline with `shards`, in groups: each group waits for the one before, and what is in it is done at the same
 * time. Without the last stage; empty if the pipeline is done as a whole.
 * @throws RunError `CONFIG.*`, also if it cannot be divided
 */
export function stageGroups(
  { command, stage, text, file, to }: FleetJob,
  env: WorkerRules['env'],
): string[][] {
  if (command !== 'run' || stage) return [];
  const pipeline = parsePipeline(text, file, env, to);
  if (pipeline.shards === undefined) return [];
  const groups: string[][] = [];
  let isShards = false;
  for (const each of planStages(pipeline)) {
    const name = stageName(each);
    if (name === LAST_STAGE) continue;
    if (each.kind === 'shard' && isShards) groups.at(-1)?.push(name);
    else groups.push([name]);
    isShards = each.kind === 'shard';
  }
  return groups;
}

/** The id of a stage: another one for each submission, so that nothing of an earlier one counts. */
const stageId = ({ id, data }: CheckedJob, name: string): string =>
  `${id}.${data.submission}.${name.replaceAll(' ', '-')}`;

/**
 * Puts the first group of stages that is not done into the queue and lets the job wait for it. Done again after a kill or with
 * a part of the queue lost, it adds what is missing: a stage that was done does nothing.
 * @param token that the job was taken with
 * @returns `waiting`, and the job is not ours any more; the result of a stage that failed; undefined if all are done
 */
export async function conductStages(
  job: CheckedJob,
  groups: readonly (readonly string[])[],
  queue: PipelineQueue,
  token: string,
): Promise<'waiting' | LastResult | undefined> {
  const { canceled: _, schedule: __, ...data } = job.data;
  const parent = { id: job.id as string, queue: queue.qualifiedName };
  const kept = { age: STAGES_KEPT_S };
  for (const group of groups) {
    for (const name of group) {
      const jobId = stageId(job, name);
      if (await queue.getJob(jobId)) continue;
      const stage = { of: parent.id, name };
      await queue.add(
        data.command,
        { ...data, stage },
        { jobId, parent, removeOnComplete: kept, removeOnFail: kept },
      );
    }
    if (await job.moveToWaitingChildren(token)) return 'waiting';
    for (const name of group) {
      const result = (await queue.getJob(stageId(job, name)))?.returnvalue as LastResult | undefined;
      if (result && result.exitCode !== 0) return result;
    }
  }
  return undefined;
}

/** Removes stages of a pipeline that has ended; one that is left goes by itself. */
export async function removeStages(
  job: CheckedJob,
  groups: readonly (readonly string[])[],
  queue: PipelineQueue,
): Promise<void> {
  await Promise.allSettled(groups.flat().map((name) => queue.remove(stageId(job, name))));
}
