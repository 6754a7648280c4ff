import { type Check } from '../check.ts';
/** Checks of the records of calls, which have an address of their own. */
export declare const callChecks: readonly Check[];
