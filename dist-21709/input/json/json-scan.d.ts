/** Facts about a JSON text that a scan finds without parsing it; correct for every valid JSON text. */
export type JsonScan = {
    /** The deepest nesting of brackets. */
    readonly depth: number;
    /** Members in all its objects together. If the parsed value has fewer, an object repeats a name. */
    readonly members: number;
    /** True if a number has 16 or more digits, its point counted as one. */
    readonly longNumber: boolean;
};
/** Scans `bytes` from `start` to `end` once and skips strings. */
export declare function scanJson(bytes: Buffer, start: number, end: number): JsonScan;
/** The number of members of all objects in a parsed value that is not deeper than `DEPTH_MAX`. */
export declare function memberCount(value: unknown): number;
