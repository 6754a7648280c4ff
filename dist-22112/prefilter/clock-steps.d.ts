/** A declared format of times that the screen can read. */
export type ClockFormat = {
    /** The parts that are read one after the other, a word each: see `stepOf`. */
    readonly steps: Uint32Array;
    /** The form in which all times of the format are written. */
    readonly form: number;
};
/**
 * Compiles a format; undefined for one that only the row check can read. Whatever text the steps read, the row check
 * reads the same clock time in it.
 */
export declare function clockFormat(declared: string): ClockFormat | undefined;
