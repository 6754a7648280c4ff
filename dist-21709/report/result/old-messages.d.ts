import type { TooOld } from '../../delivery/tally/tally.ts';
import type { Retention } from '../../input/rows/retention.ts';
/** Messages that are older than the service keeps them: how many, how old, and what becomes of them. */
export type OldMessages = {
    readonly messages: number;
    /** When the oldest was sent, RFC 3339. */
    readonly oldest: string;
    /** Messages that were sent before this are too old, RFC 3339. */
    readonly before: string;
    readonly messagesOlderThanDays: number;
    readonly policy: Retention['policy'];
    /** True if the target is a service on another machine. */
    readonly hosted: boolean;
};
/** Describes messages that were found to be too old; undefined if there are none. */
export declare function oldMessages(found: TooOld | undefined, retention: Retention | undefined): OldMessages | undefined;
/** The sum, the dates and what becomes of the messages, as one line. */
export declare function oldMessagesText(old: OldMessages): string;
/**
 * Advises what the user can do about these messages; undefined if the pipeline has decided or the target takes
 * them.
 */
export declare function oldMessagesAdvice({ hosted, policy }: OldMessages): string | undefined;
/** The ways to deal with old messages. */
export declare const RETENTION_WAYS_OUT = "ask the operator to keep messages longer, then raise retention.messagesOlderThanDays; or set retention.policy: skip skips them, archive saves them as NDJSON, allow sends them";
