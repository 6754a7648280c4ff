import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { type User } from '../stores/user-store.ts';
/**
 * Writes the action message about a change of a message; it is part of the conversation's history. Between two
 * users its sender is always one of them, also if the app acted, as in the documented example. `shown` is what the
 * history shows of the message.
 */
export declare function writeMessageAction(app: App, action: 'edited' | 'deleted', message: Message, by: User, shown?: Message): {
    readonly id: number;
    readonly json: string;
};
/** The user that acts: the user of the call, or the app system. */
export declare const actingUser: (actor: User | undefined) => User;
/** Publishes a message that has just been stored, and that it mentions users. */
export declare function publishSent(app: App, message: Message): void;
