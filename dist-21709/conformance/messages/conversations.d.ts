import { type Check } from '../check.ts';
/** Conversations as each of their users sees them. */
export declare const conversationChecks: readonly Check[];
