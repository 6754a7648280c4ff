import type { OptionalCalls } from './optional-calls.ts';
/** Reactions, after their messages. */
export declare const reactions: OptionalCalls;
