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
