import { type Check } from '../check.ts';
/** Users who are banned from groups. */
export declare const banChecks: readonly Check[];
