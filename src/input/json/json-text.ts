/**
 * A value as JSON text. Whole numbers beyond 2^53, which `parsedJson` reads as bigints, become texts with all their digits.
 */
export function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A replacer is slow, and few values have such numbers.
    return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  }
}
