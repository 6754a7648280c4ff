import { entityNames } from '../../../input/entities/entity.ts';
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
  const progress = sumOf(shards.length > 0 ? shards : busy);
  return {
    ...pipeline,
    // Between two stages it waits for a worker.
    state: busy.length > 0 ? 'running' : pipeline.state,
    ...(worker && workers.size === 1 ? { worker } : {}),
    ...(progress && !pipeline.progress ? { progress } : {}),
    stages,
  };
}

const isShard = (name: string): boolean => name.startsWith('shard ');

function stageOf({ name, shown }: StageJob): FleetStage {
  const { state, worker, progress, last, retry } = shown;
  const isFailed = state === 'done' && last !== undefined && last.exitCode !== 0;
  return {
    name,
    state: isFailed ? 'failed' : state,
    ...(worker ? { worker } : {}),
    ...(progress ? { progress } : {}),
    ...(last ? { last } : {}),
    ...(retry ? { retry } : {}),
  };
}

/** In the order in which they are done: entities, the index, the shards. */
const byPlace = (one: FleetStage, other: FleetStage): number => placeOf(one) - placeOf(other);

function placeOf({ name }: FleetStage): number {
  if (isShard(name)) return entityNames.length + Number(name.slice('shard '.length));
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
  const held = most(...running.map(({ heldMs }) => heldMs));
  const isWhole = all.length === stages.length && all.every(({ total }) => total !== undefined);
  return {
    done: sum(all.map(({ done }) => done)),
    ...(entity === undefined ? {} : { entity }),
    ...(isWhole ? { total: sum(all.map(({ total }) => total)) } : {}),
    ...(running.length > 0
      ? {
          rowsPerMinute: sum(running.map((each) => each.rowsPerMinute)),
          requestsPerMinute: sum(alike.map((each) => each.requestsPerMinute)),
        }
      : {}),
    ...(rateClass === undefined ? {} : { rateClass }),
    ...limitOf(alike),
    ...(app === undefined ? {} : { app }),
    ...(held === undefined ? {} : { heldMs: held }),
  };
}
