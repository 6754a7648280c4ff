import type { Shape } from './entry.ts';

type Value = unknown;

const isObject = (value: Value): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A time between 2001 and 2286, so that seconds and milliseconds cannot be mistaken for each other. */
const isTime = (value: Value, unit: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1e9 * unit && Number(value) < 1e10 * unit;

const TYPES: Readonly<Record<string, (value: Value) => boolean>> = {
  any: () => true,
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  digits: (value) => typeof value === 'string' && /^\d+$/.test(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: (value) => Array.isArray(value),
  seconds: (value) => isTime(value, 1),
  milliseconds: (value) => isTime(value, 1_000),
  true: (value) => value === true,
  false: (value) => value === false,
};

/** Everything in which a value differs from what is documented of it, a text each: `data.uid is missing`. */
export function faultsOf(value: Value, shape: Shape, path: string): readonly string[] {
  if (value === undefined) return [`${path} is missing`];
  if (typeof shape === 'string')
    return isAs(value, shape) ? [] : [`${path} is ${brief(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${brief(value)}, not a list`];
    return value.flatMap((one, index) => faultsOf(one, shape[0], `${path}[${index}]`));
  }
  if (!isObject(value)) return [`${path} is ${brief(value)}, not an object`];
  return Object.entries(shape).flatMap(([name, of]) => {
    if (name === '*')
      return Object.entries(value)
        .filter(([key]) => !(key in shape))
        .flatMap(([key, one]) => faultsOf(one, of, `${path}.${key}`));
    const field = name.replace(/\?$/, '');
    if (name !== field && value[field] === undefined) return [];
    return faultsOf(value[field], of, `${path}.${field}`);
  });
}

/** The words of an enumeration; none where the shape is something else. */
export function wordsOf(shape: Shape): readonly string[] {
  if (typeof shape !== 'string' || !shape.includes('|') || shape.startsWith('~')) return [];
  const words = shape.split('|');
  return words.some((word) => word in TYPES) ? [] : words;
}

/** Every place of an answer that holds `null`, fields of these names aside; the service leaves out what is empty. */
export function nullsIn(value: Value, path: string, allowed: readonly string[]): readonly string[] {
  if (value === null) return [`${path} is null`];
  if (typeof value !== 'object' || value === undefined) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    one === null && allowed.includes(name) ? [] : nullsIn(one, `${path}.${name}`, allowed),
  );
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function isAs(value: Value, shape: string): boolean {
  if (shape.startsWith('~')) {
    const parts = shape
      .slice(1)
      .split('{}')
      .map((part) => RegExp.escape(part));
    return typeof value === 'string' && new RegExp(`^${parts.join('.+')}$`, 's').test(value);
  }
  return shape.split('|').some((one) => TYPES[one]?.(value) ?? value === one);
}

const brief = (value: Value): string => JSON.stringify(value).slice(0, 120);
