import { type Check } from '../check.ts';
/** Lists in every style of paging. */
export declare const paginationChecks: readonly Check[];
