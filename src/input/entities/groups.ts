import { z } from 'zod';
import { compiled } from './compiled.ts';
import { type Data, type Entity, steps } from './entity.ts';
import { entityId, enumOf, issueText, metadata, name, seconds, tags, text, url } from './limits.ts';
import { GROUP_TYPE } from './rights.ts';

export type GroupRow = Data & { readonly guid: string; readonly owner?: string | undefined };

const TYPES = ['public', 'password', 'private'] as const;

const schema = compiled(() =>
  z
    .object({
      guid: entityId(),
      name: name('GROUP.NAME_TOO_LONG'),
      type: enumOf(TYPES, 'GROUP.TYPE_INVALID').optional(),
      password: text(100, 'GROUP.PASSWORD_TOO_LONG').optional(),
      icon: url('GROUP.URL_INVALID').optional(),
      description: text(255, 'GROUP.DESCRIPTION_TOO_LONG').optional(),
      owner: entityId().optional(),
      metadata: metadata('GROUP.METADATA_TOO_LARGE').optional(),
      tags: tags('GROUP.TAGS_INVALID').optional(),
      createdAt: seconds().optional(),
    })
    .refine((group) => group.type !== 'password' || group.password !== undefined, {
      path: ['password'],
      error: issueText('GROUP.PASSWORD_MISSING', 'a group of type password needs a password'),
    }),
);

/** Groups (rooms, channels) of the chat system; keyed by `guid`. */
export const groups: Entity<GroupRow> = {
  name: 'groups',
  noun: 'group',
  about:
    'Groups, rooms or channels. A group without a type is created as private. A group without an owner belongs to the app.',
  after: ['users'],
  fields: {
    guid: 'id',
    name: 'text',
    type: 'text',
    password: 'text',
    icon: 'text',
    description: 'text',
    owner: 'id',
    metadata: 'json',
    tags: 'tags',
    createdAt: 'time',
  },
  required: ['guid', 'name'],
  keyFields: ['guid'],
  keyCase: 'lower',
  timeField: 'createdAt',
  goesWith: 'nothing',
  compared: {
    exact: ['name', 'type', 'icon', 'description', 'owner', 'metadata', 'tags'],
    times: [{ field: 'createdAt', rule: 'given' }],
    defaults: { owner: 'app_system', type: GROUP_TYPE },
    unseen: ['password'],
  },
  members: ['metadata'],
  clearable: ['icon', 'description', 'metadata', 'tags'],
  schema,
  key: (group) => group.guid,
  refs: (group) => (group.owner === undefined ? [] : [{ entity: 'users', key: group.owner, field: 'owner' }]),
  parts: ({ guid: _, createdAt, ...content }) => ({ content, fixed: { createdAt } }),
  unsaid: ({ name, type, ...rest }) =>
    type === undefined ? TYPES.map((each) => ({ name, type: each, ...rest })) : [],
  partSteps: {
    content: steps('name', 'type', 'password', 'icon', 'description', 'owner'),
    fixed: steps('createdAt'),
  },
};
