import { entityNames } from '../../../input/entities/entity.ts';
import { defined } from '../../../input/json/defined.ts';
import type { RowsDone } from '../queue/fleet-job.ts';
import { limitOf, most } from './budgets-of.ts';
import type { FleetPipeline, FleetStage } from './fleet-status.ts';

/** A job of the queue that is a stage, as it would be shown as a pipeline. */
export type StageJob = { readonly name: string; readonly shown: FleetPipeline };

/** A pipeline with the stages that are in the queue; one that has none, or has ended, stays as it is. */
export function withStages(pipeline: FleetPipeline, jobs: readonly StageJob[]): FleetPipeline {
  const isOver = pipeline.state === 'done' || pipeline.state === 'failed';
  if (jobs.length === 0 || isOver) return pipeline;
  const stages = jobs.map(stageOf).sort(byPlace);
  const busy = stages.filter(({ state }) => state === 'running');
  const workers = new Set(busy.map(({ worker }) => worker));
  const [worker] = workers;
  const shards = stages.filter(({ name }) => isShard(name));
  // The stages before the shards are done by then; what they wrote is not counted with messages.
  const progress = pipeline.progress ?? sumOf(shards.length > 0 ? shards : busy);
  // Between two stages it waits for a worker.
  const state = busy.length > 0 ? 'running' : pipeline.state;
  const found = defined({ worker: workers.size === 1 ? worker : undefined, progress });
  return { ...pipeline, ...found, state, stages };
}

const isShard = (name: string): boolean => name.startsWith('shard ');

function stageOf({ name, shown }: StageJob): FleetStage {
  const { state, worker, progress, last, retry } = shown;
  const isFailed = state === 'done' && last !== undefined && last.exitCode !== 0;
  return defined({ name, state: isFailed ? 'failed' : state, worker, progress, last, retry });
}

/** In the order in which they are done: files, entities, the index, the shards. */
const byPlace = (one: FleetStage, other: FleetStage): number => placeOf(one) - placeOf(other);

function placeOf({ name }: FleetStage): number {
  if (isShard(name)) return entityNames.length + Number(name.slice('shard '.length));
  if (name === 'files') return -1;
  const at = (entityNames as readonly string[]).indexOf(name);
  return at < 0 ? entityNames.length : at;
}

function sumOf(stages: readonly FleetStage[]): RowsDone | undefined {
  const all = stages.flatMap(({ progress }) => progress ?? []);
  const running = stages.flatMap(({ state, progress }) =>
    state === 'running' && progress ? [progress] : [],
  );
  if (all.length === 0) return undefined;
  const sum = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((total, value = 0) => total + value, 0);
  const entity = running[0]?.entity;
  const app = running.find((each) => each.app !== undefined)?.app;
  const rateClass = running.find((each) => each.rateClass !== undefined)?.rateClass;
  const alike = running.filter((each) => each.rateClass === rateClass);
  const isWhole = all.length === stages.length && all.every(({ total }) => total !== undefined);
  const isRunning = running.length > 0;
  return defined({
    done: sum(all.map(({ done }) => done)),
    entity,
    total: isWhole ? sum(all.map(({ total }) => total)) : undefined,
    rowsPerMinute: isRunning ? sum(running.map((each) => each.rowsPerMinute)) : undefined,
    requestsPerMinute: isRunning ? sum(alike.map((each) => each.requestsPerMinute)) : undefined,
    rateClass,
    ...limitOf(alike),
    app,
    heldMs: most(...running.map(({ heldMs }) => heldMs)),
  });
}
