import { type Check } from '../check.ts';
/** Quoted messages, and conversations that the app pins for all users. */
export declare const quoteAndPinChecks: readonly Check[];
