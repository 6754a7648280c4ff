import { z } from 'zod';
import { exportKinds } from '../../exports/export-summary.ts';
import { type CoreName, coreNames, entityNames, entityRecord } from '../../input/entities/entity.ts';
import { fileFailures } from '../../input/rows/forms/copied-address.ts';
import { changeActions, statuses } from '../../input/rows/outcome.ts';
import { retentionPolicies } from '../../input/rows/retention.ts';
import { fileOutcomes } from '../../pipeline/files/file-counts.ts';
import { countMeasures, fileMeasures, rowMeasures } from '../../pipeline/threshold.ts';
import { liveResultSchema } from './live-result.ts';
import type { Report } from './report.ts';
import { verificationSchema } from './verification.ts';

const count = z.int().nonnegative();
const time = z.string().describe('RFC 3339');
const entity = z.enum(entityNames);
const perEntity = <T extends z.ZodType>(type: T) => z.object(entityRecord(() => type.exactOptional()));
/** A member for each core entity, and one for each optional entity that the pipeline has. */
const tableOf = <T extends z.ZodType>(type: T) =>
  z.object({
    ...(Object.fromEntries(coreNames.map((name) => [name, type])) as Record<CoreName, T>),
    ...perEntity(type).omit(
      Object.fromEntries(coreNames.map((name) => [name, true])) as Record<CoreName, true>,
    ).shape,
  });
const byName = z.record(z.string(), count);

const countEach = <const T extends string>(names: readonly T[]): Record<T, typeof count> =>
  Object.fromEntries(names.map((name) => [name, count])) as Record<T, typeof count>;

/** Rows by outcome. */
export const countsSchema = z.object({
  read: count.describe('rows that have an outcome: the sum of all others'),
  ...countEach(statuses),
});

const problem = z.object({
  code: z.string(),
  count,
  hint: z.string(),
  samples: z.array(
    z.object({
      entity,
      file: z.string(),
      line: count,
      column: count.exactOptional(),
      byte: count.exactOptional(),
      key: z.string().exactOptional(),
      field: z.string().exactOptional(),
      value: z.string().exactOptional(),
      message: z.string(),
      raw: z.string().exactOptional(),
    }),
  ),
});

const retention = z.object({
  messages: count,
  oldest: time,
  before: time,
  messagesOlderThanDays: count,
  policy: z.enum(retentionPolicies),
  hosted: z.boolean(),
});

const missing = z.object({ kept: count, deactivated: count, deleted: count, failed: count });

const deletedAtSource = z.object({ kept: count, removed: count, failed: count });

const threshold = z.object({
  measure: z.enum([...rowMeasures, ...fileMeasures, ...countMeasures]),
  limit: z.string(),
  value: z.number(),
  passed: z.boolean(),
});

const times = z.object({
  seconds: count,
  milliseconds: count,
  microseconds: count,
  isoWithZone: count,
  isoWithoutZone: count,
  other: count,
});

const column = z.object({
  name: z.string(),
  field: z.string().exactOptional(),
  fields: z
    .array(z.string())
    .exactOptional()
    .describe('all fields that use the column, also in a template; empty if only a condition or a join does'),
  filled: count,
  empty: count,
  shortest: count,
  longest: count,
  times: times.exactOptional(),
});

const profile = z.object({
  files: z.array(
    z.object({
      entity,
      name: z.string(),
      derivedFrom: z
        .array(z.string())
        .exactOptional()
        .describe('the files whose rows its rows were made of; absent if it is a file itself'),
      format: z.string(),
      encoding: z.string(),
      delimiter: z.string().exactOptional(),
      bytes: count,
      rows: count,
      columns: z.array(column),
    }),
  ),
  months: z.array(z.object({ month: z.string(), messages: count, tooOld: count })),
  conversations: count,
  biggest: z.array(
    z.object({
      id: z.string(),
      name: z.string().exactOptional().describe('the name of the group, or the names of both users'),
      messages: count,
      firstAt: z.number(),
      lastAt: z.number(),
    }),
  ),
  cost: z.object({ requests: count, requestsPerMinute: z.number(), minutes: z.number() }),
});

const timeline = z
  .object({
    spanSeconds: z.number(),
    rows: z.array(count),
    throttled: z.array(count).describe('answers that ask to wait (429)'),
    retried: z.array(count),
    paused: z.array(z.boolean()),
  })
  .describe('what happened when in a run: an entry for each span of it, at most 120');
const latency = z.object({ count, p50: count, p95: count, p99: count, max: count });

const removed = z.object({ removed: count, implied: count, gone: count, kept: count, failed: count });

const changedFields = perEntity(z.object({ changed: byName, emptied: byName, kept: byName })).describe(
  'a sync: in how many rows it changes or empties each field, or leaves it although the row says none',
);

const changes = z.object({
  total: count,
  listed: count.describe('how many of them are lines of changes.ndjson'),
  counts: byName,
  fields: byName,
  samples: z.array(
    z.object({
      entity,
      key: z.string(),
      action: z.enum(changeActions),
      fields: z.array(z.string()).exactOptional(),
    }),
  ),
});

const input = z.object({
  entity,
  path: z.string(),
  bytes: count,
  modifiedAt: time,
  sha256: z.string().exactOptional(),
});

const expected = z.object({ rows: count, estimated: z.boolean() });

/** Counts of what was read from the API of an old system. */
export const pulledCounts = {
  requests: count.describe('all that were sent, also repeated ones'),
  bytes: count.describe('of the answers'),
  users: count,
  conversations: count,
  messages: count,
};

