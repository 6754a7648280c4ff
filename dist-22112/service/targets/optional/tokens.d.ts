import type { OptionalCalls } from './optional-calls.ts';
/** Auth tokens of users. */
export declare const tokens: OptionalCalls;
