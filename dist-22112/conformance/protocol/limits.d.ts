import type { Check } from '../check.ts';
/** Documented lengths and counts: the service accepts the longest value and refuses a longer one. */
export declare const limitChecks: readonly Check[];
