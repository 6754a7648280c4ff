import { ANY_OBJECT, FLAG, type JsonSchema, wordOf } from './json-schema.ts';
import { type FieldReader, type Fields, isDeeperThan, isObject, LIMITS, normalId } from './validation.ts';

/** One field of a body: how it is read, and how the OpenAPI document describes it. */
export type Field<T> = {
  readonly schema: JsonSchema;
  readonly required?: true;
  readonly read: (reader: FieldReader, name: string) => T;
};

/**
 * A field of which null counts as absent. `otherwise` is its value then, and where `read` returns undefined because the
 * value is wrong.
 */
const optional = <T, O>(
  schema: JsonSchema,
  otherwise: O,
  read: (value: unknown, name: string, reader: FieldReader) => T | undefined,
): Field<T | O> => ({
  schema,
  read: (reader, name) => {
    const value = reader.value(name);
    return value === undefined || value === null ? otherwise : (read(value, name, reader) ?? otherwise);
  },
});

/** A field that must be there. `otherwise` is its value where it is missing or wrong, and the problem is recorded. */
export const required = <T, O>(field: Field<T>, otherwise: O): Field<NonNullable<T> | O> => ({
  schema: field.schema,
  required: true,
  read: (reader, name) => {
    reader.mustHave(name);
    return field.read(reader, name) ?? otherwise;
  },
});

/** The schema of an id in requests. */
export const ID_SCHEMA: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' };

/** An id, lower-cased; null when absent. */
export const id = optional(ID_SCHEMA, null, (value, name, reader): string | undefined => {
  const found = normalId(value);
  if (found === undefined) reader.problem(name, `The ${name} format is invalid.`);
  return found;
});

/** An id that must be there. */
export const requiredId = required(id, '');

const isDigits = (value: unknown) => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** The id of a message: a number, or text as in answers. Null when absent. */
export const messageId = optional(
  { type: ['string', 'integer'], pattern: '^[0-9]{1,15}$' },
  null,
  (value, name, reader): number | undefined => {
    if (typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isDigits(value)) {
      return Number(value);
    }
    reader.problem(name, `The ${name} must be the id of a message.`);
    return undefined;
  },
);

/** The required id of a message. 0 if it is missing. */
export const requiredMessageId = required(messageId, 0);

/** True if a text has more than `max` code points. Cheap for short texts. */
function isLongerThan(value: string, max: number): boolean {
  return value.length > max && (value.length > max * 2 || [...value].length > max);
}

/** A string of at most `max` characters; null when absent. */
export const text = (max: number) =>
  optional({ type: 'string', maxLength: max }, null, (value, name, reader): string | undefined => {
    if (typeof value !== 'string') reader.problem(name, `The ${name} must be a string.`);
    else if (!value.isWellFormed()) reader.problem(name, `The ${name} is not valid Unicode.`);
    else if (isLongerThan(value, max)) {
      reader.problem(name, `The ${name} may not be greater than ${max} characters.`);
    } else return value;
    return undefined;
  });

/** A string that must be there and not blank. */
export function requiredText(max: number): Field<string> {
  const { read } = text(max);
  return {
    schema: { type: 'string', minLength: 1, maxLength: max },
    required: true,
    read: (reader, name) => {
      const value = read(reader, name);
      if (value !== null && value.trim() !== '') return value;
      if (value !== null || !reader.has(name)) reader.problem(name, `The ${name} field is required.`);
      return '';
    },
  };
}

/** A string that may be absent, but not blank; null when absent. */
export function notBlank(max: number): Field<string | null> {
  const { schema, read } = text(max);
  return {
    schema,
    read: (reader, name) => {
      const value = read(reader, name);
      if (value?.trim() === '') reader.problem(name, `The ${name} field is required.`);
      return value;
    },
  };
}

const urlText = text(LIMITS.url);

/** A URL; null when absent or empty. */
export const url: Field<string | null> = {
  schema: urlText.schema,
  read: (reader, name) => {
    const value = urlText.read(reader, name) || null;
    if (value !== null && !URL.canParse(value)) reader.problem(name, `The ${name} format is invalid.`);
    return value;
  },
};

/** Unix seconds of ten digits, as a number or a string of digits; null when absent. */
export const seconds = optional(
  { type: ['integer', 'string'], description: 'Unix seconds of ten digits' },
  null,
  (value, name, reader): number | undefined => {
    const number = typeof value === 'string' && /^\d{10}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= 1e9 && number < 1e10)
      return number;
    reader.problem(name, `The ${name} must be a 10 digit UNIX timestamp.`);
    return undefined;
  },
);

/** Unix seconds that must be there. */
export const requiredSeconds = required(seconds, 0);

/** True if a value can be written as JSON again, which is recursive. */
function isShallow(value: unknown, name: string, reader: FieldReader): boolean {
  if (!isDeeperThan(value, LIMITS.nesting)) return true;
  reader.problem(name, `The ${name} may not be nested deeper than ${LIMITS.nesting} levels.`);
  return false;
}

