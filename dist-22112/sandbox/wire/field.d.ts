import { type JsonSchema } from './json-schema.ts';
import { type FieldReader, type Fields } from './validation.ts';
/** One field of a body: how it is read, and how the OpenAPI document describes it. */
export type Field<T> = {
    readonly schema: JsonSchema;
    readonly required?: true;
    readonly read: (reader: FieldReader, name: string) => T;
};
/** A field that must be there. `otherwise` is its value where it is missing or wrong, and the problem is recorded. */
export declare const required: <T, O>(field: Field<T>, otherwise: O) => Field<NonNullable<T> | O>;
/** The schema of an id in requests. */
export declare const ID_SCHEMA: JsonSchema;
/** An id, lower-cased; null when absent. */
export declare const id: Field<string | null>;
/** An id that must be there. */
export declare const requiredId: Field<string>;
/** The id of a message: a number, or text as in answers. Null when absent. */
export declare const messageId: Field<number | null>;
/** The required id of a message. 0 if it is missing. */
export declare const requiredMessageId: Field<number>;
/** A string of at most `max` characters; null when absent. */
export declare const text: (max: number) => Field<string | null>;
/** A string that must be there and not blank. */
export declare function requiredText(max: number): Field<string>;
/** A string that may be absent, but not blank; null when absent. */
export declare function notBlank(max: number): Field<string | null>;
/** A URL; null when absent or empty. */
export declare const url: Field<string | null>;
/** Unix seconds of ten digits, as a number or a string of digits; null when absent. */
export declare const seconds: Field<number | null>;
/** Unix seconds that must be there. */
export declare const requiredSeconds: Field<number>;
/** An object as JSON text of at most `maxBytes`; null when absent. */
export declare const object: (maxBytes: number) => Field<string | null>;
/** Tags as JSON text; null when absent or empty. */
export declare const tags: Field<string | null>;
/** One of a few words; null when absent. */
export declare const oneOf: <const Word extends string>(words: readonly Word[]) => Field<Word | null>;
/** One of a few words that must be there. */
export declare const requiredOneOf: <const Word extends string>(words: readonly [Word, ...Word[]]) => Field<Word>;
/** A boolean; false when absent. */
export declare const flag: Field<boolean>;
/** A field that is undefined when absent, so that a change leaves it as it is. */
export declare const ifGiven: <T>({ schema, read }: Field<T>) => Field<T | undefined>;
/** A boolean that is undefined when absent. */
export declare const optionalFlag: Field<boolean | undefined>;
/** A list of ids, lower-cased, each once; empty when absent. */
export declare function readIds(reader: FieldReader, name: string, value: unknown): readonly string[];
/** A list of ids as `readIds` reads it, at most `max` of them. */
export declare const ids: (max: number) => Field<readonly string[]>;
/**
 * A list of `min` to `max` items as `itemOf` reads them; it returns undefined for a wrong one. Empty when absent. `what`
 * says what the list must be.
 */
export declare const items: <T>({ min, max, what }: {
    readonly min: 0 | 1;
    readonly max: number;
    readonly what: string;
}, schema: JsonSchema, itemOf: (value: unknown) => T | undefined) => Field<readonly T[]>;
/** Words out of a few, each once; empty when absent. */
export declare const words: <const Word extends string>(known: readonly Word[]) => Field<readonly Word[]>;
/** An object with fields of its own. Undefined when absent. */
export declare const nested: (schema: JsonSchema) => Field<Fields | undefined>;
/** The values of a set of fields. */
export type FieldValues<F> = {
    readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};
/** The declared fields of a body, to read it and to describe it. */
export type Shape<T> = {
    readonly schema: JsonSchema;
    /** Reads every field. Throws all problems as one refusal with the code. */
    readonly read: (reader: FieldReader, code?: string) => T;
    /** Parses the body, if JSON.parse is not suitable. Throws a SyntaxError. */
    readonly parse?: (text: string) => unknown;
    /** The body is a form (multipart/form-data) instead of JSON. */
    readonly form?: true;
};
/** The values of a shape. */
export type ShapeValues<S> = S extends Shape<infer T> ? T : never;
/** A shape of the given fields. `check` can record problems that concern several of them. */
export declare function shape<const F extends Readonly<Record<string, Field<unknown>>>>(fields: F, check?: (reader: FieldReader, values: FieldValues<F>) => void): Shape<FieldValues<F>>;
