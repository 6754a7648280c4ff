/** Year, month (1-12), day, hour, minute and second on the clock that the text shows. */
export type ClockTime = readonly [number, number, number, number, number, number];
/** Reads the times of one luxon format. */
type FormatReader = {
    /** True if the format names the zone. */
    readonly namesZone: boolean;
    /** The time on the clock; undefined if the text is not in this format. */
    clock(written: string): ClockTime | undefined;
    /** Seconds since 1970, for a format that names the zone; undefined if the text is not in this format. */
    seconds(written: string): number | undefined;
};
/** The reader of a format; made once for each. */
export declare function formatReader(format: string): FormatReader;
export {};
