import { invalid } from './api-error.ts';
import { type JsonSchema, wordOf } from './json-schema.ts';

/** One parameter of a query: how it is read, and how the OpenAPI document describes it. */
export type Param<T> = {
  readonly schema: JsonSchema;
  /** True if it is a list, joined by commas. */
  readonly list?: true;
  /** True if a request without it is refused. */
  readonly required?: true;
  /** Reads the values of the name, without empty ones. `refuse` throws a problem. */
  readonly read: (given: readonly string[], refuse: (problem: string) => never, name: string) => T;
};

/** The largest page of every list. */
export const MAX_PAGE = 1000;

/** The values of a set of parameters. */
export type ParamValues<P> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

const textUpTo = (max: number): Param<string | undefined> => ({
  schema: { type: 'string', maxLength: max },
  read: ([value], refuse, name) =>
    value !== undefined && value.length > max
      ? refuse(`The ${name} may not be greater than ${max} characters.`)
      : value,
});

/** A text of at most 1,000 characters; undefined when absent. */
export const text = textUpTo(1000);

/** A search text, at most 100 characters as ids and names have: it is compared with every text. */
export const search = textUpTo(100);

/** A whole number from `min` to `max`; undefined when absent. */
export const number = (min: number, max: number): Param<number | undefined> => ({
  schema: { type: 'integer', minimum: min, maximum: max },
  read: ([value], refuse, name) => {
    if (value === undefined) return undefined;
    const read = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return read >= min && read <= max
      ? read
      : refuse(`The ${name} must be a whole number between ${min} and ${max}.`);
  },
});

/** A whole number from `min` to `max`, `fallback` when absent. */
const numberOr = (fallback: number, min: number, max: number): Param<number> => ({
  schema: { type: 'integer', minimum: min, maximum: max, default: fallback },
  read: (given, refuse, name) => number(min, max).read(given, refuse, name) ?? fallback,
});

/** A parameter that must be there. */
export const required = <T>(one: Param<T | undefined>): Param<T> => ({
  ...one,
  required: true,
  read: (given, refuse, name) => one.read(given, refuse, name) ?? refuse(`The ${name} field is required.`),
});

/** Unix seconds; undefined when absent. */
export const time = number(0, 9_999_999_999);

/** The two parameters of a range. */
type Range<Name extends string> = {
  readonly [K in `${Name}[from]` | `${Name}[to]`]: Param<number | undefined>;
};

/** Both ends of a range of Unix seconds: `<name>[from]` and `<name>[to]`. */
export function range<const Name extends string>(name: Name): Range<Name> {
  // The cast is safe: a computed name has no narrower type than string.
  return { [`${name}[from]`]: time, [`${name}[to]`]: time } as Range<Name>;
}

/** true or false, also 1 or 0; false when absent. */
export const flag: Param<boolean> = {
  schema: { type: 'boolean', default: false },
  read: ([value = 'false'], refuse, name) => {
    if (value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : refuse(`The ${name} field must be true or false.`);
  },
};

/** One of a few words; undefined when absent. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Param<Word | undefined> => ({
  schema: wordOf(words),
  read: ([value], refuse, name) => {
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? refuse(`The selected ${name} is invalid.`);
  },
});

/** The most values of one list; not documented. */
const MAX_LIST = 100;

/** A list, separated by commas or given several times. Empty when absent. */
export const list: Param<readonly string[]> = {
  schema: { type: 'array', maxItems: MAX_LIST, items: { type: 'string' } },
  list: true,
  read: (given, refuse, name) => {
    const values = given
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');
    return values.length <= MAX_LIST
      ? values
      : refuse(`The ${name} may not have more than ${MAX_LIST} items.`);
  },
};

/** The parameters of every list that is read page by page. */
export const PAGE = {
  perPage: numberOr(100, 1, MAX_PAGE),
  page: numberOr(1, 1, 1_000_000_000),
} as const;

/** The parameters of a list that is read with a cursor: the next rows after an id, or the ones before it. */
export const CURSOR = {
  limit: number(1, MAX_PAGE),
  affix: oneOf(['append', 'prepend']),
  id: number(0, 1e12),
} as const;

/** Reads the declared parameters of a query and ignores others. Throws the first problem as ERR_BAD_REQUEST. */
export function readParams<const P extends Readonly<Record<string, Param<unknown>>>>(
  params: P,
  query: URLSearchParams,
): ParamValues<P> {
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const given = [...query.getAll(name), ...query.getAll(`${name}[]`)].filter((value) => value !== '');
    values[name] = param.read(
      given,
      (problem) => {
        throw invalid({ [name]: [problem] });
      },
      name,
    );
  }
  return values as ParamValues<P>;
}
