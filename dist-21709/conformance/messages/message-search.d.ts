import type { Check } from '../check.ts';
/** The filters of lists of messages. */
export declare const messageSearchChecks: readonly Check[];
