import type { Job } from 'bullmq';
import type { System } from '../../../system/system.ts';
import { enqueue } from '../queue/enqueue.ts';
import { type FleetJob, jobSchema, type NightResult } from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
import { timesBetween } from './cron.ts';

/** A night that begins so late was missed at its time: no worker was there. */
const LATE_MS = 60_000;

/** Submits the pipeline of a schedule whose time has come. Where it still runs, the night is left out, and that is said. */
export async function beginNight(
  job: Job<FleetJob>,
  pipelines: PipelineQueue,
  { clock, random }: System,
): Promise<NightResult> {
  const { schedule, ...data } = jobSchema.parse(job.data);
  const plannedMs = job.opts.prevMillis ?? job.timestamp;
  const nowMs = clock.now();
  const late = schedule && nowMs - plannedMs > LATE_MS ? 1 + timesBetween(schedule, plannedMs, nowMs) : 0;
  const submittedAt = new Date(nowMs).toISOString();
  const { outcome } = await enqueue(pipelines, { ...data, submission: random.uuid(), submittedAt });
  if (outcome !== 'submitted') return { plannedMs, missed: late + 1, why: 'running' };
  return late > 0 ? { plannedMs, missed: late, why: 'noWorker' } : { plannedMs, missed: 0 };
}
