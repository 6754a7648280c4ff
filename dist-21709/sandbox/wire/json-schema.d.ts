/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export declare const TEXT: JsonSchema;
export declare const INTEGER: JsonSchema;
export declare const NUMBER: JsonSchema;
export declare const FLAG: JsonSchema;
export declare const SECONDS: JsonSchema;
export declare const ANY_OBJECT: JsonSchema;
/** A list of values of one kind. */
export declare const listOf: (items: JsonSchema) => JsonSchema;
/** One of a few words. */
export declare const wordOf: (words: readonly unknown[]) => JsonSchema;
type Members = Readonly<Record<string, JsonSchema>>;
/** An object that always has the first members, and may have the others and further ones. */
export declare const atLeast: (required: Members, optional?: Members) => JsonSchema;
/** An object that always has the first members, and may have the others but nothing else. */
export declare const exact: (required: Members, optional?: Members) => JsonSchema;
export {};
