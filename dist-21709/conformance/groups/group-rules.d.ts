import type { Check } from '../check.ts';
/** Checks of what scopes allow in groups, the order in which groups are listed, and the messages about new members. */
export declare const groupRuleChecks: readonly Check[];
