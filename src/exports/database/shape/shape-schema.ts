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
const column = z.union([
  word,
  z.strictObject({
    column: word,
    unit: z.enum(['s', 'ms', 'us', 'ns']).optional(),
    zone: word.optional(),
    join: join.optional(),
    /** The column beside it that says whose ids they are, and what its values mean. */
    type: z.strictObject({ column: word, values: z.record(z.string(), word) }).optional(),
  }),
]);
const value = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const values = z.union([value.transform((one) => [one]), z.array(value)]);
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

/** Tables of a home-grown chat, as pipeline files say it. */
export const shape = z.strictObject({
  preset: z.enum(['mattermost']).optional(),
  database: word.optional(),
  doubleEncoded: z.boolean().optional(),
  users: z
    .strictObject({
      ...shared,
      ...optional('id', 'key', 'firstName', 'lastName', 'email', 'avatar', 'statusMessage', 'bot'),
      ...optional('createdAt', 'lastActiveAt', 'deactivatedAt'),
      name: z.union([none, column, z.array(z.union([word, z.array(word).min(1)])).min(1)]).optional(),
      metadata,
    })
    .optional(),
  conversations: z
    .strictObject({
      ...shared,
      ...optional('id', 'key', 'type', 'name', 'icon', 'description', 'owner', 'createdAt', 'archived'),
      ...optional('isPrivate', 'isPublic', 'deletedAt'),
      types: z.record(z.string(), z.enum(['public', 'private', 'direct'])).optional(),
      members: z.strictObject({ column: word, split: word }).optional(),
      metadata,
    })
    .optional(),
  participants: z
    .strictObject({
      ...shared,
      ...optional('conversation', 'user', 'role', 'joinedAt', 'leftAt', 'removedAt', 'banned'),
      roles: z.record(z.string(), z.enum(['admin', 'moderator', 'participant'])).optional(),
    })
    .optional(),
  messages: z
    .strictObject({
      ...shared,
      ...optional('id', 'conversation', 'receiver', 'sender', 'senderName', 'text', 'time', 'parent', 'kind'),
      ...optional('editedAt', 'deletedAt', 'pinned', 'readAt', 'deliveredAt', 'original'),
      ...optional('internal', 'isDeleted', 'status', 'fileUrl', 'filePath', 'fileName', 'fileType'),
      system: values.optional(),
      markup: z.enum(['html', 'slack']).optional(),
      metadata,
    })
    .optional(),
  reactions: z
    .union([
      z.literal(false),
      z.strictObject({
        ...shared,
        ...optional('message', 'user', 'reaction', 'at', 'deletedAt', 'isDeleted'),
      }),
    ])
    .optional(),
  attachments: z
    .union([
      z.literal(false),
      z.strictObject({
        ...shared,
        ...optional('message', 'url', 'path', 'name', 'type', 'size', 'deletedAt', 'isDeleted'),
      }),
    ])
    .optional(),
});
export type ShapeSpec = z.output<typeof shape>;
export type ColumnSpec = z.output<typeof column>;
export type WhereSpec = z.output<typeof where>;

/** @throws RunError `EXPORT.SHAPE_INVALID` */
export const parsedShape = (declared: ExportInput['shape']): ShapeSpec =>
  declaredShape(shape, declared, 'docs/reference/exports.md lists all keys of shape');
