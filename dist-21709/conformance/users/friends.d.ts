import { type Check } from '../check.ts';
/** Friends of users. */
export declare const friendChecks: readonly Check[];
