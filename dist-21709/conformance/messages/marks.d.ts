import type { Check } from '../check.ts';
/** Marks on messages. */
export declare const markChecks: readonly Check[];
