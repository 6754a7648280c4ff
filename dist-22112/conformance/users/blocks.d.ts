import { type Check } from '../check.ts';
/** Users whom users have blocked. */
export declare const blockChecks: readonly Check[];
