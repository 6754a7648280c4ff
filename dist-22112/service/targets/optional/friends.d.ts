import type { OptionalCalls } from './optional-calls.ts';
/** Friendships, by the calls of one of the two users. */
export declare const friends: OptionalCalls;
