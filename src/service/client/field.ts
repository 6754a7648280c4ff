import { type AnswerShape, arrayOf, Misfit, misfit, string } from './shape.ts';

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
