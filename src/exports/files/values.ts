import { usualInstant } from '../../input/rows/time.ts';

/** Reads members of JSON whose types nobody guarantees. */

/** A text, or a number as it is written; undefined for nothing and for an empty text. */
export function textValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A number, also one that is written as text; undefined for what is none. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof found === 'bigint') return Number(found);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** True if a value is true, also as text or as 1. */
export const boolean = (value: unknown): boolean =>
  value === true || value === 1 || value === 'true' || value === '1';

/** The elements of an array; none for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An object; undefined for anything else. */
export const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The objects among the elements of an array. */
export const records = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  list(value)
    .map(record)
    .filter((each) => each !== undefined);

/** The texts among the elements of an array. */
export function textValues(value: unknown): readonly string[] {
  const found: string[] = [];
  for (const each of list(value)) {
    const text = textValue(each);
    if (text !== undefined) found.push(text);
  }
  return found;
}

/** The value of a key that a record has of its own, whatever word the key is. */
export const ownValue = <Value>(
  values: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined => (values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined);

/** Sets a member; `__proto__` is a name as any other. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/i;
/** Numbers below them are seconds, milliseconds and microseconds of times before the year 5138. */
const [SECONDS_BELOW, MS_BELOW, US_BELOW] = [1e11, 1e14, 1e17];

/**
 * A time with a zone, as RFC 3339 with any fraction or as a number since 1970 in seconds, or in a smaller unit by its
 * size: milliseconds since 1970, with a fraction. Undefined for anything else and for times before 1970.
 */
export function instant(value: unknown): number | undefined {
  const usual = typeof value === 'string' ? usualInstant(value) : Number.NaN;
  if (usual > 0) return usual;
  const given = typeof value === 'string' ? RFC_3339.exec(value) : undefined;
  const found = given ? writtenTime(given) : sized(number(value));
  return found !== undefined && found > 0 ? found : undefined;
}

/** True if something happened, by its time, also one in a form that is not read; not by a time that stands for none. */
export const isWritten = (value: unknown): boolean => !NEVER.test(textValue(value) ?? '');
const NEVER = /^(?:0*|000[01]-.*)$/;

function writtenTime([, day, clock, fraction = '', zone]: RegExpExecArray): number {
  const whole = Date.parse(`${day}T${clock}${zone}`);
  return fraction === '' ? whole : whole + Number(fraction.slice(0, 9).padEnd(9, '0')) / 1e6;
}

function sized(value: number | undefined): number | undefined {
  if (value === undefined || value < SECONDS_BELOW) return value === undefined ? undefined : value * 1000;
  if (value < MS_BELOW) return value;
  return value < US_BELOW ? value / 1000 : value / 1e6;
}
