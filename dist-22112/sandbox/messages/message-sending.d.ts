import type { App } from '../app/app.ts';
import { type MessageReceiver } from '../app/receivers.ts';
import { type ApiRoute, type Call } from '../app/route.ts';
import type { Message } from '../stores/message.ts';
import { type User } from '../stores/user-store.ts';
import { ApiError } from '../wire/api-error.ts';
import { type Sent } from './message-input.ts';
/** Part of a call that sending needs. */
export type Sending = Pick<Call, 'app' | 'given' | 'bodyText'> & {
    readonly body: Sent;
};
/** Documented: the JSON of a message has at most 65,536 characters. */
export declare function checkSize(bodyText: string): void;
/** The refusal of a user that acts in a group without being its member. */
export declare function groupNotJoined(uid: string, guid: string): ApiError;
/** Refuses a receiver that does not exist or that the sender may not write to. */
export declare function checkReceiver(app: App, sender: User, { receiverType, receiver }: MessageReceiver): void;
/** Refuses to quote a message that is not in the conversation, that is deleted, or that the sender cannot see. */
export declare function checkQuote({ app, body }: Pick<Sending, 'app' | 'body'>, sender: User, to: MessageReceiver): void;
/** A sent message, with what it quotes. */
export declare const sentJson: (app: App, message: Message, sender: User) => string;
/** A message that was sent, as the answer shows it. It is not `delivered` if a rule keeps it from its receiver. */
export type Outcome = {
    readonly message: Message;
    readonly delivered: boolean;
};
/**
 * Stores one message whose receiver and content have been checked, unless a rule of moderation drops it. `parentId`
 * makes it a reply.
 */
export declare function store({ app, body }: Sending, sender: User, to: MessageReceiver, parentId?: number | null): Outcome;
/** The calls that send messages. */
export declare const sendingRoutes: readonly ApiRoute[];
