/** The address of a queue. */
export type QueueUrl = {
    readonly kind: 'redis' | 'postgres';
    /** With the password: never printed. */
    readonly url: string;
    /** Server and database, without user and password. */
    readonly shown: string;
};
/**
 * The queue that `--queue` names, without it `CHATFERRY_QUEUE`.
 * @throws RunError `FLEET.QUEUE_MISSING`; `USAGE.INVALID` for a password on the command line, which everybody can read
 */
export declare function queueUrlOf(given: string | undefined, env: Readonly<Record<string, string | undefined>>): QueueUrl;
