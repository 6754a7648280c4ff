import type { MonthProfile } from '../../report/result/profile.ts';
/** Messages by calendar month, UTC. */
export declare class Months {
    #private;
    /** Epoch seconds of the oldest message that is too old; undefined if none is. */
    oldest: number | undefined;
    /** @param before messages sent before this, in epoch seconds, are older than the service keeps them */
    constructor(before: number);
    /** Messages that are older than the service keeps them. */
    get tooOld(): number;
    /** Counts a message that was sent at this time, in epoch seconds. */
    add(sentAt: number): void;
    /** Subtracts a message that was counted. */
    remove(sentAt: number): void;
    /** All months from the first with a message to the last. */
    profile(): MonthProfile[];
}
