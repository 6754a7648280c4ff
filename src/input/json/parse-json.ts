import { jsonFaultOf } from './json-fault.ts';
import { glanceAtJson, memberCount } from './json-scan.ts';

/** How deep JSON may be nested, the outermost value counted. */
export const DEPTH_MAX = 64;

/** The parsed text, undefined where it is not JSON. A whole number that JavaScript would round stays a bigint. */
export function parsedJson(text: string, longNumber: boolean): unknown {
  try {
    return longNumber ? parseWithSource(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

// TypeScript's library does not know the reviver's third argument yet.
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

function keepDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** A cell's JSON as strictly as a row's: what is wrong with it, or the value with every digit of its whole numbers. */
export function parseJsonCell(text: string): { readonly value: unknown } | { readonly reason: string } {
  const bytes = Buffer.from(text);
  const { depth, members, longNumber } = glanceAtJson(bytes, 0, bytes.length);
  if (depth > DEPTH_MAX) return { reason: `nested ${depth} levels deep` };
  const value = parsedJson(text, longNumber);
  if (value === undefined || memberCount(value) !== members) {
    const fault = jsonFaultOf(text);
    return { reason: fault ? `${fault.reason} in character ${fault.column} of the cell` : 'not JSON' };
  }
  return hasInfinite(value) ? { reason: INFINITE } : { value };
}

/** Why a value with a number beyond 1.8e308 is refused. */
export const INFINITE = 'a number beyond what a JSON number can hold';

/** Whether a value of JSON has such a number in it: it would be sent as null. */
export function hasInfinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinite);
}
