/** 1234567 → `1 234 567`, with non-breaking spaces. */
export declare const groupedUnbroken: (value: number) => string;
/** A share of a whole: `12 %`, `0.3 %`, `< 0.1 %`. Shows 0 or 100 only if it is exactly that. */
export declare function share(part: number, whole: number): string;
/** Bytes in decimal units: `812 B`, `1.4 MB`. */
export declare function bytes(count: number): string;
/** `1 row`, `2 rows`. */
export declare const counted: (count: number, one: string, many?: string) => string;
/** Epoch seconds as `3 Jan 2024`. */
export declare const day: (seconds: number) => string;
/** An RFC 3339 time as `21 November 2026 at 15:39 UTC`. */
export declare const moment: (iso: string) => string;
/** `2024-03` as `Mar 2024`. */
export declare const monthName: (month: string) => string;
