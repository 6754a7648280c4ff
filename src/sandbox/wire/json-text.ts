/**
 * JSON written by hand: answers are assembled as text so that stored JSON is never parsed again, and so
 * that keys such as `__proto__` or `7` are kept, in their order, where an object would lose or move them.
 */

/** One member of an object with a string value, or nothing when the value is empty. */
export function textMember(name: string, value: string | null | undefined): string {
  return value ? `"${name}":${JSON.stringify(value)}` : '';
}

/** One member of an object with a number value, or nothing when the value is absent. */
export function numberMember(name: string, value: number | null | undefined): string {
  return value === null || value === undefined ? '' : `"${name}":${value}`;
}

/** One member of an object whose value is JSON text already, or nothing when it is absent. */
export function jsonMember(name: string, json: string | null | undefined): string {
  return json ? `"${name}":${json}` : '';
}

/** A further member behind others, if there is one. */
export const withComma = (member: string): string => (member === '' ? '' : `,${member}`);

/** An object of the given members; empty ones are left out, because the service omits empty fields. */
export function jsonObject(...members: readonly string[]): string {
  // Joined into one piece: a text that was added up is walked through anew by every answer that it becomes part of.
  return `{${members.filter((member) => member !== '').join(',')}}`;
}

/** An array of JSON texts. */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** An object whose keys come from the caller's data, in the order given. */
export function jsonMap(entries: readonly (readonly [key: string, json: string])[]): string {
  return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
