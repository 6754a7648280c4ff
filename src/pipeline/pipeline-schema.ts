import { z } from 'zod';
import { exportPolicyValues } from '../exports/export-rules.ts';
import { serverProblem } from '../files/server/state-server.ts';
import { entityNames, entityRecord } from '../input/entities/entity.ts';
import { exits } from '../input/entities/policies.ts';
import { retentionPolicies } from '../input/rows/retention.ts';
import { targetNames } from '../service/targets/targets.ts';
import { isRemote, TARGET_NAME } from './reference.ts';
import { choice, inputPath } from './schema/field-schema.ts';
import { notifySchema, secretPlace } from './schema/notify-schema.ts';
import { exportSource, sourcesOfEntity } from './schema/source-schema.ts';
import { PIPELINE_NAME } from './state-place.ts';
import { COUNT_LIMIT, countMeasures, ROW_LIMIT, rowMeasures } from './threshold.ts';

/** The pipeline file as users write it. The schema is plain enough to become a JSON Schema for editors. */

/** Days that a hosted service keeps messages, if nothing else is agreed with its operator: six months. */
export const RETENTION_DAYS = 183;

/** The most parts that messages are divided into. */
const SHARDS_MAX = 64;

const positive = z.int().positive();
const percent = z.string().regex(/^(\d{1,2}(\.\d+)?|100)%$/, 'expected a number or a percentage such as 1%');

const count = z.string().regex(COUNT_LIMIT, 'expected a comparison and a number, such as <100 or ==0');
const rows = z
  .string()
  .regex(ROW_LIMIT, 'expected a comparison and a number or percentage, such as <0.1% or ==0');
const optionally = <T extends z.ZodType, K extends string>(
  names: readonly K[],
  type: T,
): Record<K, z.ZodOptional<T>> =>
  Object.fromEntries(names.map((name) => [name, type.optional()])) as Record<K, z.ZodOptional<T>>;

const apiKey = z.union([...secretPlace.options, z.strictObject({ command: z.array(z.string()).min(1) })]);

const service = z.strictObject({
  appId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,63}$/, 'an app id is letters, digits and hyphens')
    .optional(),
  region: choice(['us', 'eu', 'in'], 'default: us'),
  serviceHost: z
    .string()
    .regex(/^[A-Za-z0-9.-]+(:\d+)?$/, 'a host name, without https:// and without a path')
    .optional(),
  baseUrl: z.string().min(1).optional().describe('instead of appId, region and serviceHost'),
  apiKey: apiKey.optional().describe('where to find the key; never the key itself'),
  caFile: z.string().min(1).optional().describe('PEM file of a private certificate authority'),
  api: choice(targetNames, `default: ${targetNames[0]}`),
});

/** The values of a policy for exports of other chat systems; the first one is the default. */
const policy = <const T extends readonly [string, ...string[]]>(values: T, about: string) =>
  choice(values, `${about}; default: ${values[0]}`);

/** Treatment of parts of the export of another chat system. */
const exportPolicies = {
  self: policy(exportPolicyValues.self, 'what people wrote to themselves: a group of their own, or left out'),
  bots: policy(exportPolicyValues.bots, 'programs that write messages: users with the tag bot, or left out'),
  sender: policy(
    exportPolicyValues.sender,
    'authors that the export does not list: a user each, one user for all, left out, or an error',
  ),
  system: policy(exportPolicyValues.system, 'messages of the system, such as "joined": left out, or texts'),
  topics: policy(
    exportPolicyValues.topics,
    'topics of a conversation: a tag on their messages, a group each, or a thread',
  ),
  markup: policy(exportPolicyValues.markup, 'marked-up text: made Markdown, as it is, or plain text'),
  long: policy(exportPolicyValues.long, 'texts of more than 10 KB: several messages, or rejected'),
  attachments: policy(exportPolicyValues.attachments, 'files: attachments, links in the text, or left out'),
  deleted: policy(exportPolicyValues.deleted, 'deleted messages: left out, or the text [deleted]'),
};

/** Treatment of parts of a history that the import calls cannot carry. */
const policies = z.strictObject({
  threads: choice(exits, 'links of replies to their root; write sends replies live; default: metadata'),
  reactions: choice(
    exits,
    'reactions to messages; write adds them live in the name of their users; default: metadata',
  ),
  pins: choice(
    exits,
    'pinned messages; write pins them in the name of their users, or of the app; default: metadata',
  ),
  edits: choice(['metadata', 'drop'], 'when and by whom messages were edited; default: metadata'),
  deletions: choice(
    ['metadata', 'drop'],
    'messages that were deleted in the old system; default: drop; metadata imports them without their text',
  ),
  unread: choice(
    ['read', 'keep'],
    'read sends imported messages without readAt as read when they were sent; keep leaves what the service does; default: read for an export, else keep',
  ),
  ...exportPolicies,
});

const target = z.union([z.literal('sandbox'), service]);

