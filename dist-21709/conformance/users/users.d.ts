import { type Check } from '../check.ts';
/** Users: from creation to removal. */
export declare const userChecks: readonly Check[];
