import type { Where } from '../errors/run-error.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { Policies } from '../input/entities/policies.ts';

/** What pipeline files say of an export, and which of their entities it has rows of. */

/** What is done with parts of an export that have no counterpart in the service. The first of each is the default. */
export const exportPolicyValues = {
  self: ['group', 'drop'],
  bots: ['user', 'skip'],
  sender: ['placeholder', 'shared', 'drop', 'fail'],
  system: ['drop', 'text'],
  topics: ['tag', 'group', 'thread'],
  markup: ['convert', 'raw', 'plain'],
  long: ['split', 'reject'],
  attachments: ['url', 'text-link', 'drop'],
  deleted: ['drop', 'placeholder'],
} as const;

type Values = typeof exportPolicyValues;

export type ExportPolicies = { readonly [name in keyof Values]: Values[name][number] };

export const DEFAULT_EXPORT_POLICIES: ExportPolicies = {
  self: 'group',
  bots: 'user',
  sender: 'placeholder',
  system: 'drop',
  topics: 'tag',
  markup: 'convert',
  long: 'split',
  attachments: 'url',
  deleted: 'drop',
};

/** All policies that decide what an export becomes. */
export type AllPolicies = Policies & ExportPolicies;

export const conversationTypes = ['public', 'private', 'direct'] as const;
export type ConversationType = (typeof conversationTypes)[number];

/** Conversations and users that are named of an export: ids, names and e-mails, exact or with `*`. */
export type ChoiceSide = {
  readonly conversations?: readonly string[] | undefined;
  readonly users?: readonly string[] | undefined;
  readonly types?: readonly ConversationType[] | undefined;
};

/** Which part of an export a pipeline takes. */
export type ChoiceRules = {
  readonly include?: ChoiceSide | undefined;
  readonly exclude?: ChoiceSide | undefined;
  /** Times as pipelines write them: messages from `since` on, before `until`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/** An id for the user of an export who has an e-mail or a name, as a file says it. */
export type PersonId = {
  readonly by: 'email' | 'name';
  readonly source: string;
  readonly id: string;
  readonly where: Where;
};

/** The entities that an export gives rows of. */
export const exportedNames = ['users', 'groups', 'members', 'messages', 'reactions', 'pins'] as const;
export type ExportedName = (typeof exportedNames)[number];
export const isExportedName = (name: EntityName): name is ExportedName =>
  (exportedNames as readonly string[]).includes(name);

/** The fields of each of them with ids of the old system, which become legal ones when the rows are read. */
export const ID_FIELDS: Readonly<Record<ExportedName, readonly string[]>> = {
  users: ['uid'],
  groups: ['guid', 'owner'],
  members: ['guid', 'uid'],
  messages: ['sender', 'receiver', 'editedBy', 'deletedBy'],
  reactions: ['uid'],
  pins: ['uid'],
};