const unchecked = z.strictObject({
  version: z.literal(1),
  name: z.string().regex(PIPELINE_NAME, 'a name is 1 to 64 of a-z, 0-9 and -'),
  target: target.optional(),
  targets: z
    .record(z.string().regex(TARGET_NAME, 'the name of a target is 1 to 64 of a-z, 0-9 and -'), target)
    .refine((targets) => Object.keys(targets).length > 0, 'name at least one')
    .optional()
    .describe('targets by name: --to NAME picks one, with a state of its own'),
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
      'the folder for the saved state, or postgres://… for a state that any machine can take over; default: .chatferry beside this file',
    ),
  sources: z
    .strictObject({
      ...entityRecord((name) => sourcesOfEntity(name).optional()),
      export: exportSource.optional().describe('the export of another chat system'),
    })
    .refine(
      (sources) => Object.values(sources).some(Boolean),
      `name at least one of ${entityNames.join(', ')}, export`,
    ),
  limits: z
    .strictObject({
      requestsPerMinute: positive.optional(),
      concurrency: positive.max(64).optional(),
      batch: positive.max(50).optional(),
      maxRejects: z.union([z.int().nonnegative(), percent]).optional(),
      timeoutSeconds: positive
        .max(3_600)
        .optional()
        .describe('time for one request and its answer; default: 120'),
    })
    .optional(),
  retention: z
    .strictObject({
      messagesOlderThanDays: positive
        .max(36_525)
        .optional()
        .describe(`days that the service keeps messages; default: ${RETENTION_DAYS}`),
      policy: choice(
        retentionPolicies,
        'what to do with older messages; default: reject for a hosted service, else allow',
      ),
    })
    .optional(),
  policies: policies
    .optional()
    .describe('what is done with parts of a history that the import calls cannot carry'),
  thresholds: z
    .strictObject({ ...optionally(rowMeasures, rows), ...optionally(countMeasures, count) })
    .optional()
    .describe('conditions at the end, such as rejected: "<0.1%"; if one is not met, exit code 11'),
  references: z.enum(['closed', 'open']).optional(),
  idMap: inputPath
    .optional()
    .describe(
      'a CSV file with the columns entity, source and id: the ids to use for users and groups; a column by (id, email, name) says how users of an export are named',
    ),
  sync: z
    .strictObject({
      onMissing: z.enum(['keep', 'deactivate', 'delete']).optional(),
      maxDelete: z.union([z.int().nonnegative(), percent]).optional(),
      maxEmpty: z
        .union([z.int().nonnegative(), percent])
        .optional()
        .describe(
          'the most rows of an entity in which a field may be emptied: a number, or a share of those that had a value in it; default: 5%, at least 3',
        ),
      fields: choice(
        ['mapped', 'all'],
        'what a change sends, compares and empties: the fields that the sources have, or all of them; default: mapped',
      ),
      onDeleted: choice(
        ['remove', 'keep'],
        'what becomes of messages that this pipeline wrote and whose row says deletedAt, as far as policies.deletions is drop; default: remove',
      ),
    })
    .optional(),
  shards: z
    .int()
    .min(1)
    .max(SHARDS_MAX)
    .optional()
    .describe('so many processes can write the messages at the same time, each those of its conversations'),
  notify: notifySchema.optional().describe('who is told when a run starts and how it has ended'),
});

/** The schema of pipeline files; `chatferry schema` prints its JSON Schema. */
export const pipelineSchema = unchecked.check(({ value, issues }) => {
  const message = anonymousFault(value);
  const path = ['sources', 'export', 'anonymise'];
  if (message !== undefined) issues.push({ code: 'custom', message, input: true, path });
});

export type PipelineFile = z.infer<typeof pipelineSchema>;

/** Reason that keeps an export from being anonymised, by what a pipeline says; undefined if nothing does. */
function anonymousFault({ sources, idMap }: z.infer<typeof unchecked>): string | undefined {
  const { export: exported } = sources;
  if (!exported?.anonymise) return undefined;
  const paths = [exported.path].flat();
  if (paths.some(isRemote)) return 'a file of a server would be copied into the state: get it first';
  if (paths.some((path) => /[*?[\]{}!]/.test(path)))
    return 'name the files one by one: the names of those that a glob finds would stand in the state';
  if (exported.filesBase !== undefined) return 'filesBase leads to the files of the export';
  if (idMap !== undefined) return 'idMap names people of the export';
  const beside = entityNames.find((name) => sources[name] !== undefined);
  return beside && `the rows of sources.${beside} would not be anonymised`;
}

/** The default export of a pipeline written in TypeScript; whoever opens the file checks it. */
export const definePipeline = (pipeline: PipelineFile): PipelineFile => pipeline;

export type { Transform, TransformPlace, TransformRow } from './schema/transform.ts';
export type ServiceSpec = z.infer<typeof service>;
export type ApiKeySpec = z.infer<typeof apiKey>;

/** JSON Schema of the pipeline file, in draft 7, which YAML editors read. */
export function pipelineJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(pipelineSchema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}

/** Declarations of the module `chatferry` for editors: what a pipeline or a transform in TypeScript is written with. */
export async function pipelineDeclarations(): Promise<string> {
  const { pipelineTypes } = await import('./schema/pipeline-types.ts');
  return pipelineTypes(pipelineJsonSchema());
}