const exportSchema = z.object({
  system: z.string(),
  label: z.string(),
  variant: z.string(),
  first: time.exactOptional(),
  last: time.exactOptional(),
  kinds: z.partialRecord(
    z.enum(exportKinds),
    z.object({
      read: count,
      imported: count,
      converted: count,
      kept: count,
      dropped: byName,
      detail: z.record(z.string(), byName).exactOptional(),
    }),
  ),
  notes: z.array(z.string()),
  pulled: z
    .object({
      source: z.string().describe('address of the API of the old system'),
      at: time.describe('when that was done'),
      ...pulledCounts,
      unread: z
        .object({
          count,
          samples: z.array(z.object({ conversation: z.string(), code: z.string(), message: z.string() })),
        })
        .exactOptional()
        .describe('conversations that could not be read although they are listed'),
    })
    .exactOptional()
    .describe('what was read through the API of the old system, over all parts of the last pull'),
});

const byOutcome = {
  ...countEach(fileOutcomes),
  failed: z.object(countEach(fileFailures)),
};

/** Counts of the copying of files. */
export const fileCountsSchema = z
  .object({
    found: count.describe('references to files in rows'),
    distinct: count.describe('addresses: the sum of all outcomes'),
    noRoom: count.describe('references whose message has no room for the address of their copy'),
    bytes: count.describe('of all copies that rows name'),
    ...byOutcome,
    bytesCopied: count.describe('of the files that were copied now'),
    requests: z.object(countEach(['get', 'put', 'head', 'parts'])),
    references: z.object(byOutcome).describe('references by the outcome of their address'),
    balanced: z.boolean(),
  })
  .describe('what became of the files of rows');

const filesOf = { files: count, bytes: count };
const fileFacts = z
  .object({
    hosts: z.array(z.object({ host: z.string(), ...filesOf, failed: count })),
    types: z.array(z.object({ type: z.string(), ...filesOf })),
    largest: z.array(z.object({ address: z.string(), type: z.string(), bytes: count })),
    failures: z.array(
      z.object({
        why: z.enum(fileFailures),
        count,
        samples: z.array(z.object({ address: z.string(), message: z.string() })),
      }),
    ),
  })
  .describe('files that the state knows, of this run and of earlier ones');

const addressCounts = {
  addresses: count,
  refused: count.describe('no rule lets them be asked'),
  expired: count.describe('signed for a time that is over'),
  needsHeader: count.describe('they need a login, and the pipeline names no header for their host'),
};
const fileAddresses = z
  .object({
    found: count.describe('references in rows'),
    known: count.describe('addresses that were copied before'),
    failedBefore: count,
    kept: count.describe('addresses that stay as they are'),
    todo: count.describe('addresses that will be asked or read'),
    ...addressCounts,
    hosts: z
      .array(z.object({ host: z.string(), ...addressCounts }))
      .describe('those with the most addresses'),
    refusedBy: byName.describe('refused addresses by rule'),
  })
  .describe('a dry run: the addresses of files in rows, by their text');

/** The result of `validate` and `run`: what `--json` prints and `report.json` has. */
export const resultSchema = z.object({
  version: z.literal(1),
  command: z.enum(['validate', 'run', 'rejects retry', 'undo', 'live']),
  run: z.string().exactOptional().describe('its id, the name of its folder in runs/'),
  pipeline: z.string(),
  commandLine: z.string().exactOptional(),
  exitCode: count,
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).exactOptional(),
  target: z.record(z.string(), z.string()),
  startedAt: time,
  finishedAt: time,
  balanced: z.boolean(),
  entities: tableOf(countsSchema),
  expected: perEntity(expected)
    .exactOptional()
    .describe('how many rows there are in all, of a run that stopped early'),
  requests: z.object({ sent: count, retried: count, throttled: count, floor: count }),
  timeline: timeline.exactOptional(),
  latency: latency.exactOptional().describe('how long tries of requests took, in milliseconds'),
  problems: z.array(problem),
  notices: z.array(problem),
  notCarried: byName,
  written: byName.exactOptional().describe('values that are written by live calls'),
  kept: byName.exactOptional().describe('values without a field of the API that are kept in metadata'),
  sentAsRead: count.exactOptional().describe('messages without readAt that are sent as read'),
  untypedGroups: count.exactOptional().describe('groups that are created without a type in their row'),
  skipped: byName,
  retention: retention.exactOptional(),
  missing: perEntity(missing).exactOptional(),
  deletedAtSource: perEntity(deletedAtSource)
    .exactOptional()
    .describe('rows that the service had and that were deleted at the source'),
  removed: tableOf(removed).exactOptional(),
  changedFields: changedFields.exactOptional(),
  changes: changes.exactOptional(),
  inputs: z.array(input).exactOptional(),
  derived: perEntity(count).exactOptional(),
  export: exportSchema.exactOptional().describe('what the export of another chat system has'),
  fileCopies: fileCountsSchema.exactOptional(),
  fileFacts: fileFacts.exactOptional(),
  fileAddresses: fileAddresses.exactOptional(),
  unchecked: z.array(entity).exactOptional(),
  warnings: z.array(z.string()),
  thresholds: z.array(threshold).exactOptional(),
  verification: verificationSchema.exactOptional(),
  profile: profile.exactOptional(),
  live: liveResultSchema.exactOptional(),
  files: z.object({
    rejects: z.array(z.string()),
    archive: z.string().exactOptional(),
    report: z.string().exactOptional(),
    log: z.string().exactOptional(),
    changes: z.string().exactOptional(),
  }),
}) satisfies z.ZodType<Report>;

/** JSON Schema of the result, in draft 7. Members that it does not name are allowed: later versions add some. */
export const resultJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(resultSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
