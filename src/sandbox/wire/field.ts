import { type FieldReader, type Fields, LIMITS } from './validation.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One field of a body: how it is read, and how the OpenAPI document describes it. */
export type Field<T> = {
  readonly schema: JsonSchema;
  readonly required?: true;
  readonly read: (reader: FieldReader, name: string) => T;
};

/** The schema of an id in requests. */
export const ID_SCHEMA: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' };

/** An id, lower-cased; null when absent. */
export const id: Field<string | null> = { schema: ID_SCHEMA, read: (reader, name) => reader.id(name) };

/** An id that must be there. */
export const requiredId: Field<string> = {
  schema: ID_SCHEMA,
  required: true,
  read: (reader, name) => reader.requiredId(name),
};

const isDigits = (value: unknown) => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** The id of a message: a number, or text as in answers. Null when absent. */
export const messageId: Field<number | null> = {
  schema: { type: ['string', 'integer'], pattern: '^[0-9]{1,15}$' },
  read: (reader, name) => {
    const value = reader.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isDigits(value)) {
      return Number(value);
    }
    reader.problem(name, `The ${name} must be the id of a message.`);
    return null;
  },
};

/** The required id of a message. 0 if it is missing, and the problem is recorded. */
export const requiredMessageId: Field<number> = {
  schema: messageId.schema,
  required: true,
  read: (reader, name) => {
    if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    return messageId.read(reader, name) ?? 0;
  },
};

/** A string of at most `max` characters; null when absent. */
export const text = (max: number): Field<string | null> => ({
  schema: { type: 'string', maxLength: max },
  read: (reader, name) => reader.text(name, max),
});

/** A string that must be there and not blank. */
export const requiredText = (max: number): Field<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  required: true,
  read: (reader, name) => reader.requiredText(name, max),
});

/** A URL; null when absent or empty. */
export const url: Field<string | null> = {
  schema: { type: 'string', maxLength: LIMITS.url },
  read: (reader, name) => reader.url(name),
};

/** Unix seconds, as a number or ten digits; null when absent. */
export const seconds: Field<number | null> = {
  schema: { type: ['integer', 'string'], description: 'Unix seconds of ten digits' },
  read: (reader, name) => reader.seconds(name),
};

/** Unix seconds that must be there. */
export const requiredSeconds: Field<number> = {
  schema: seconds.schema,
  required: true,
  read: (reader, name) => reader.requiredSeconds(name),
};

/** An object as JSON text of at most `maxBytes`; null when absent. */
export const object = (maxBytes: number): Field<string | null> => ({
  schema: { type: 'object' },
  read: (reader, name) => reader.object(name, maxBytes),
});

/** Tags as JSON text; null when absent or empty. */
export const tags: Field<string | null> = {
  schema: { type: 'array', maxItems: LIMITS.tags, items: { type: 'string', maxLength: LIMITS.tag } },
  read: (reader, name) => reader.tags(name),
};

/** One of a few words; null when absent. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Field<Word | null> => ({
  schema: { type: 'string', enum: words },
  read: (reader, name) => reader.oneOf(name, words),
});

/** One of a few words that must be there. */
export const requiredOneOf = <const Word extends string>(words: readonly [Word, ...Word[]]): Field<Word> => ({
  ...oneOf(words),
  required: true,
  read: (reader, name) => {
    if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    return reader.oneOf(name, words) ?? words[0];
  },
});

/** A boolean; false when absent. */
export const flag: Field<boolean> = {
  schema: { type: 'boolean' },
  read: (reader, name) => reader.flag(name),
};

/** A boolean; undefined when absent, so that a change leaves it as it is. */
export const optionalFlag: Field<boolean | undefined> = {
  schema: flag.schema,
  read: (reader, name) => (reader.has(name) ? reader.flag(name) : undefined),
};

/** A list of ids, lower-cased, each once, at most `max` of them; empty when absent. */
export const ids = (max: number): Field<readonly string[]> => ({
  schema: { type: 'array', maxItems: max, items: ID_SCHEMA },
  read: (reader, name) => {
    const list = reader.ids(name);
    if (list.length > max) reader.problem(name, `The ${name} may not have more than ${max} items.`);
    return list;
  },
});

/** Words out of a few, each once; empty when absent. */
export const words = <const Word extends string>(known: readonly Word[]): Field<readonly Word[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: known } },
  read: (reader, name) => reader.words(name, known),
});

/** An object with fields of its own. Undefined when absent. */
export const nested = (schema: JsonSchema): Field<Fields | undefined> => ({
  schema,
  read: (reader, name) => reader.nested(name),
});

/** The values of a set of fields. */
export type FieldValues<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

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

/** A shape of the given fields. `check` can record problems that concern several of them. */
export function shape<const F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
  check?: (reader: FieldReader, values: FieldValues<F>) => void,
): Shape<FieldValues<F>> {
  const entries = Object.entries(fields);
  // Every object starts with all its members, which is faster than adding them one by one.
  const empty = Object.fromEntries(entries.map(([name]) => [name, undefined]));
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
      ...(required.length > 0 && { required }),
    },
    read: (reader, code) => {
      const values: Record<string, unknown> = { ...empty };
      for (const [name, field] of entries) values[name] = field.read(reader, name);
      check?.(reader, values as FieldValues<F>);
      reader.finish(code);
      return values as FieldValues<F>;
    },
  };
}
