/** Values of MongoDB's own types as plain ones, the same from Extended JSON and from BSON. */

/** A time in milliseconds since 1970 as RFC 3339; one that no clock has, as the number. */
export function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

/** A whole number with all its digits. */
export function wholeNumber(digits: string): number | bigint | string {
  const value = Number(digits);
  if (Number.isSafeInteger(value)) return value;
  return /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : digits;
}

const UUID_BYTES = 16;
/** Subtypes of bytes that are a UUID, the old one and the new one. */
const UUIDS: ReadonlySet<number> = new Set([3, 4]);

/** Bytes as text: a UUID as it is written, others in hexadecimal digits. */
export function binaryText(bytes: Buffer, subtype: number): string {
  const hex = bytes.toString('hex');
  if (!UUIDS.has(subtype) || bytes.length !== UUID_BYTES) return hex;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
