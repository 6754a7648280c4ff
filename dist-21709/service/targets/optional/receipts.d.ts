import type { OptionalCalls } from './optional-calls.ts';
/** Receipts: how far users have read. Nothing takes them back, so no call removes them. */
export declare const receipts: OptionalCalls;
