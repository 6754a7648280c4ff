import type { Layer } from '../transport.ts';
/** The difference between the service's clock and ours, from the first answer that has a Date. */
export declare class ClockSkew {
    #private;
    /** Seconds that the service's clock is ahead of ours; 0 while that is not known, or not more than a minute. */
    get seconds(): number;
    /** The problem with this machine's clock; undefined if nothing is known to be. */
    get warning(): string | undefined;
    /** Calls back once it is known how the clocks differ: at once, or before the first answer is used. */
    onKnown(callback: (skewS: number) => void): void;
    /** Reads the Date of answers. */
    layer(clock: {
        now(): number;
    }): Layer;
}
