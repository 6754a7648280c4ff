import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { z } from 'zod';
import { PIPELINE_NAME, stateNameOf } from '../../../pipeline/state-place.ts';

/** What a worker may be asked to do with a pipeline. */
const fleetCommands = ['run', 'validate', 'plan', 'verify'] as const;
export type FleetCommand = (typeof fleetCommands)[number];

/** The longest text of a pipeline, in characters. */
export const TEXT_MAX = 1_000_000;

/** A job as it stands in the queue: whoever can write there is not trusted. It has no key. */
export const jobSchema = z.strictObject({
  version: z.literal(1),
  /** Different for each submission, so that two at once know which of them counts. */
  submission: z.string().min(1).max(64),
  submittedAt: z.iso.datetime(),
  command: z.enum(fleetCommands),
  name: z.string().regex(PIPELINE_NAME),
  to: z.string().regex(PIPELINE_NAME).exactOptional(),
  /** The pipeline file on the machine that submitted it; paths in it are relative to its folder. */
  file: z
    .string()
    .startsWith('/')
    .max(4_096)
    .or(z.string().regex(/^[A-Za-z]:\\/)),
  text: z.string().max(TEXT_MAX),
  options: z.strictObject({ strict: z.boolean(), allowNotifications: z.boolean() }),
  /** For a stage of a pipeline with `shards`, done by whoever is free: the job that it belongs to, and which stage it is. */
  stage: z.strictObject({ of: z.string().max(256), name: z.string().max(64) }).exactOptional(),
  /** Set by `fleet cancel`. */
  canceled: z.literal(true).exactOptional(),
  /** For a schedule: its cron expression and its zone. */
  schedule: z.strictObject({ at: z.string(), zone: z.string() }).exactOptional(),
});
export type FleetJob = z.infer<typeof jobSchema>;

/** How a command of a pipeline has ended. */
export type LastResult = {
  readonly command: FleetCommand;
  /** RFC 3339. */
  readonly at: string;
  readonly exitCode: number;
  readonly durationMs: number;
  /** Rows by outcome, of all entities, and those that a sync run removed; those that are 0 are left out. */
  readonly counts: Readonly<Record<string, number>>;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
};

/** How far the rows of a run are. */
export type RowsDone = {
  readonly entity?: string;
  readonly done: number;
  readonly total?: number;
  readonly rowsPerMinute?: number;
  /** Of the class of requests that it uses most, and what the limits of the service allow. */
  readonly requestsPerMinute?: number;
  readonly allowedPerMinute?: number;
};

/** What the worker of a job writes beside it. */
export type JobProgress = {
  readonly rows?: RowsDone;
  readonly last?: LastResult;
  /** Why it is not run at once. */
  readonly retry?: Retry;
  /** When it was begun whose stages are under way, epoch milliseconds. */
  readonly begunMs?: number;
};

/** An attempt that is made again later. */
export type Retry = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Attempts in a row that ended so. */
  readonly tries: number;
};

/** The id of a pipeline in the queue: one for each file name, folder and target. */
export function jobIdOf({ name, to, file }: Pick<FleetJob, 'name' | 'to' | 'file'>): string {
  const place = createHash('sha256')
    .update(`${name}\0${to ?? ''}\0${dirname(file)}`)
    .digest('hex');
  return `${stateNameOf(name, to)}-${place.slice(0, 16)}`;
}

/** The name of a pipeline with its target. */
export const shownName = ({ name, to }: Pick<FleetJob, 'name' | 'to'>): string => stateNameOf(name, to);
