/**
 * JSON as text. Answers are assembled from text, so that stored JSON is never parsed again. And keys such as
 * `__proto__` or `7` keep their order, while an object would lose or move them.
 */
/** One member of an object with a string value. Empty without a value. */
export declare function textMember(name: string, value: string | null | undefined): string;
/** One member of an object with a number value. Empty when absent. */
export declare function numberMember(name: string, value: number | null | undefined): string;
/** One member of an object whose value is JSON text. Empty when absent. */
export declare function jsonMember(name: string, json: string | null | undefined): string;
/** A further member of an object, with a comma before it. Empty for an empty member. */
export declare const withComma: (member: string) => string;
/** An object of the given members. Empty members are left out, because the service omits empty fields. */
export declare function jsonObject(...members: readonly string[]): string;
/** An array of JSON texts. */
export declare function jsonArray(items: readonly string[]): string;
/** An object whose keys come from the caller's data, in the given order. */
export declare function jsonMap(entries: readonly (readonly [key: string, json: string])[]): string;
/**
 * Parses JSON as JSON.parse does, but keeps the digits of numbers that JavaScript would round: JSON.stringify writes such a
 * number as it came. Throws a SyntaxError where JSON.parse does.
 */
export declare const parseJson: (text: string) => unknown;
/** True if a value is a number whose digits were kept. */
export declare const isLongNumber: (value: unknown) => boolean;
