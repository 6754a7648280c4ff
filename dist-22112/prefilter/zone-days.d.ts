import type { Zone } from 'luxon';
export declare const ZONE_DAYS = 32768;
/** Days that are looked up at once. */
export declare const DAYS_AT_ONCE = 512;
/** The days of a zone; made once for each. */
export declare function zoneDays(name: string): ZoneDays;
/** The lead of the clocks of a zone over UTC on each day, as far as that is asked for. */
export declare class ZoneDays {
    #private;
    /** By day: 0 if nothing is known of it. The WebAssembly screen reads a copy. */
    readonly values: Uint8Array<ArrayBuffer>;
    constructor(zone: Zone);
    /** Looks up the days around an index of `values`; returns the index of the first one of them. */
    learn(index: number): number;
}
