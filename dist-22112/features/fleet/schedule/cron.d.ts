/** The times of a schedule. */
export type Times = {
    /** A cron expression of five fields, or of six with seconds. */
    readonly at: string;
    /** A time zone such as `Europe/Berlin`. */
    readonly zone: string;
};
/**
 * The first time of a schedule after a moment, epoch milliseconds.
 * @throws RunError `FLEET.SCHEDULE_INVALID`
 */
export declare function nextTime(times: Times, afterMs: number): number;
/** The number of times of a schedule between two moments, both left out. */
export declare function timesBetween(times: Times, afterMs: number, beforeMs: number): number;
