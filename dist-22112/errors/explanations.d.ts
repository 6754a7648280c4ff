import type { FilesExample } from './codes/code.ts';
/** The full explanation of a code. */
export type Explanation = {
    readonly code: string;
    /** `row`: rejects the row; `notice`: the row is imported anyway; `run`: ends the command. */
    readonly kind: 'row' | 'notice' | 'run';
    readonly cause: string;
    readonly fix: string;
    /** The command's exit code. */
    readonly exitCode: number;
    readonly example: FilesExample | string;
    /** Part of the example that has to be different, where it is of rows that are rejected. */
    readonly corrected?: FilesExample;
};
/** Every code: rows, then notices, then runs, each in the order of its table. */
export declare const explanations: readonly Explanation[];
/** The explanation of a code, in upper or lower case; undefined if there is none. */
export declare function explanationOf(code: string): Explanation | undefined;
/** The code that a mistyped one most likely means: one that ends with it, or the nearest. */
export declare function meantCode(code: string): string | undefined;
/** The example of a code as it should be; undefined for a code that rejects no row. */
export declare function correctedExample(code: string, example: FilesExample): FilesExample | undefined;
