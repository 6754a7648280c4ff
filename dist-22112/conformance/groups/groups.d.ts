import { type Check } from '../check.ts';
/** Groups: from creation to removal. */
export declare const groupChecks: readonly Check[];
