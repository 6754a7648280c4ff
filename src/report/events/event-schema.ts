import { z } from 'zod';
import { entityNames, entityRecord } from '../../input/entities/entity.ts';
import { fileFailures } from '../../input/rows/forms/copied-address.ts';
import { liveResultSchema, liveSide } from '../result/live-result.ts';
import type { Report } from '../result/report.ts';
import { countsSchema, fileCountsSchema, pulledCounts, resultSchema } from '../result/result-schema.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const time = z.string().describe('RFC 3339');
const entity = z.enum(entityNames);
const error = z.object({ code: z.string(), message: z.string(), hint: z.string() });

const problem = z.object({
  code: z.string(),
  field: z.string().exactOptional(),
  value: z.string().exactOptional(),
  message: z.string(),
});

/** The progress of something. Without `total`, nobody knows how many rows there are before they are read. */
const extent = {
  done: count.describe('rows that have an outcome, also those of earlier runs'),
  total: count.exactOptional().describe('all rows; absent if that cannot be known before they are read'),
  estimated: z.boolean().describe('whether the total is an estimate'),
  percent: z.number().min(0).max(100).exactOptional(),
};

const waiting = z
  .object({
    why: z
      .enum(['limit', 'refused', 'retry', 'noAnswer', 'paused'])
      .describe(
        'limit: the allowed rate is used up; refused: the service asks to wait; retry: a request failed and is repeated; noAnswer: nothing has succeeded for 10 s; paused: by a person',
      ),
    until: time.exactOptional(),
    stated: z.boolean().exactOptional().describe('whether the service said how long to wait (Retry-After)'),
    seconds: amount.describe('how long it has lasted; of refused and limit, how long it will'),
    attempt: count.exactOptional().describe('how often a request was tried'),
    reason: z.string().exactOptional(),
  })
  .describe('why no request goes out, or none succeeds, at this moment');

