import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readReference } from '../../../pipeline/reference.ts';
import { PIPELINE_NAME, stateNameOf } from '../../../pipeline/state-place.ts';

/** The latest time that a date can hold, epoch milliseconds. */
const LATEST_MS = 8.64e15;

/** The commands that a worker may be asked to do with a pipeline. */
const fleetCommands = ['run', 'validate', 'plan', 'verify', 'live'] as const;
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
    .regex(/^(?:\/|[A-Za-z]:\\)\P{Cc}*$/u, 'the path of a pipeline file has no control characters')
    .max(4_096)
    .refine((file) => readReference(file).to === undefined, 'the path of a pipeline file names no target'),
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

const amount = z.number().nonnegative();

const lastSchema = z.object({
  command: z.enum(fleetCommands),
  /** RFC 3339. */
  at: z.iso.datetime(),
  exitCode: z.int(),
  durationMs: amount,
  /** Rows by outcome, of all entities, and those that a sync run removed; those that are 0 are left out. */
  counts: z.record(z.string(), z.number()),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  hint: z.string().exactOptional(),
});
/** The end of a command of a pipeline. */
export type LastResult = Readonly<z.infer<typeof lastSchema>>;

const rowsSchema = z.object({
  entity: z.string().exactOptional(),
  done: amount,
  total: amount.exactOptional(),
  rowsPerMinute: amount.exactOptional(),
  /** The class of requests whose limit it uses most, how many of these it makes, how many are allowed, and who says that. */
  rateClass: z.string().exactOptional(),
  requestsPerMinute: amount.exactOptional(),
  allowedPerMinute: amount.exactOptional(),
  allowedBy: z.enum(['documented', 'declared', 'stated', 'found']).exactOptional(),
  /** The owner of these limits: the id of the app and the host of the service. */
  app: z.string().exactOptional(),
  /** The service asked to wait: for so long from then on. */
  heldMs: amount.exactOptional(),
});
/** The progress of the rows of a run. */
export type RowsDone = Readonly<z.infer<typeof rowsSchema>>;

const retrySchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** Attempts in a row that ended so. */
  tries: z.int().positive(),
});
/** An attempt that is made again later. */
export type Retry = Readonly<z.infer<typeof retrySchema>>;

/** Data that others can write as well: a part that is not as we write it is taken for missing. */
const progressSchema = z
  .object({
    rows: rowsSchema.optional().catch(undefined),
    last: lastSchema.optional().catch(undefined),
    /** Why it is not run at once. */
    retry: retrySchema.optional().catch(undefined),
    /** When it was begun whose stages are under way, epoch milliseconds. */
    begunMs: amount.optional().catch(undefined),
  })
  .catch({});
/** The notes that the worker of a job writes beside it. */
export type JobProgress = Readonly<z.infer<typeof progressSchema>>;

/** The parts of a job that its worker writes. */
export const jobProgressOf = (progress: unknown): JobProgress => progressSchema.parse(progress);

const nightSchema = z.object({
  /** When it was to begin, epoch milliseconds. */
  plannedMs: z.int().nonnegative().max(LATEST_MS),
  /** Nights that were not begun at their time, and why. */
  missed: z.int().nonnegative(),
  why: z.enum(['running', 'noWorker']).exactOptional(),
});
/** The outcome of one night of a schedule. */
export type NightResult = Readonly<z.infer<typeof nightSchema>>;

/** The same of a job that has ended; undefined for what no schedule of ours returns. */
export const nightOf = (returned: unknown): NightResult | undefined => nightSchema.safeParse(returned).data;

/** The id of a pipeline in the queue: one for each file name, folder and target. */
export function jobIdOf({ name, to, file }: Pick<FleetJob, 'name' | 'to' | 'file'>): string {
  const place = createHash('sha256')
    .update(`${name}\0${to ?? ''}\0${dirname(file)}`)
    .digest('hex');
  return `${stateNameOf(name, to)}-${place.slice(0, 16)}`;
}

/** The name of a pipeline with its target. */
export const shownName = ({ name, to }: Pick<FleetJob, 'name' | 'to'>): string => stateNameOf(name, to);
