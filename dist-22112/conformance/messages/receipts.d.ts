import type { Check } from '../check.ts';
/** Checks of what happens to messages after they are sent: delivered, read, deleted for one side, or refused. */
export declare const receiptChecks: readonly Check[];
