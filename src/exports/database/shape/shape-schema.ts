import { z } from 'zod';
import type { ExportInput } from '../../export-reader.ts';
import { declaredShape, optionals } from '../../files/declared.ts';

const word = z.string().min(1);
const join = z.strictObject({
  /** The table in which a value is looked up. */
  table: word,
  /** The column of the own table with the key. */
  on: word,
  /** The column of the other table with the key. */
  key: word.default('id'),
});
const columnParts = {
  column: word,
  unit: z.enum(['s', 'ms', 'us', 'ns']).optional(),
  zone: word.optional(),
  join: join.optional(),
  /** The column beside it that says whose ids they are, and what its values mean: the parts of the shape, or its tables. */
  type: z.strictObject({ column: word, values: z.record(z.string(), word) }).optional(),
  /** The table whose ids they are, where all of them are of one other table. */
  of: word.optional(),
  /** The member of a JSON object in the column that is meant. */
  json: word.optional(),
};
const column = z.union([word, z.strictObject(columnParts)]);
const value = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const values = z.union([value.transform((one) => [one]), z.array(value)]);
/** A column that says yes or no: `values` are those that mean yes; absent where all mean yes but the usual words for no. */
const flag = z.union([word, z.strictObject({ ...columnParts, values: values.optional() })]);
const where = z.record(
  word,
  z.union([values, z.strictObject({ not: values }), z.strictObject({ empty: z.boolean() })]),
);
/** Of a table or a column, `false` says that there is none. */
const none = z.literal(false);
const shared = { table: z.union([none, word, z.array(word).min(1)]).optional(), where: where.optional() };
const metadata = z.array(word).optional();
const optional = <const Name extends string>(...names: readonly Name[]) =>
  optionals(z.union([none, column]), ...names);
const flags = <const Name extends string>(...names: readonly Name[]) =>
  optionals(z.union([none, flag]), ...names);
/** The table of messages that a section belongs to; the first one if it is absent. */
const of = word.optional();

/** Columns with a member each. */
const memberColumns = z.strictObject({ columns: z.array(column).min(1) });
/** A column with all members: a list in JSON or of PostgreSQL, or ids with something between them. */
const memberList = z.strictObject({ column: word, split: word.optional() });

const users = z.strictObject({
  ...shared,
  ...optional('id', 'key', 'firstName', 'lastName', 'email', 'avatar', 'statusMessage'),
  ...flags('bot'),
  ...optional('createdAt', 'lastActiveAt'),
  ...flags('deactivatedAt'),
  name: z.union([none, column, z.array(z.union([word, z.array(word).min(1)])).min(1)]).optional(),
  metadata,
});
const conversations = z.strictObject({
  ...shared,
  ...optional('id', 'key', 'type', 'name', 'icon', 'description', 'owner', 'createdAt'),
  ...flags('archived', 'isPrivate', 'isPublic', 'isDirect', 'deletedAt'),
  types: z.record(z.string(), z.enum(['public', 'private', 'direct'])).optional(),
  members: z.union([memberList, memberColumns]).optional(),
  metadata,
});
const participants = z.strictObject({
  ...shared,
  ...optional('conversation', 'user', 'role', 'joinedAt'),
  ...flags('leftAt', 'removedAt', 'banned'),
  roles: z.record(z.string(), z.enum(['admin', 'moderator', 'participant'])).optional(),
});
/** One conversation with all messages, in which all authors are members. */
const oneRoom = z.strictObject({ const: word, type: z.enum(['private', 'public']).default('private') });
const messages = z.strictObject({
  ...shared,
  ...optional('id'),
  conversation: z.union([none, oneRoom, column]).optional(),
  /** `time` may also be one time for all messages, such as `2022-01-01T00:00:00Z`. */
  ...optional('receiver', 'sender', 'senderName', 'text', 'time', 'parent', 'kind'),
  /** The two people of a message without conversation and receiver. */
  members: z.strictObject({ columns: z.array(column).length(2) }).optional(),
  ...flags('editedAt', 'deletedAt', 'pinned', 'readAt', 'deliveredAt'),
  ...optional('original'),
  ...flags('internal', 'isDeleted', 'encrypted'),
  ...optional('status', 'fileUrl', 'filePath', 'fileName', 'fileType'),
  system: values.optional(),
  markup: z.enum(['html', 'slack']).optional(),
  metadata,
});
const reactions = z.strictObject({
  ...shared,
  of,
  ...optional('message', 'user', 'reaction', 'at'),
  ...flags('deletedAt', 'isDeleted'),
});
const attachments = z.strictObject({
  ...shared,
  of,
  ...optional('message', 'url', 'path', 'name', 'type', 'size'),
  ...flags('deletedAt', 'isDeleted'),
});

/** A section, or a list of sections: one for each table. */
const listed = <Section extends z.ZodType>(section: Section) =>
  z.union([section, z.array(section).min(1)]).optional();

/** Databases of products whose tables are known. */
const presetNames = [
  'buddypress',
  'chatify',
  'chatwoot',
  'discourse',
  'django',
  'laravel-messenger',
  'mailboxer',
  'mattermost',
  'mern',
  'musonza',
  'prisma',
  'supabase',
] as const;
export type PresetName = (typeof presetNames)[number];

/** Tables of a home-grown chat, as pipeline files say it. */
export const shape = z.strictObject({
  preset: z.enum(presetNames).optional(),
  database: word.optional(),
  doubleEncoded: z.boolean().optional(),
  users: listed(users),
  conversations: listed(conversations),
  participants: listed(participants),
  messages: listed(messages),
  reactions: z.union([none, reactions, z.array(reactions).min(1)]).optional(),
  attachments: z.union([none, attachments, z.array(attachments).min(1)]).optional(),
});
export type ShapeSpec = z.output<typeof shape>;
export type ShapeInput = z.input<typeof shape>;
/** Declaration of a column; `values` of one that says yes or no. */
export type ColumnSpec = z.output<typeof flag>;
export type WhereSpec = z.output<typeof where>;
/** Declarations of the tables of each part, without the list around several of them. */
export type SectionSpecs = {
  readonly users: z.output<typeof users>;
  readonly conversations: z.output<typeof conversations>;
  readonly participants: z.output<typeof participants>;
  readonly messages: z.output<typeof messages>;
  readonly reactions: z.output<typeof reactions>;
  readonly attachments: z.output<typeof attachments>;
};

/** The sections of a part of the chat; none where the shape says nothing of it, or that there is none. */
export function sectionsOf<Name extends keyof SectionSpecs>(
  spec: ShapeSpec,
  name: Name,
): readonly SectionSpecs[Name][] {
  const given = spec[name] as SectionSpecs[Name] | readonly SectionSpecs[Name][] | false | undefined;
  if (given === undefined || given === false) return [];
  return Array.isArray(given) ? given : [given as SectionSpecs[Name]];
}

/** @throws RunError `EXPORT.SHAPE_INVALID` */
export const parsedShape = (declared: ExportInput['shape']): ShapeSpec =>
  declaredShape(shape, declared, 'docs/reference/exports.md lists all keys of shape');
