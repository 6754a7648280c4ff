/**
 * Makes a JSON object from entries. Unlike an object literal, it keeps the order of keys such as `7` and `42` and does
 * not lose the key `__proto__`.
 */
export function jsonObject(entries: Iterable<readonly [key: string, json: string]>): string {
  return `{${Array.from(entries, ([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
