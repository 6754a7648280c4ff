import type { App } from '../app/app.ts';
import type { MessageReceiver } from '../app/receivers.ts';
import type { Message } from '../stores/message.ts';
import * as field from '../wire/field.ts';
/** Refuses a muid that is longer than a switch allows. */
export declare function checkMuidLength({ quirks }: App, muid: string | null): void;
/** The fields that sent and imported messages have in common. */
export declare const CONTENT: {
    readonly receiver: field.Field<string>;
    readonly receiverType: field.Field<"group" | "user">;
    readonly category: field.Field<"custom" | "interactive" | "message" | null>;
    readonly type: field.Field<string>;
    readonly data: field.Field<string>;
    readonly tags: field.Field<string | null>;
};
/** The body of a message to one receiver, to several, or to both. */
export declare const SENT_MESSAGE: field.Shape<field.FieldValues<{
    readonly category: field.Field<"custom" | "interactive" | "message" | null>;
    readonly type: field.Field<string>;
    readonly data: field.Field<string>;
    readonly tags: field.Field<string | null>;
    readonly receiver: field.Field<string | null>;
    readonly receiverType: field.Field<"group" | "user" | null>;
    readonly multipleReceivers: field.Field<readonly MessageReceiver[] | undefined>;
    readonly muid: field.Field<string | null>;
    readonly quotedMessageId: field.Field<number | null>;
}>>;
/** The body of a reply in a thread. Its receiver is that of the thread and may be left out. */
export declare const SENT_REPLY: field.Shape<field.FieldValues<{
    readonly category: field.Field<"custom" | "interactive" | "message" | null>;
    readonly type: field.Field<string>;
    readonly data: field.Field<string>;
    readonly tags: field.Field<string | null>;
    readonly receiver: field.Field<string | null>;
    readonly receiverType: field.Field<"group" | "user" | null>;
    readonly multipleReceivers: field.Field<readonly MessageReceiver[] | undefined>;
    readonly muid: field.Field<string | null>;
    readonly quotedMessageId: field.Field<number | null>;
}>>;
/** A message to send. */
export type Sent = field.ShapeValues<typeof SENT_MESSAGE>;
/**
 * The receivers that `check` does not refuse. One refusal refuses all, unless the switch `eachreceiver` is set; then
 * the first one is thrown only if nobody is left.
 */
export declare function openReceivers<R>({ quirks }: App, receivers: readonly R[], check: (receiver: R) => void): R[];
/** Documented: at most 10 distinct mentions. Assumed: a message with more is refused. */
export declare function checkMentions({ quirks }: App, given: unknown): void;
/** The message that the sender has sent with this muid, where the switch `muidonce` asks for it. */
export declare function sentBefore(app: App, muid: string | null, sender: string): Message | undefined;
