import { type Damage } from './block-sums.ts';
import type { KeptBytes, OpenLog, StateStore } from './state/state-store.ts';
/**
 * Appends the checksums of the first `bytes` of a log to them.
 * @param stamp a line that says of which time they are
 */
export declare function appendSums(log: OpenLog, bytes: number, stamp: string): void;
/** The length of the content without its checksums; undefined if it does not end with checksums. */
export declare const contentBytes: (kept: KeptBytes) => number | undefined;
/**
 * Compares what is kept under a name with its checksums; undefined if it is sound or does not exist.
 * @param mustHaveSums whether it is damaged without checksums; else it is of an older version
 */
export declare function damageInSummed(state: StateStore, name: string, mustHaveSums: boolean): Damage | undefined;
/** The stamp of what is kept under a name; undefined if it has none or is not there. */
export declare function stampIn(state: StateStore, name: string): string | undefined;
