import { z } from 'zod';
import { exportPolicyValues } from '../exports/export-rules.ts';
import { serverProblem } from '../files/server/state-server.ts';
import { entityNames, entityRecord } from '../input/entities/entity.ts';
import { exits } from '../input/entities/policies.ts';
import { RETENTION_DAYS, retentionPolicies } from '../input/rows/retention.ts';
import { targetNames } from '../service/targets/targets.ts';
import { isRemote, TARGET_NAME } from './reference.ts';
import { keyPlace, serviceHost } from './schema/api-schema.ts';
import { choice, inputPath } from './schema/field-schema.ts';
import { filesFault, filesSchema } from './schema/files-schema.ts';
import { liveSchema } from './schema/live-schema.ts';
import { notifySchema } from './schema/notify-schema.ts';
import { exportSource, sourcesOfEntity } from './schema/source-schema.ts';
import { PIPELINE_NAME } from './state-place.ts';
import {
  COUNT_LIMIT,
  countMeasures,
  fileMeasures,
  type Measure,
  measureMeanings,
  ROW_LIMIT,
  rowMeasures,
} from './threshold.ts';

/** The pipeline file as users write it. The schema is plain enough to become a JSON Schema for editors. */

/** The most parts that messages are divided into. */
const SHARDS_MAX = 64;

const positive = z.int().positive();
const percent = z.string().regex(/^(\d{1,2}(\.\d+)?|100)%$/, 'expected a number or a percentage such as 1%');

const count = z.string().regex(COUNT_LIMIT, 'expected a comparison and a number, such as <100 or ==0');
const rows = z
  .string()
  .regex(ROW_LIMIT, 'expected a comparison and a number or percentage, such as <0.1% or ==0');
const optionally = <T extends z.ZodType, K extends Measure>(
  names: readonly K[],
  type: T,
): Record<K, z.ZodOptional<T>> =>
  Object.fromEntries(names.map((name) => [name, type.optional().describe(measureMeanings[name])])) as Record<
    K,
    z.ZodOptional<T>
  >;

const service = z.strictObject({
  appId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,63}$/, 'an app id is letters, digits and hyphens')
    .optional()
    .describe('the id of the app'),
  region: choice(['us', 'eu', 'in'], 'the region of the app; default: us'),
  serviceHost: serviceHost.optional().describe('the host of the service, without app id and region'),
  baseUrl: z
    .string()
    .min(1)
    .optional()
    .describe('the address of the API, instead of appId, region and serviceHost'),
  apiKey: keyPlace.optional().describe('where to find the API key; default: the variable CHATFERRY_API_KEY'),
  caFile: z.string().min(1).optional().describe('the PEM file of a private certificate authority'),
  api: choice(
    targetNames,
    `the calls that write rows; rest: without the import call, so the service sets its own times and accepts 30 messages a minute from each sender; default: ${targetNames[0]}`,
  ),
});

/** The values of a policy for exports of other chat systems; the first one is the default. */
const policy = <const T extends readonly [string, ...string[]]>(values: T, about: string) =>
  choice(values, `${about}; default: ${values[0]}`);

/** Treatment of parts of the export of another chat system. */
const exportPolicies = {
  self: policy(
    exportPolicyValues.self,
    'notes that users wrote to themselves: a group for each user, or skipped',
  ),
  bots: policy(exportPolicyValues.bots, 'bots: users with the tag bot, or skipped'),
  sender: policy(
    exportPolicyValues.sender,
    'authors missing from the user list: a user for each, one for all, messages skipped, or an error',
  ),
  system: policy(
    exportPolicyValues.system,
    'system messages such as "joined": skipped, or imported as texts',
  ),
  topics: policy(
    exportPolicyValues.topics,
    'topics of a conversation: a tag on their messages, a group for each, or a thread for each',
  ),
  markup: policy(
    exportPolicyValues.markup,
    'marked-up text: converted to Markdown, unchanged, or plain text',
  ),
  long: policy(exportPolicyValues.long, 'texts of more than 10 KB: split into several messages, or rejected'),
  attachments: policy(exportPolicyValues.attachments, 'files: attachments, links in the text, or dropped'),
  deleted: policy(exportPolicyValues.deleted, 'deleted messages: skipped, or the text [deleted]'),
};

