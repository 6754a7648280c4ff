/** Reads members of JSON whose types nobody guarantees. */

/** A text, or a number as it is written; undefined for nothing and for an empty text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A number, also one that is written as text; undefined for what is none. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof found === 'bigint') return Number(found);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** Whether a value is true, also as text or as 1. */
export const boolean = (value: unknown): boolean =>
  value === true || value === 1 || value === 'true' || value === '1';

/** The elements of an array; none for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An object; undefined for anything else. */
export const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
