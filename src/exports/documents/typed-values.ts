import { setMember } from '../files/values.ts';
import { binaryText, timeText, wholeNumber } from './plain-values.ts';

type Typed = Readonly<Record<string, unknown>>;

/**
 * A value of MongoDB's Extended JSON as it is meant, of both versions of it, relaxed and canonical: ids as text, times as
 * RFC 3339, numbers. Objects and arrays are changed in place; what is none of its types stays as it is.
 */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = unwrapped(value[at]);
    return value;
  }
  const object = value as Record<string, unknown>;
  let isFirst = true;
  for (const name in object) {
    if (isFirst && name.startsWith('$')) {
      const found = typedValue(name, object);
      if (found !== undefined) return found;
    }
    isFirst = false;
    const member = object[name];
    if (typeof member !== 'object' || member === null) continue;
    const plain = unwrapped(member);
    if (plain !== member) setMember(object, name, plain);
  }
  return object;
}

/** The names that may stand beside the first one of a type. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  $binary: ['$type'],
  $type: ['$binary'],
  $ref: ['$id', '$db'],
  $regex: ['$options'],
  $code: ['$scope'],
};

/** The value of a typed object, by its first name; null for what stands for nothing, undefined if it is no typed object. */
function typedValue(name: string, object: Typed): unknown {
  const beside = BESIDE[name] ?? [];
  for (const each in object) if (each !== name && !beside.includes(each)) return undefined;
  const value = object[name];
  switch (name) {
    case '$oid':
    case '$uuid':
      return typeof value === 'string' ? value.toLowerCase() : undefined;
    case '$symbol':
    case '$code':
    case '$numberDecimal':
      return typeof value === 'string' ? value : undefined;
    case '$numberInt':
    case '$numberLong':
      return isNumber(value) ? wholeNumber(String(value)) : undefined;
    case '$numberDouble':
      return isNumber(value) ? Number(value) : undefined;
    case '$date':
      return dateOf(value);
    case '$timestamp': {
      const seconds = (value as Typed | null)?.['t'];
      return typeof seconds === 'number' ? timeText(seconds * 1_000) : undefined;
    }
    case '$binary':
    case '$type':
      return binaryOf(object);
    case '$ref':
      return '$id' in object ? unwrapped(object['$id']) : undefined;
    case '$regularExpression': {
      const pattern = (value as Typed | null)?.['pattern'];
      return typeof pattern === 'string' ? pattern : undefined;
    }
    case '$regex':
      return typeof value === 'string' ? value : undefined;
    case '$undefined':
    case '$minKey':
    case '$maxKey':
      return null;
    default:
      return undefined;
  }
}

const isNumber = (value: unknown): value is string | number | bigint =>
  typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value !== '');

/** A time: as RFC 3339, or in milliseconds since 1970 as a number or as a typed one, also before 1970. */
function dateOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const ms = typeof value === 'object' && value !== null ? unwrapped(value) : value;
  return isNumber(ms) ? timeText(Number(ms)) : undefined;
}

/** `{"$binary": {base64, subType}}`, and before version 2 `{"$binary": base64, "$type": subtype}`. */
function binaryOf(object: Typed): string | undefined {
  const value = object['$binary'];
  const [base64, kind] =
    typeof value === 'object' && value !== null
      ? [(value as Typed)['base64'], (value as Typed)['subType']]
      : [value, object['$type']];
  if (typeof base64 !== 'string') return undefined;
  return binaryText(Buffer.from(base64, 'base64'), Number.parseInt(String(kind ?? '0'), 16));
}
