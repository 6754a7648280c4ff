import type { ReceiverType } from '../stores/conversation-store.ts';
import type { App } from './app.ts';
/** The receiver of a message. */
export type MessageReceiver = {
    readonly receiverType: ReceiverType;
    readonly receiver: string;
};
/** The part of a message that says who gets it: one receiver, several, or both. */
export type Addressing = {
    readonly receiver: string | null;
    readonly receiverType: ReceiverType | null;
    readonly multipleReceivers?: readonly MessageReceiver[] | undefined;
};
/** Every receiver of a message, each once. */
export declare function receiversOf(message: Addressing): readonly MessageReceiver[];
/** Refuses a group that does not exist, and a user that is missing or deactivated. */
export declare function checkExists({ users, groups }: App, kind: ReceiverType, id: string): void;
