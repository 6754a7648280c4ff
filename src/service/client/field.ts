/** Reads a value of an answer as the client returns it. Throws a Misfit if the value does not have this form. */
export type AnswerShape<T> = (value: unknown) => T;

declare const isOptional: unique symbol;

/** The shape of a property that may be missing. */
export type OptionalShape<T> = AnswerShape<T | undefined> & { readonly [isOptional]: true };

/** The values that a shape reads. */
export type ShapeOf<S extends AnswerShape<unknown>> = ReturnType<S>;

type Fields = Readonly<Record<string, AnswerShape<unknown>>>;
type Flat<T> = { [K in keyof T]: T[K] };
type Wanted<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends { readonly [isOptional]: true } ? never : K]: ReturnType<F[K]>;
};
type Missable<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends { readonly [isOptional]: true } ? K : never]?: ReturnType<F[K]>;
};

/** The properties of an object: those that are named, and any others. */
type FieldsOf<F extends Fields> = Flat<Wanted<F> & Missable<F> & { [key: string]: unknown }>;

/** The shape of an object, which knows its properties. */
export type ObjectShape<F extends Fields> = AnswerShape<FieldsOf<F>> & { readonly shapes: F };

/** A value does not have the form that is documented. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
  /** Names and positions that lead to the value. */
  readonly path: readonly (string | number)[];
  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Fails for a value that is not what was expected. */
function misfit(expected: string, value: unknown): never {
  throw new Misfit(`Invalid input: expected ${expected}, received ${kindOf(value)}`);
}

/** Reads what lies below a value; a misfit there gets the whole path. */
export function below<T>(step: string | number, shape: AnswerShape<T>, value: unknown): T {
  try {
    return shape(value);
  } catch (error) {
    throw error instanceof Misfit ? new Misfit(error.message, [step, ...error.path]) : error;
  }
}

/** A string. */
export const string: AnswerShape<string> = (value) =>
  typeof value === 'string' ? value : misfit('string', value);

/** Any value, passed on unchanged. */
export const unknownValue: AnswerShape<unknown> = (value) => value;

/** Any value, or none. */
export const optionalValue = unknownValue as OptionalShape<unknown>;

/** A property that may be missing or null; both are read as missing. */
export const maybe = <T>(shape: AnswerShape<T>): OptionalShape<T> =>
  ((value) => (value === undefined || value === null ? undefined : shape(value))) as OptionalShape<T>;

/** An array, each of whose elements has one form. */
export const arrayOf =
  <T>(shape: AnswerShape<T>): AnswerShape<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map((each, index) => below(index, shape, each)) : misfit('array', value);

/** An object with these properties. Others are kept as they are. */
export function fields<F extends Fields>(shapes: F): ObjectShape<F> {
  const entries = Object.entries(shapes);
  const read: AnswerShape<FieldsOf<F>> = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfit('object', value);
    const copy: Record<string, unknown> = { ...value };
    for (const [name, shape] of entries) {
      const one = below(name, shape, Object.hasOwn(value, name) ? copy[name] : undefined);
      if (one === undefined) delete copy[name];
      else copy[name] = one;
    }
    return copy as FieldsOf<F>;
  };
  return Object.assign(read, { shapes });
}

/** The same object with further properties. */
export const moreFields = <F extends Fields, More extends Fields>(
  { shapes }: ObjectShape<F>,
  more: More,
): ObjectShape<F & More> => fields({ ...shapes, ...more });

/** A value that has one of two forms; the first that fits is read. */
export const either =
  <A, B>(first: AnswerShape<A>, second: AnswerShape<B>): AnswerShape<A | B> =>
  (value) =>
    fitting(first, value) ?? fitting(second, value) ?? unfit();

function unfit(): never {
  throw new Misfit('Invalid input');
}

/** The value as a shape reads it; undefined if it has another form. */
export function fitting<T>(shape: AnswerShape<T>, value: unknown): T | undefined {
  try {
    return shape(value);
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

/** The value that `make` makes of a value of a shape. */
export const reshaped =
  <A, B>(shape: AnswerShape<A>, make: (value: A) => B): AnswerShape<B> =>
  (value) =>
    make(shape(value));

/** An array of one is read as its element, which is how some services write a single object. */
export const elementOr =
  <T>(shape: AnswerShape<T>): AnswerShape<T> =>
  (value) =>
    shape(Array.isArray(value) && value.length === 1 ? value[0] : value);

const DIGITS = /^-?\d{1,15}$/;

/** A number, also written as a text of digits. */
export const numeric: AnswerShape<number> = (value) =>
  numberOr(value) ?? (typeof value === 'string' && DIGITS.test(value) ? Number(value) : refuse());

const numberOr = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function refuse(): never {
  throw new Misfit('Invalid input');
}

/** An id. The service writes it as a string or as a number; it is read as a string. */
export const id: AnswerShape<string> = (value) => {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : refuse();
};

/**
 * Seconds since 1970.
 * @alias
 */
export const epoch = numeric;

/** A boolean, also written as 0 or 1. */
export const flag: AnswerShape<boolean> = (value) =>
  typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : refuse();

/** An empty list, which some services write for an empty object, as one. */
export const objectOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? {} : value;

/** A JSON object, passed on unchanged: a copy would lose its identity. An empty list is read as one. */
export const object: AnswerShape<Record<string, unknown>> = (given) => {
  const value = objectOf(given);
  return isObject(value) ? value : misfit('record', value);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of texts. */
export const texts = arrayOf(string);

/** A whole number of an answer's `meta`, also where it is written in digits. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
