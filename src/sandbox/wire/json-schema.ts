/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const TEXT: JsonSchema = { type: 'string' };
export const INTEGER: JsonSchema = { type: 'integer' };
export const NUMBER: JsonSchema = { type: 'number' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const SECONDS: JsonSchema = { type: 'integer', description: 'Unix seconds' };
export const ANY_OBJECT: JsonSchema = { type: 'object' };

/** A list of values of one kind. */
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** One of a few words. */
export const wordOf = (words: readonly unknown[]): JsonSchema => ({ type: 'string', enum: words });

type Members = Readonly<Record<string, JsonSchema>>;

/** An object that always has the first members, and may have the others and further ones. */
export const atLeast = (required: Members, optional: Members = {}): JsonSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  // Older tools refuse an empty list.
  ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
});

/** An object that always has the first members, and may have the others but nothing else. */
export const exact = (required: Members, optional?: Members): JsonSchema => ({
  ...atLeast(required, optional),
  additionalProperties: false,
});
