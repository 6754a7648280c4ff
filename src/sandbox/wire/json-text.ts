/**
 * JSON as text. Answers are assembled from text, so that stored JSON is never parsed again. And keys such as
 * `__proto__` or `7` keep their order, while an object would lose or move them.
 */

/** One member of an object with a string value. Empty without a value. */
export function textMember(name: string, value: string | null | undefined): string {
  return value ? `"${name}":${JSON.stringify(value)}` : '';
}

/** One member of an object with a number value. Empty when absent. */
export function numberMember(name: string, value: number | null | undefined): string {
  return value === null || value === undefined ? '' : `"${name}":${value}`;
}

/** One member of an object whose value is JSON text. Empty when absent. */
export function jsonMember(name: string, json: string | null | undefined): string {
  return json ? `"${name}":${json}` : '';
}

/** Members of an object that have the names that they have in a row, whose values are texts and numbers. */
export const sameMembers = <const N extends string>(
  row: { readonly [Name in N]?: string | number | null } | undefined,
  ...names: readonly N[]
): readonly string[] =>
  names.map((name) => {
    const value = row?.[name];
    return typeof value === 'number' ? numberMember(name, value) : textMember(name, value);
  });

/** A further member of an object, with a comma before it. Empty for an empty member. */
export const withComma = (member: string): string => (member === '' ? '' : `,${member}`);

/** An object of the given members. Empty members are left out, because the service omits empty fields. */
export function jsonObject(...members: readonly string[]): string {
  // A joined text is one piece. A text built by addition is copied again in every answer that uses it.
  return `{${members.filter((member) => member !== '').join(',')}}`;
}

/** An array of JSON texts. */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** An object whose keys come from the caller's data, in the given order. */
export function jsonMap(entries: readonly (readonly [key: string, json: string])[]): string {
  return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

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
