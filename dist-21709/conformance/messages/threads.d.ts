import { type Check } from '../check.ts';
/** Threads below messages. */
export declare const threadChecks: readonly Check[];
