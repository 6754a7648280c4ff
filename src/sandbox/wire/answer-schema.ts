import type { JsonSchema } from './field.ts';

/** The schema of a successful answer, for the OpenAPI document. */
export type AnswerSchema = {
  readonly data: JsonSchema;
  readonly meta?: 'page' | 'cursor';
  /** Some answers to the same call are no page and have no `meta`. */
  readonly sometimesBare?: true;
  /** `data` describes the whole answer: it has no envelope. */
  readonly whole?: true;
};

/** The names of the schemas in `resource-schemas.ts`. */
export type ResourceName =
  | 'Acknowledgement'
  | 'ApiKey'
  | 'App'
  | 'AuthToken'
  | 'BlockedMessage'
  | 'Call'
  | 'Conversation'
  | 'FlaggedMessage'
  | 'FlagReason'
  | 'Extension'
  | 'Group'
  | 'GroupMember'
  | 'KeywordList'
  | 'Message'
  | 'ModerationRule'
  | 'Permissions'
  | 'Reaction'
  | 'Results'
  | 'ReviewedMessage'
  | 'Role'
  | 'Trigger'
  | 'User'
  | 'Webhook'
  | 'WebhookDelivery';

/** A reference to a resource, for answers that combine several. */
export const ref = (name: ResourceName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** An object with only these members. Those in `required` are always present. */
export const exact = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false });

/** One resource. */
export const one = (name: ResourceName): AnswerSchema => ({ data: ref(name) });

/** All rows of a resource, without pages. */
const all = (name: ResourceName): AnswerSchema => ({ data: { type: 'array', items: ref(name) } });

/** A list that is read page by page. */
export const paged = (name: ResourceName): AnswerSchema => ({ ...all(name), meta: 'page' });

/** A list that is read with a cursor. */
export const cursored = (name: ResourceName): AnswerSchema => ({ ...all(name), meta: 'cursor' });

/** An object whose keys are ids. */
export const keyed = (description: string): AnswerSchema => ({ data: { type: 'object', description } });
