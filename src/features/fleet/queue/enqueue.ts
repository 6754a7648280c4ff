import type { Job } from 'bullmq';
import { type FleetJob, jobIdOf } from './fleet-job.ts';
import type { PipelineQueue } from './open-queue.ts';

/** The outcome of a submission: it waits for a worker, or the same pipeline was there already. */
export type Submitted = {
  readonly id: string;
  readonly outcome: 'submitted' | 'waiting' | 'running';
  /** The worker that runs it. */
  readonly worker?: string;
};

/**
 * Puts a pipeline into the queue. There is one job for each pipeline: one that has ended is begun again, one that waits or
 * runs stays as it is, and of two submissions at once one counts.
 */
export async function enqueue(queue: PipelineQueue, data: FleetJob): Promise<Submitted> {
  const id = jobIdOf(data);
  const before = (await queue.getJob(id)) ?? (await queue.add(data.command, data, { jobId: id }));
  if (before.data.submission !== data.submission) await beginAgain(before, data);
  const job = await queue.getJob(id);
  if (!job || job.data.submission === data.submission) return { id, outcome: 'submitted' };
  const state = await job.getState();
  const isActive = state === 'active' || state === 'waiting-children';
  const worker = job.processedBy;
  return { id, outcome: isActive ? 'running' : 'waiting', ...(isActive && worker ? { worker } : {}) };
}

/** Begins a job again that has ended, or that waits for its next attempt. */
async function beginAgain(job: Job<FleetJob>, data: FleetJob): Promise<void> {
  for (;;) {
    const state = await job.getState();
    if (state !== 'completed' && state !== 'failed' && state !== 'delayed') return;
    await job.updateData(data);
    try {
      if (state === 'delayed') await job.promote();
      else await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
      return;
    } catch (error) {
      // Another submission was faster, or a worker; that one begins again if it finds our submission. It may have ended by now.
      if ((await job.getState()) === state) throw error;
    }
  }
}
