import { z } from 'zod';
import { RunError } from '../../../errors/run-error.ts';
import { optionals } from '../../files/declared.ts';
import { checkPath, isPaired } from './paths.ts';
import { presets } from './presets.ts';

const word = z.string().min(1);
const words = z.union([word.transform((one) => [one]), z.array(word).min(1)]);
/** A dotted name, several of which the first one with a value counts, or several joined with blanks. */
const field = z.union([words, z.strictObject({ join: z.array(word).min(2) })]);
const fields = <const Name extends string>(...names: readonly Name[]) => optionals(field, ...names);
/** Names with their fields, and where the documents are. */
const section = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject({ path: word.optional(), in: word.optional(), ignore: words.optional(), ...fields });

export const shapeSchema = z.strictObject({
  preset: z.string().optional(),
  root: word.optional(),
  commas: z.boolean().optional(),
  users: section({
    ...fields('id', 'name', 'email', 'avatar', 'statusMessage'),
    ...fields('createdAt', 'lastActiveAt', 'deactivated', 'bot'),
  }).optional(),
  conversations: section({
    ...fields('id', 'name', 'icon', 'description', 'owner', 'createdAt', 'archived', 'deleted'),
    ...fields('type', 'members', 'roles'),
    public: words.optional(),
    direct: words.optional(),
    pair: word.optional(),
  }).optional(),
  members: section(fields('conversation', 'user', 'scope', 'joinedAt')).optional(),
  scopes: z.record(word, z.enum(['admin', 'moderator', 'participant', 'banned', 'none'])).optional(),
  messages: section({
    ...fields('id', 'conversation', 'sender', 'receiver', 'senderName', 'time', 'text', 'type'),
    ...fields('internal', 'deleted', 'editedAt', 'parent', 'reactions'),
    ...fields('file', 'fileName', 'fileType', 'fileSize'),
    system: words.optional(),
  }).optional(),
});

/** Paths of the documents of a chat in a database, and what their fields mean. */
export type Shape = z.infer<typeof shapeSchema>;
export type Field = z.infer<typeof field>;

export const SECTIONS = ['users', 'conversations', 'members', 'messages'] as const;
export type SectionName = (typeof SECTIONS)[number];

/**
 * The shape that a pipeline declares, over that of its preset.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export function shapeOf(declared: Readonly<Record<string, unknown>>): Shape {
  const own = parsed(declared);
  const { preset } = own;
  if (preset !== undefined && !Object.hasOwn(presets, preset))
    throw invalid(`there is no preset ${preset}; there are ${Object.keys(presets).join(', ')}`);
  const base = preset === undefined ? {} : parsed(presets[preset as keyof typeof presets]);
  const merged: Record<string, unknown> = { ...base, ...own };
  for (const name of SECTIONS) if (base[name] && own[name]) merged[name] = { ...base[name], ...own[name] };
  const shape = merged as Shape;
  if (shape.messages?.path === undefined) throw invalid('messages.path says where the messages are');
  checkPaths(shape);
  return shape;
}

/** @throws RunError `EXPORT.SHAPE_INVALID` */
function checkPaths(shape: Shape): void {
  if (shape.root !== undefined) checkPath(shape.root);
  for (const name of SECTIONS) {
    const { path } = shape[name] ?? {};
    if (path === undefined) continue;
    checkPath(path);
    if (isPaired(path) && name !== 'messages' && name !== 'conversations')
      throw invalid(`${name}.path: {peer} stands in the paths of messages and conversations alone`);
  }
}

function parsed(value: unknown): Shape {
  const result = shapeSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

const invalid = (reason: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export.shape: ${reason}`, {
    hint: 'docs/reference/exports.md lists all keys of a shape',
  });

/** The dotted names of a field. */
export const namesOf = (field: Field | undefined): readonly string[] =>
  field === undefined ? [] : Array.isArray(field) ? field : field.join;