/** An object as JSON text of at most `maxBytes`; null when absent. */
export const object = (maxBytes: number) =>
  optional(ANY_OBJECT, null, (value, name, reader): string | undefined => {
    // Many clients send an empty PHP-style array instead of an empty object.
    if (!isObject(value) && !(Array.isArray(value) && value.length === 0)) {
      reader.problem(name, `The ${name} must be an object.`);
      return undefined;
    }
    if (!isShallow(value, name, reader)) return undefined;
    const json = JSON.stringify(isObject(value) ? value : {});
    if (json.length * 3 > maxBytes && Buffer.byteLength(json) > maxBytes) {
      reader.problem(name, `The ${name} may not be greater than ${maxBytes} bytes.`);
    }
    return json;
  });

/** Tags as JSON text; null when absent or empty. */
export const tags = optional(
  { type: 'array', maxItems: LIMITS.tags, items: { type: 'string', maxLength: LIMITS.tag } },
  null,
  (value, name, reader): string | undefined => {
    if (!Array.isArray(value) || !value.every((tag) => typeof tag === 'string')) {
      reader.problem(name, `The ${name} must be an array of strings.`);
      return undefined;
    }
    if (value.length > LIMITS.tags)
      reader.problem(name, `The ${name} may not have more than ${LIMITS.tags} items.`);
    if (value.some((tag) => !tag.isWellFormed() || isLongerThan(tag, LIMITS.tag))) {
      reader.problem(name, `Each of the ${name} may not be greater than ${LIMITS.tag} characters.`);
    }
    return value.length === 0 ? undefined : JSON.stringify(value);
  },
);

/** One of a few words; null when absent. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  optional(wordOf(words), null, (value, name, reader): Word | undefined => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) reader.problem(name, `The selected ${name} is invalid.`);
    return word;
  });

/** One of a few words that must be there. */
export const requiredOneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  required(oneOf(words), words[0] as Word);

/** A boolean; false when absent. */
export const flag = optional(FLAG, false, (value, name, reader): boolean => {
  if (value === true || value === 1) return true;
  if (value !== false && value !== 0) reader.problem(name, `The ${name} field must be true or false.`);
  return false;
});

/** A field that is undefined when absent, so that a change leaves it as it is. */
export const ifGiven = <T>({ schema, read }: Field<T>): Field<T | undefined> => ({
  schema,
  read: (reader, name) => (reader.has(name) ? read(reader, name) : undefined),
});

/** A boolean that is undefined when absent. */
export const optionalFlag = ifGiven(flag);

/** A list of ids, lower-cased, each once; empty when absent. */
export function readIds(reader: FieldReader, name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const given = Array.isArray(value) ? value.map(normalId) : [undefined];
  if (given.includes(undefined)) reader.problem(name, `The ${name} must be an array of valid ids.`);
  return [...new Set(given.filter((one) => one !== undefined))];
}

/** A list of ids as `readIds` reads it, at most `max` of them. */
export const ids = (max: number): Field<readonly string[]> => ({
  schema: { type: 'array', maxItems: max, items: ID_SCHEMA },
  read: (reader, name) => {
    const list = readIds(reader, name, reader.value(name));
    if (list.length > max) reader.problem(name, `The ${name} may not have more than ${max} items.`);
    return list;
  },
});

/**
 * A list of `min` to `max` items as `itemOf` reads them; it returns undefined for a wrong one. Empty when absent. `what`
 * says what the list must be.
 */
export const items = <T>(
  { min, max, what }: { readonly min: 0 | 1; readonly max: number; readonly what: string },
  schema: JsonSchema,
  itemOf: (value: unknown) => T | undefined,
): Field<readonly T[]> => ({
  schema: { type: 'array', ...(min > 0 && { minItems: min }), maxItems: max, items: schema },
  ...(min > 0 && { required: true }),
  read: (reader, name) => {
    if (min > 0) reader.mustHave(name);
    if (!reader.has(name)) return [];
    const value = reader.value(name);
    const given: readonly unknown[] = Array.isArray(value) ? value : [undefined];
    const read = given.slice(0, max).map(itemOf);
    if (given.length < min || given.length > max || read.includes(undefined)) {
      reader.problem(name, `The ${name} must be ${what}.`);
    }
    return read.filter((item) => item !== undefined);
  },
});

/** Words out of a few, each once; empty when absent. */
export const words = <const Word extends string>(known: readonly Word[]): Field<readonly Word[]> =>
  optional({ type: 'array', items: wordOf(known) }, [], (value, name, reader) => {
    const found = Array.isArray(value) ? value.map((one) => known.find((word) => word === one)) : [undefined];
    if (found.includes(undefined)) reader.problem(name, `The selected ${name} is invalid.`);
    return [...new Set(found.filter((word) => word !== undefined))];
  });

/** An object with fields of its own. Undefined when absent. */
export const nested = (schema: JsonSchema): Field<Fields | undefined> =>
  optional(schema, undefined, (value, name, reader) => {
    if (!isObject(value)) reader.problem(name, `The ${name} must be an object.`);
    else if (isShallow(value, name, reader)) return value;
    return undefined;
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

/** The values of a shape. */
export type ShapeValues<S> = S extends Shape<infer T> ? T : never;

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
