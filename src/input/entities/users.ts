import { z } from 'zod';
import { compiled } from './compiled.ts';
import { type Data, type Entity, steps } from './entity.ts';
import { anyText, entityId, metadata, name, seconds, tags, url } from './limits.ts';
import { NEVER } from './rights.ts';

export type UserRow = Data & { readonly uid: string; readonly name: string };

const schema = compiled(() =>
  z.object({
    uid: entityId(),
    name: name('USER.NAME_TOO_LONG'),
    avatar: url('USER.URL_INVALID').optional(),
    link: url('USER.URL_INVALID').optional(),
    role: entityId().optional(),
    statusMessage: anyText().optional(),
    metadata: metadata('USER.METADATA_TOO_LARGE').optional(),
    tags: tags('USER.TAGS_INVALID').optional(),
    createdAt: seconds().optional(),
    lastActiveAt: seconds().optional(),
    deactivatedAt: z
      .union([seconds(), z.literal(NEVER)])
      .optional()
      .describe('time, or never'),
  }),
);

/** Users of the chat system; keyed by `uid`. */
export const users: Entity<UserRow> = {
  name: 'users',
  noun: 'user',
  about:
    'Users of the chat system. A user with a time in deactivatedAt is deactivated. The value never says that the user is active.',
  after: [],
  fields: {
    uid: 'id',
    name: 'text',
    avatar: 'text',
    link: 'text',
    role: 'text',
    statusMessage: 'text',
    metadata: 'json',
    tags: 'tags',
    createdAt: 'time',
    lastActiveAt: 'time',
    deactivatedAt: 'time',
  },
  required: ['uid', 'name'],
  keyFields: ['uid'],
  keyCase: 'lower',
  goesWith: 'nothing',
  compared: {
    exact: ['name', 'avatar', 'link', 'role', 'statusMessage', 'metadata', 'tags', 'deactivatedAt'],
    times: [
      { field: 'createdAt', rule: 'given' },
      { field: 'lastActiveAt', rule: 'notEarlier' },
    ],
    defaults: { role: 'default' },
    unseen: [],
  },
  members: ['metadata'],
  clearable: ['avatar', 'link', 'metadata', 'tags'],
  schema,
  key: (user) => user.uid,
  refs: () => [],
  isActive: ({ deactivatedAt }) => deactivatedAt === undefined || deactivatedAt === NEVER,
  parts: ({ uid: _, createdAt, lastActiveAt: __, deactivatedAt, ...content }) => ({
    // Whether a user is deactivated can be changed later, since when cannot.
    content: { ...content, deactivated: deactivatedAt !== undefined && deactivatedAt !== NEVER },
    fixed: { createdAt },
  }),
  unsaid: ({ deactivated: _, ...content }, { deactivatedAt }) =>
    deactivatedAt === undefined ? [{ ...content, deactivated: true }] : [],
  partSteps: {
    content: [
      ...steps('name', 'avatar', 'link', 'role', 'statusMessage'),
      // The cells of a user with more are checked as a row.
      { otherwise: '"deactivated":false' },
    ],
    fixed: steps('createdAt'),
  },
};
