/** A refusal because there were too many requests. */
export type Refusal = {
    /** When the refused request was sent, and when the answer arrived, in milliseconds of one clock. */
    readonly sentAt: number;
    readonly at: number;
    /** The wait that follows. */
    readonly pauseMs: number;
    /** True if the service asked for that wait. If not, the wait says nothing about the limit. */
    readonly isStated: boolean;
};
/**
 * Finds the rate that a service really allows, if no limit is known or the known one is too high. A refusal shows how
 * many requests the service has accepted. From there the rate grows: slowly at first, and rarely if a refusal costs a long
 * pause. Where a limit is known, a single refusal does not count, and neither do refusals that a lower rate does not
 * prevent.
 */
export declare class FoundRate {
    #private;
    /** @param knownPerMs the known limit, requests per millisecond; Infinity if none is known */
    constructor(knownPerMs: number);
    /** Requests per millisecond; Infinity as long as nothing contradicts what is known. */
    get perMs(): number;
    /** @param isNeeded whether requests wait because of the rate; only then it may grow */
    accepted(sentAt: number, at: number, isNeeded: boolean): void;
    refused(refusal: Refusal): void;
}
