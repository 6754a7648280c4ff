import type { OptionalCalls } from './optional-calls.ts';
/** Roles of the app. */
export declare const roles: OptionalCalls;
