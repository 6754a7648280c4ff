import type { DatabaseSync } from 'node:sqlite';
/** A reply that hangs on another message than its row says. */
export type MovedReply = {
    readonly muid: string;
    /** The muid of the message that it should answer. */
    readonly root: string;
    /** The id on which it hangs. */
    readonly parentId: string;
};
/**
 * Which messages replies answer, in the scratch file. The service knows them by ids: a message that was removed and written
 * again has another one, and its replies hang on none.
 */
export declare class ThreadRoots {
    #private;
    constructor(db: DatabaseSync);
    /**
     * True if replies to a message are written as replies.
     * @param ask asked once for each message, while the sources are read: the record of what was sent is closed after that
     */
    isLive(root: string, ask: () => boolean): boolean;
    /** Adds a reply of the sources. If a key comes again, the last row counts in a sync, else the first. */
    expect(muid: string, root: string, lastCounts: boolean): void;
    /** Takes note of a message of the service: it may be one that others answer. */
    readonly read: (muid: string, id: unknown, parentId: unknown) => void;
    /** Takes note of a reply of the service that is as its row says, but for what it hangs on. */
    readonly readReply: (muid: string, parentId: unknown) => void;
    /**
     * The replies that hang on another message: on neither the one that they answer, nor, if that is a reply, on its root. Not those whose
     * message the service does not have, which is said of that.
     */
    moved(): Iterable<MovedReply>;
}
