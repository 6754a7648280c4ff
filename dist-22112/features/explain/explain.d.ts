import type { Stdout } from '../../terminal/context.ts';
/**
 * Prints what a code means and what to do about it; without a code, lists all codes.
 * @throws RunError `USAGE.INVALID` if there is no such code
 */
export declare function explain({ code }: {
    readonly code: string | undefined;
}, context: Stdout): Promise<number>;
