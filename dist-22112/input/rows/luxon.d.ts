/** The library for zones and declared time formats; most times have neither. */
export declare const luxon: () => typeof import("luxon");
