/**
 * A value as JSON text. Whole numbers beyond 2^53, which `parsedJson` reads as bigints, become texts with all their digits.
 */
export declare function jsonText(value: object): string;
