// TypeScript's library does not know raw JSON, nor a reviver's third argument, yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};
type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/** A double keeps the digits of every shorter number. */
const LONG_NUMBER = /[\d.]{16}/;

/**
 * Parses JSON as JSON.parse does, but keeps the digits of numbers that JavaScript would round: JSON.stringify writes such a
 * number as it came. Throws a SyntaxError where JSON.parse does.
 */
export const parseJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? parseWithSource(text, keepDigits) : JSON.parse(text);

function keepDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || !LONG_NUMBER.test(source)) return value;
  return String(value) === source ? value : rawJSON(source);
}

/** True if a value is a number whose digits were kept. */
export const isLongNumber = (value: unknown): boolean => isRawJSON(value);
