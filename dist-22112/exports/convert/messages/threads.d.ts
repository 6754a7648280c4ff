import type { ExportTally } from '../../tally.ts';
/** Writes the lines of one message. */
type Write = (lines: string) => void;
/**
 * Makes the replies of an export ones that the service takes, where they are written live: each stands after the message
 * that it answers; one that answers a reply answers the root of its thread; one whose root does not land is an ordinary
 * message. Memory: 12 bytes for each message that is answered, more for an answered reply.
 */
export declare class Threads {
    #private;
    constructor(tally: ExportTally);
    /** Notes, while messages are read, that a message is answered. */
    ask(key: string): void;
    /** Notes that a message lands; of all messages, before the first one is passed. */
    land(key: string): void;
    /** Passes the lines of a message on, in the order of time; those of a reply perhaps later, and changed. */
    pass(lines: string, write: Write): void;
    /** Passes on what still waits: replies that answer each other. */
    finish(): void;
}
export {};
