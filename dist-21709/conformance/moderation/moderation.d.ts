import type { Check } from '../check.ts';
/** Rules of moderation, lists, reasons, and what is blocked and flagged. */
export declare const moderationChecks: readonly Check[];
