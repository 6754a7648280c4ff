import type { Check } from './check.ts';
/** Every check of the suite: what all calls have in common first, then resource by resource. */
export declare const conformanceChecks: readonly Check[];