/** Treatment of parts of a history that the import calls cannot carry. */
const policies = z.strictObject({
  threads: choice(
    exits,
    'replies: the link to their root in metadata, sent live into the thread, or the link dropped; default: metadata',
  ),
  reactions: choice(
    exits,
    'reactions: in metadata of the message, added live in the name of their users, or dropped; default: metadata',
  ),
  pins: choice(
    exits,
    'pinned messages: in metadata, pinned live in the name of their users or the app, or dropped; default: metadata',
  ),
  edits: choice(
    ['metadata', 'drop'],
    'when and by whom messages were edited: in metadata, or dropped; default: metadata',
  ),
  deletions: choice(
    ['metadata', 'drop'],
    'messages that were deleted in the old system: imported without their content, or skipped; default: drop',
  ),
  unread: choice(
    ['read', 'keep'],
    'messages without readAt: imported as read, or as the service decides; default: read for an export, else keep',
  ),
  ...exportPolicies,
});

const target = z.union([
  z.literal('sandbox').describe('the local service of chatferry, to try things out'),
  service.describe('a hosted service'),
]);

const unchecked = z.strictObject({
  version: z.literal(1).describe('the version of the file format'),
  name: z
    .string()
    .regex(PIPELINE_NAME, 'a name is 1 to 64 of a-z, 0-9 and -')
    .describe('1 to 64 characters of a-z, 0-9 and -; names the state'),
  target: target.optional().describe('the service to write to; plan, run, verify and undo need one'),
  targets: z
    .record(z.string().regex(TARGET_NAME, 'the name of a target is 1 to 64 of a-z, 0-9 and -'), target)
    .refine((targets) => Object.keys(targets).length > 0, 'name at least one')
    .optional()
    .describe('several targets by name; --to NAME picks one, and each has a state of its own'),
  state: z
    .string()
    .min(1)
    .check(({ value, issues }) => {
      const message = isRemote(value) ? serverProblem(value) : undefined;
      // Without the value, which has a password.
      if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
    })
    .optional()
    .describe(
      'the folder for the saved state, or postgres://… for a state that several machines share; default: .chatferry beside the pipeline file',
    ),
  sources: z
    .strictObject({
      ...entityRecord((name) => sourcesOfEntity(name).optional()),
      export: exportSource
        .optional()
        .describe('the export of another chat system; rows of other sources with the same key win'),
    })
    .refine(
      (sources) => Object.values(sources).some(Boolean),
      `name at least one of ${entityNames.join(', ')}, export`,
    )
    .describe('the rows to import: one or several sources for each entity, or an export'),
  limits: z
    .strictObject({
      requestsPerMinute: positive
        .optional()
        .describe(
          'import requests a minute, shared by the pipelines of an app; default: 60, for the sandbox none',
        ),
      concurrency: positive
        .max(64)
        .optional()
        .describe('requests at the same time; default: 4, up to 64 where the allowed rate needs more'),
      batch: positive.max(50).optional().describe('rows of one import request; default: 50'),
      maxRejects: z
        .union([z.int().nonnegative(), percent])
        .optional()
        .describe('the number or share of rejected and blocked rows at which a run stops; default: none'),
      timeoutSeconds: positive
        .max(3_600)
        .optional()
        .describe('seconds for one request and its answer; default: 120'),
    })
    .optional()
    .describe('limits of requests and of rejected rows'),
  retention: z
    .strictObject({
      messagesOlderThanDays: positive
        .max(36_525)
        .optional()
        .describe(`the days that the service keeps messages; default: ${RETENTION_DAYS}`),
      policy: choice(
        retentionPolicies,
        'older messages; archive saves them as NDJSON in the state folder; default: reject for a hosted service, else allow',
      ),
    })
    .optional()
    .describe('messages that are too old for the service'),
  policies: policies.optional().describe('parts of a history that the import calls cannot carry'),
  thresholds: z
    .strictObject({
      ...optionally(rowMeasures, rows),
      ...optionally(fileMeasures, rows),
      ...optionally(countMeasures, count),
    })
    .optional()
    .describe('conditions on the result, such as rejected: "<0.1%"; exit code 11 if one is not met'),
  references: choice(
    ['closed', 'open'],
    'references to users or groups that no source has: rejected, or left to the service; default: closed if that entity has a source',
  ),
  idMap: inputPath
    .optional()
    .describe(
      'a CSV file with ids to use for users and groups: columns entity, source, id and optionally by (id, email or name, for users of an export)',
    ),
  sync: z
    .strictObject({
      onMissing: choice(
        ['keep', 'deactivate', 'delete'],
        'rows that are in no source any more; default: keep',
      ),
      maxDelete: z
        .union([z.int().nonnegative(), percent])
        .optional()
        .describe(
          'the number or share of rows of an entity that one run may remove; default: 5%, at most 1,000',
        ),
      maxEmpty: z
        .union([z.int().nonnegative(), percent])
        .optional()
        .describe(
          'the number or share of rows with a value in which one run may empty a field; default: 5%, at least 3',
        ),
      fields: choice(
        ['mapped', 'all'],
        'the fields that are compared, sent and emptied: those of the sources, or all; default: mapped',
      ),
      onDeleted: choice(
        ['remove', 'keep'],
        'imported messages whose row now has deletedAt, if policies.deletions is drop; default: remove',
      ),
      files: choice(['remove', 'keep'], 'copies of files that no row names any more; default: keep'),
    })
    .optional()
    .describe('makes the pipeline an incremental sync; an empty mapping uses the defaults'),
  files: filesSchema.optional().describe('copies the files of messages and people to a store of yours'),
  live: liveSchema.optional().describe('keeps the old system and the service alike while people move'),
  shards: z
    .int()
    .min(1)
    .max(SHARDS_MAX)
    .optional()
    .describe('the number of processes that can write messages at the same time; default: not divided'),
  notify: notifySchema.optional().describe('whom to notify when a run starts or ends; default: nobody'),
});

