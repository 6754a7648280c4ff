import type { OptionalCalls } from './optional-calls.ts';
/** Blocks, by the calls of the user who blocks. */
export declare const blocks: OptionalCalls;
