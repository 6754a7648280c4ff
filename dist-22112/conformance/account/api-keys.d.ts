import type { Check } from '../check.ts';
/** Keys of the app. No message of these checks holds a key. */
export declare const apiKeyChecks: readonly Check[];
