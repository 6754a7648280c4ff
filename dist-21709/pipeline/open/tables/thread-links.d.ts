/** A message as far as its thread is concerned. */
export type ThreadedMessage = {
    readonly key: string;
    /** The key of the message that it answers. */
    readonly parent: string | undefined;
    readonly conversation: string | undefined;
};
/**
 * Finds the root of the thread of each reply, as the service takes it: a message of the same conversation that is no reply
 * itself. A reply to a reply has the root of that one. Memory: some 40 bytes for each reply and each answered message, more
 * for an answered reply.
 *
 * First `ask` about every message, then `see` every one, then `rootOf` each.
 */
export declare class ThreadLinks {
    #private;
    /** Notes which message another one answers. */
    ask({ key, parent }: ThreadedMessage): void;
    /** Notes that a message is there, whether it is answered or not. */
    see({ key, parent, conversation }: ThreadedMessage): void;
    /**
     * The key of the root of a reply: its own key if it can be no reply, because it answers itself, a message that answers it
     * in turn, or one of another conversation; that which it names if there is no such message; empty for any other message.
     */
    rootOf({ key, parent, conversation }: ThreadedMessage): string;
}
