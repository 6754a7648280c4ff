/** The turns that are asked of a shared budget. */
export type AskedTurns = {
    /** Milliseconds from one turn to the next, by the limit that this process knows. */
    readonly spacingMs: number;
    /** Turns that requests wait for, at least 1. */
    readonly turns: number;
    /** Turns that were taken before and not used in time; they are given back. */
    readonly unused: number;
};
export type Taken = {
    /** The number of turns taken, all or none. */
    readonly turns: number;
    /** The lead of all processes together over an even pace, milliseconds; at least 0. */
    readonly leadMs: number;
    /** Milliseconds from one turn to the next, by the highest limit that a process knew in the last seconds. */
    readonly spacingMs: number;
    /** Milliseconds until the class opens; 0 if it is open. */
    readonly closedForMs: number;
};
/**
 * The rate limits of one app, for all who send to it, in whatever process: turns at an even pace for each rate class, and
 * whether it is closed. Each method is one step of the store, by the store's clock: nobody comes between. Every method
 * rejects if the store cannot be reached.
 */
export interface SharedBudget extends AsyncDisposable {
    take(rateClass: string, asked: AskedTurns): Promise<Taken>;
    /** Closes the class for all, for `forMs` from now; a longer hold stays. */
    close(rateClass: string, forMs: number): Promise<void>;
    /** Milliseconds until each closed class opens. */
    closed(): Promise<ReadonlyMap<string, number>>;
}
/** After so much time a limit that nobody has asked by is forgotten. */
export declare const SPACING_KEPT_MS = 10000;
/** A hold that lasts longer than it was to last shows that the clock has gone back. */
export declare const CLOCK_SLACK_MS = 1000;
/** So far ahead of an even pace turns are given. */
export declare const leadMaxMs: (spacingMs: number) => number;
