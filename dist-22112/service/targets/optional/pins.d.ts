import type { OptionalCalls } from './optional-calls.ts';
/** Pins, after their messages. */
export declare const pins: OptionalCalls;
