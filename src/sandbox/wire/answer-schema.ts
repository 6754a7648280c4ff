import { ANY_OBJECT, type JsonSchema, listOf } from './json-schema.ts';
import type { RESOURCE_SCHEMAS } from './resource-schemas.ts';

/** The schema of a successful answer, for the OpenAPI document. */
export type AnswerSchema = {
  readonly data: JsonSchema;
  readonly meta?: 'page' | 'cursor';
  /** Some answers to the same call are no page and have no `meta`. */
  readonly sometimesBare?: true;
  /** `data` describes the whole answer: it has no envelope. */
  readonly whole?: true;
};

type ResourceName = keyof typeof RESOURCE_SCHEMAS;

/** A reference to a resource, for answers that combine several. */
export const ref = (name: ResourceName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** One resource. */
export const one = (name: ResourceName): AnswerSchema => ({ data: ref(name) });

/** A list that is read page by page. */
export const paged = (name: ResourceName): AnswerSchema => ({ data: listOf(ref(name)), meta: 'page' });

/** A list that is read with a cursor. */
export const cursored = (name: ResourceName): AnswerSchema => ({ data: listOf(ref(name)), meta: 'cursor' });

/** An object whose keys are ids. */
export const keyed = (description: string): AnswerSchema => ({ data: { ...ANY_OBJECT, description } });
