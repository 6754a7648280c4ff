import type { OptionalCalls } from './optional-calls.ts';
/** Bans, one a call. The service notes each in the history of the group; a removal takes the note with it. */
export declare const bans: OptionalCalls;
