import type { App } from '../app/app.ts';
import type { ReceiverType } from '../stores/conversation-store.ts';
import { type Condition, type Rule } from './rule-store.ts';
/** A message before it is stored. `data` is JSON text. */
export type Candidate = RuleSides & {
    readonly data: string;
};
/** Verdict of the rules on a message: nothing against it, or the rule that it breaks, and by which condition. */
export type Verdict = {
    readonly action: 'approve' | 'block' | 'drop' | 'flag';
    readonly rule?: Rule;
    readonly condition?: Condition;
};
/**
 * The verdict of the rules on a message; undefined if no enabled rule is for it. One condition suffices to break a rule,
 * because the record of a blocked message names one; a rule that blocks or drops comes before one that flags; else the
 * older rule wins (assumed).
 */
export declare function judge(app: App, candidate: Candidate): Verdict | undefined;
/** The two sides of a message. */
type RuleSides = {
    readonly sender: string;
    readonly kind: ReceiverType;
    readonly receiver: string;
};
export {};
