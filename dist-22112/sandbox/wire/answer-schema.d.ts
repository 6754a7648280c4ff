import { type JsonSchema } from './json-schema.ts';
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
export declare const ref: (name: ResourceName) => JsonSchema;
/** One resource. */
export declare const one: (name: ResourceName) => AnswerSchema;
/** A list that is read page by page. */
export declare const paged: (name: ResourceName) => AnswerSchema;
/** A list that is read with a cursor. */
export declare const cursored: (name: ResourceName) => AnswerSchema;
/** An object whose keys are ids. */
export declare const keyed: (description: string) => AnswerSchema;
export {};