const bodies = {
  'pull.started': z.object({
    source: z.string().describe('address of the API of the old system'),
    mode: z
      .enum(['first', 'again', 'full', 'resumed'])
      .describe(
        'first: nothing was there; again: what may have changed; full: everything anew; resumed: a stopped one continues',
      ),
  }),
  'pull.progress': z.object({
    conversationsDone: count.describe('whose members and messages are read, of `conversations`'),
    etaSeconds: amount.exactOptional().describe('until the pull is done'),
    ...pulledCounts,
  }),
  'pull.finished': z.object({ seconds: amount, ...pulledCounts }),
  'files.started': z.object({
    to: z.string().describe('where the copies go, as in the pipeline'),
    distinct: count.describe('addresses that rows name'),
    todo: count.describe('those of them that have to be asked'),
  }),
  'files.progress': z.object({
    done: count.describe('addresses that are done, of `todo`'),
    todo: count,
    etaSeconds: amount.exactOptional().describe('until all files are done'),
    fileCopies: fileCountsSchema,
  }),
  'files.failed': z.object({
    address: z.string().describe('without what opens it'),
    why: z.enum(fileFailures),
    message: z.string(),
  }),
  'files.finished': z.object({ seconds: amount, fileCopies: fileCountsSchema }),
  'run.started': z.object({
    pipeline: z.string(),
    target: z.record(z.string(), z.string()),
    lineage: z.string().describe('the id of the saved state'),
    resumed: z.boolean().describe('whether it continues an earlier run; a sync run compares all rows again'),
  }),
  'entity.started': z.object({ entity, ...extent }),
  progress: z.object({
    ...extent,
    entity: entity.exactOptional().describe('the one that is written now'),
    rowsPerMinute: amount.exactOptional().describe('of the last minute'),
    requests: z.object({
      sent: count.describe('attempts of this run that write'),
      retried: count.describe('attempts after a failure or a refusal'),
      left: count.exactOptional().describe('an estimate for all remaining rows'),
      rateClass: z
        .string()
        .exactOptional()
        .describe(
          'the class of requests whose limit is used most, which perMinute and allowedPerMinute are about',
        ),
      perMinute: amount
        .exactOptional()
        .describe('requests of the class that succeeded in the last minute, also those that read'),
      allowedPerMinute: z
        .number()
        .exactOptional()
        .describe('the limit of the class, of which 98 % are used; absent without a limit'),
      allowedBy: z
        .enum(['documented', 'declared', 'stated', 'found'])
        .exactOptional()
        .describe(
          'documented: what the service documents; declared: limits.requestsPerMinute of the pipeline; stated: headers of the service; found: by its refusals',
        ),
    }),
    etaSeconds: amount.exactOptional().describe('until the whole run is done'),
    etaAt: time.exactOptional(),
    waiting: waiting.exactOptional(),
    lastError: z.object({ at: time, message: z.string() }).exactOptional(),
    entities: z.object(
      entityRecord(() =>
        z
          .object({
            state: z.enum(['waiting', 'running', 'done']),
            ...extent,
            landed: count.describe('imported: created, updated, already there, or unchanged'),
            rejected: count.describe('rejected or blocked'),
          })
          .exactOptional(),
      ),
    ),
  }),
  'row.rejected': z.object({
    entity,
    status: z.enum(['rejected', 'blocked', 'inDoubt']),
    file: z.string(),
    line: count,
    key: z.string().exactOptional(),
    problems: z.array(problem),
  }),
  retry: z.object({
    reason: z.string(),
    attempt: count.describe('how often this request was tried'),
    throttled: z.boolean().describe('whether the service asked to wait (429)'),
  }),
  paused: waiting,
  resumed: z.object({ seconds: amount }),
  warning: z.object({ message: z.string() }),
  'live.phase': z.object({ phase: liveResultSchema.shape.phase, since: time }),
  'live.lag': z.object({
    ...liveResultSchema.shape.lagMs.shape,
    waiting: count.describe('events of both sides that are not written yet'),
  }),
  'live.gap': z.object({
    side: liveSide,
    from: time,
    to: time,
    closed: z.boolean().describe('whether what changed in this time was listed'),
  }),
  'live.dead': z.object({
    side: liveSide,
    seq: count.describe('its number among the events of its side'),
    code: z.string(),
    message: z.string(),
    about: z.string(),
  }),
  'entity.finished': z.object({ entity, counts: countsSchema }),
  'run.finished': z.object({
    exitCode: count,
    error: error.exactOptional().describe('what ended it early, or decided its exit code'),
    result: resultSchema.exactOptional().describe('as --json prints it; absent if the run did not begin'),
  }),
};

type Bodies = typeof bodies;

/** The fields of an event besides its type; the result is what `makeReport` makes. */
type BodyOf<T extends keyof Bodies> = T extends 'run.finished'
  ? Omit<z.infer<Bodies['run.finished']>, 'result'> & { readonly result?: Report }
  : z.infer<Bodies[T]>;

/** An event of a run. */
export type StreamEvent = {
  [T in keyof Bodies]: { readonly type: T } & Readonly<BodyOf<T>>;
}[keyof Bodies];

/** An event of a run of one type. */
export type EventOf<T extends StreamEvent['type']> = Extract<StreamEvent, { readonly type: T }>;

const envelope = <T extends string>(type: T) => ({
  v: z
    .literal(1)
    .describe('changes with the meaning of what is there; new types and members do not change it'),
  seq: count.describe('from 1, without gaps'),
  ts: time,
  type: z.literal(type),
});

/** The schema of a line of `run --events`. */
const eventSchema = z.discriminatedUnion(
  'type',
  Object.entries(bodies).map(([type, body]) => z.object({ ...envelope(type), ...body.shape })) as never,
);

/** JSON Schema of a line of `run --events`, in draft 7. Members that it does not name are allowed: later versions add some. */
export const eventsJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(eventSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
