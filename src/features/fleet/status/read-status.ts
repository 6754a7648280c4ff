import { dirname } from 'node:path';
import type { Job } from 'bullmq';
import { defined } from '../../../input/json/defined.ts';
import { type FleetJob, jobIdOf, jobProgressOf, jobSchema, nightOf, shownName } from '../queue/fleet-job.ts';
import type { FleetQueue } from '../queue/open-queue.ts';
import { budgetsOf } from './budgets-of.ts';
import type { FleetPipeline, FleetStatus, PipelineState } from './fleet-status.ts';
import { type StageJob, withStages } from './stages-of.ts';

/** The states of the engine that we tell apart, and what we call them. */
const STATES = {
  active: 'running',
  'waiting-children': 'running',
  waiting: 'waiting',
  prioritized: 'waiting',
  delayed: 'retrying',
  failed: 'failed',
  completed: 'done',
} as const satisfies Record<string, PipelineState>;
/** The text that the engine puts before the name of a worker, in that of its connection. */
const NAMED = ':w:';
type EngineState = keyof typeof STATES;

/** Reads how a fleet is, from its queue alone: pipelines that run first, then by name. */
export async function readStatus(
  { pipelines, schedules, url }: Pick<FleetQueue, 'pipelines' | 'schedules' | 'url'>,
  nowMs: number,
): Promise<FleetStatus> {
  const found = new Map<string, FleetPipeline>();
  const stages = new Map<string, StageJob[]>();
  const submissions = new Map<string, string>();
  const busy = new Map<string, number>();
  const lists = await Promise.all(
    Object.keys(STATES).map(
      async (state) => [state, await pipelines.getJobs([state as EngineState])] as const,
    ),
  );
  for (const [state, jobs] of lists)
    for (const job of jobs) {
      const pipeline = job && pipelineOf(job, state as EngineState);
      if (!pipeline) continue;
      if (state === 'active') busy.set(pipeline.worker ?? '', (busy.get(pipeline.worker ?? '') ?? 0) + 1);
      const { stage, submission } = job.data;
      if (!stage) {
        found.set(pipeline.id, pipeline);
        submissions.set(pipeline.id, submission);
        continue;
      }
      const key = `${stage.of} ${submission}`;
      stages.set(key, [...(stages.get(key) ?? []), { name: stage.name, shown: pipeline }]);
    }
  for (const [id, pipeline] of found)
    found.set(id, withStages(pipeline, stages.get(`${id} ${submissions.get(id)}`) ?? []));
  for (const [id, planned] of await schedulesIn(schedules)) {
    const own = found.get(id);
    found.set(id, own ? { ...own, schedule: planned.schedule } : planned);
  }
  const all = [...found.values()].sort(byStateThenName);
  const names = (await pipelines.getWorkers())
    .map(({ rawname = '' }) => rawname.split(NAMED).at(-1) ?? '')
    .sort();
  return {
    version: 1,
    command: 'fleet status',
    queue: url.shown,
    at: new Date(nowMs).toISOString(),
    workers: names.map((name) => ({ name, jobs: busy.get(name) ?? 0 })),
    pipelines: all,
    budgets: budgetsOf(all),
  };
}

const byStateThenName = (one: FleetPipeline, other: FleetPipeline): number => {
  const first = (each: FleetPipeline): number => (each.state === 'running' ? 0 : 1);
  return first(one) - first(other) || (one.name === other.name ? 0 : one.name < other.name ? -1 : 1);
};

function pipelineOf(job: Job<FleetJob>, engineState: EngineState): FleetPipeline | undefined {
  const parsed = jobSchema.safeParse(job.data);
  if (!parsed.success || job.id === undefined) return undefined;
  const { command, submittedAt } = parsed.data;
  const { rows, last, retry } = jobProgressOf(job.progress);
  const state = STATES[engineState];
  const isAtWork = engineState === 'active' || parsed.data.stage !== undefined;

  return defined({
    id: job.id,
    name: shownName(parsed.data),
    folder: dirname(parsed.data.file),
    command,
    state,
    submittedAt,
    worker: (isAtWork && job.processedBy) || undefined,
    progress: isAtWork ? rows : undefined,
    last,
    retry: state === 'retrying' ? retry : undefined,
  });
}

type Planned = FleetPipeline & { readonly schedule: NonNullable<FleetPipeline['schedule']> };

/** The pipelines that have a schedule, by their id. */
async function schedulesIn(queue: FleetQueue['schedules']): Promise<ReadonlyMap<string, Planned>> {
  const nights = (await queue.getJobs(['completed'])).filter((job) => job !== undefined);
  const found = new Map<string, Planned>();
  for (const { key, next, template } of await queue.getJobSchedulers(0, -1, true)) {
    const parsed = jobSchema.safeParse(template?.data);
    if (!parsed.success || !parsed.data.schedule) continue;
    const { command, schedule } = parsed.data;
    const missed = missedIn(nights.filter((job) => job.repeatJobKey === key).map((job) => job.returnvalue));
    found.set(key, {
      id: jobIdOf(parsed.data),
      name: shownName(parsed.data),
      folder: dirname(parsed.data.file),
      command,
      state: 'scheduled',
      schedule: { ...schedule, ...defined({ next: isoOf(next), missed }) },
    });
  }
  return found;
}

/** A time as RFC 3339; undefined for none, and for what is no time. */
const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined || Number.isNaN(new Date(ms).getTime()) ? undefined : new Date(ms).toISOString();

function missedIn(returned: readonly unknown[]): Planned['schedule']['missed'] {
  const missed = returned
    .flatMap((each) => nightOf(each) ?? [])
    .filter((night) => night.missed > 0)
    .sort((one, other) => one.plannedMs - other.plannedMs);
  const last = missed.at(-1);
  if (!last) return undefined;
  return {
    nights: missed.reduce((sum, night) => sum + night.missed, 0),
    last: new Date(last.plannedMs).toISOString(),
    why: last.why ?? 'noWorker',
  };
}
