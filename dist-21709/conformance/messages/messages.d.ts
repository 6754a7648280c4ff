import { type Check } from '../check.ts';
/** Messages between users and in groups. */
export declare const messageChecks: readonly Check[];
