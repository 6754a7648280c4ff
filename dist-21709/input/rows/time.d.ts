/**
 * The form in which the times of a column are written: `iso`, a unit of epoch time, or a luxon format; `zone` is
 * for times without one.
 */
export type TimeFormat = {
    readonly time?: string | undefined;
    readonly zone?: string | undefined;
};
/** A time in epoch seconds, or the code and message of a Problem. */
export type ParsedTime = {
    readonly seconds: number;
} | {
    readonly code: TimeCode;
    readonly message: string;
};
type TimeCode = 'ROW.TIME_INVALID' | 'ROW.TIME_NO_ZONE';
/** True if a name is a known time zone. */
export declare function isZone(zone: string): boolean;
/**
 * Reads one time. Without a declared format, digits are epoch seconds and everything else must be ISO 8601 with a zone.
 * Fractions of a second are cut, because the service stores whole seconds.
 */
export declare function parseTime(value: string | number | bigint, format?: TimeFormat): ParsedTime;
/**
 * Tells what is wrong with a cell that says that there is no time, and what to write for it; undefined for other
 * cells.
 */
export declare function noTimeText(cell: unknown): string | undefined;
/**
 * Reads 2024-02-28T10:00:00.123456Z, as most exports write it, many times faster than a pattern and `Date.parse` do.
 * @returns milliseconds since 1970, with a fraction; NaN for any other text, and for days after the 28th, which not every month has
 */
export declare function usualInstant(written: string): number;
/**
 * True if a cell is a time that the clocks of its zone show twice, because they go back. Times with their offset and epoch times
 * are unique.
 * @param seconds the time that the cell was read as
 */
export declare function comesTwice(cell: unknown, seconds: unknown, { zone }: TimeFormat): boolean;
export {};
