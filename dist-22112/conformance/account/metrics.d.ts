import type { Check } from '../check.ts';
/** Checks of how the app is used. */
export declare const metricChecks: readonly Check[];
