import type { Check } from '../check.ts';
/** The Data Import API. */
export declare const dataImportChecks: readonly Check[];