/** The schema of pipeline files; `chatferry schema` prints its JSON Schema. */
export const pipelineSchema = unchecked.check(({ value, issues }) => {
  const message = anonymousFault(value);
  const path = ['sources', 'export', 'anonymise'];
  if (message !== undefined) issues.push({ code: 'custom', message, input: true, path });
  const fault = value.files && filesFault(value.files);
  if (fault)
    issues.push({ code: 'custom', message: fault.message, input: value.files, path: [...fault.path] });
  if (value.sync?.files !== undefined && !value.files) {
    const reason = 'is about copies of files, and the pipeline has no files: add files, or leave it out';
    issues.push({ code: 'custom', message: reason, input: value.sync, path: ['sync', 'files'] });
  }
  if (value.live && !value.sources.export) {
    const reason = 'needs the old system: add sources: { export: { system: …, api: … } }';
    issues.push({ code: 'custom', message: reason, input: value.live, path: ['live'] });
  }
});

export type PipelineFile = z.infer<typeof pipelineSchema>;

/** Reason that keeps an export from being anonymised, by what a pipeline says; undefined if nothing does. */
function anonymousFault({ sources, idMap, files }: z.infer<typeof unchecked>): string | undefined {
  const { export: exported } = sources;
  if (!exported?.anonymise) return undefined;
  if (exported.api) return 'what an API has is saved in the state as it is: name an export in place of api';
  const paths = [exported.path ?? []].flat();
  if (paths.some(isRemote)) return 'a remote file would be copied into the state: download it first';
  if (paths.some((path) => /[*?[\]{}!]/.test(path)))
    return 'name the files one by one: the names that a glob finds would be saved in the state';
  if (exported.filesBase !== undefined) return 'filesBase reveals the files of the export';
  if (files) return 'files copies what people have sent as it is: leave files out';
  if (idMap !== undefined) return 'idMap names people of the export';
  const beside = entityNames.find((name) => sources[name] !== undefined);
  return beside && `the rows of sources.${beside} would not be anonymised`;
}

/**
 * Declares a pipeline: the default export of a pipeline file in TypeScript. It returns the pipeline unchanged; the file
 * is checked when it is opened.
 */
export const definePipeline = (pipeline: PipelineFile): PipelineFile => pipeline;

export type { Transform, TransformPlace, TransformRow } from './schema/transform.ts';
export type ServiceSpec = z.infer<typeof service>;

/** JSON Schema of the pipeline file, in draft 7, which YAML editors read. */
export function pipelineJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(pipelineSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}

/** Declarations of the module `chatferry` for editors: what a pipeline or a transform in TypeScript is written with. */
export async function pipelineDeclarations(): Promise<string> {
  const { pipelineTypes } = await import('./schema/pipeline-types.ts');
  return pipelineTypes(pipelineJsonSchema());
}
