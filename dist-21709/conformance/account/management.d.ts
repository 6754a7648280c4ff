import { type Check } from '../check.ts';
/** Checks of the apps of the account. */
export declare const managementChecks: readonly Check[];
