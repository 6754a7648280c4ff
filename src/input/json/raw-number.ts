// TypeScript's library does not know them yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** A whole number of any size as a value that `JSON.stringify` writes with all its digits. */
export const rawNumber = (value: bigint): object => rawJSON(String(value));

/** True if a value is one that `rawNumber` made. */
export const isRawNumber = (value: unknown): boolean => isRawJSON(value);

/** True if a value has a bigint in it, which JSON cannot write. */
export function hasBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBigint);
}

/**
 * Replaces every bigint in a JSON value by raw JSON, so that it is written with its original digits. Returns the same
 * value if there is none.
 */
export function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return rawNumber(value);
  if (typeof value !== 'object' || value === null || !hasBigint(value)) return value;
  if (Array.isArray(value)) return value.map(exact);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, exact(each)]));
}
