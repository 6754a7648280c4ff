import { type Check } from '../check.ts';
/** Members of groups. */
export declare const memberChecks: readonly Check[];
