/**
 * The key of a row that one user adds to a message: the uid, what is added, and the muid, divided by spaces. A uid has no
 * space; in what is added, spaces and `%` are written as in an address, so that a key can be divided again.
 */
export declare const attachedKey: (uid: string, added: string, muid: string) => string;
/** The muid in the key of a row that goes with a message: all of the key if nothing else is in it. */
export declare const messageOf: ({ keyFields }: {
    readonly keyFields: readonly string[];
}, key: string) => string;
/** The parts of such a key. */
export declare function attachedOf(key: string): {
    readonly uid: string;
    readonly added: string;
    readonly muid: string;
};
