import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { type Candidate, type Verdict } from './engine.ts';
import { type ModerationRecord } from './records.ts';
/** True if a verdict keeps a message from its receivers. */
export declare const isBlocked: (verdict: Verdict | undefined) => boolean;
type NamedRule = {
    readonly id: string | null;
    readonly name: string | null;
};
/** The rule that a record names, as the status of a message does. */
export declare const ruleOf: ({ ruleId, ruleName }: ModerationRecord) => NamedRule;
/** The data with a status of moderation, or with none, as JSON text. */
export declare function withStatus(data: string, status: 'pending' | 'approved' | 'disapproved' | undefined, rule?: NamedRule): string;
/** The verdict of the rules on a new message, and its data with that status. Undefined if no rule is for it. */
export declare function judged(app: App, candidate: Candidate): {
    verdict: Verdict;
    data: string;
} | undefined;
/** Stores what follows from a verdict about a stored message. `unread` as in a record. */
export declare function keepVerdict(app: App, message: Message, verdict: Verdict, unread: boolean): void;
/** Publishes what the rules have decided about a message. */
export declare function publishVerdict(app: App, message: Message, verdict: Verdict): void;
/**
 * Moderates an edited message: it gets the status of its new content. A message that becomes one that breaks no rule is
 * let through, also if there is no rule for it any more; one that breaks a rule is kept from its receivers from then on;
 * an edit drops nothing. What a moderator has rejected stays hidden, whatever the sender makes of it (all assumed).
 */
export declare function moderateEdit(app: App, message: Message): Message;
/**
 * Keeps a message from its receivers or lets it through, and has it count as unread and as a reply accordingly.
 * `before` is its record. Does nothing where that is so already. Returns whether the message counts as unread once it
 * is let through.
 */
export declare function setHidden({ messages }: App, { id, parentId, deletedAt }: Message, before: ModerationRecord | undefined, hidden: boolean): boolean;
/**
 * A message as the answer to its sending shows it: `pending`, as documented, although the sandbox has
 * decided already; every later reading shows the decision. With a switch the answer shows it too.
 */
export declare function asAnswered(app: App, message: Message): Message;
export {};
