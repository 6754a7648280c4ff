import type { Check } from './check.ts';
/** Every check of the suite: first the behaviour that all calls share, then each resource. */
export declare const conformanceChecks: readonly Check[];
