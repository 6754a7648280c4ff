import { type Check } from '../check.ts';
/** Auth tokens of users. */
export declare const authTokenChecks: readonly Check[];
