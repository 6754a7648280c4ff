import type { JsonSchema } from './field.ts';

/** The schema of a successful answer, for the OpenAPI document. */
export type AnswerSchema = {
  readonly data: JsonSchema;
  readonly meta?: 'page' | 'cursor';
  /** Some answers to the same call are no page and have no `meta`. */
  readonly sometimesBare?: true;
};

/** The names of the schemas in `resource-schemas.ts`. */
export type ResourceName =
  | 'Acknowledgement'
  | 'ApiKey'
  | 'App'
  | 'AuthToken'
  | 'Call'
  | 'Conversation'
  | 'Group'
  | 'GroupMember'
  | 'Message'
  | 'Permissions'
  | 'Reaction'
  | 'Results'
  | 'Role'
  | 'Trigger'
  | 'User'
  | 'Webhook'
  | 'WebhookDelivery';

/** A reference to a resource, for answers that combine several. */
export const ref = (name: ResourceName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

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
