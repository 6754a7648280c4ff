/**
 * The position of a name in [0, 2^32), the same every time; a sample takes all names with positions below its bound.
 * @param name a uid, a guid or the name of a conversation
 */
export declare const positionOf: (name: string) => number;
/** The bound of a sample of a share. */
export declare const boundOf: (share: number) => number;
/** The bound of a sample of everything. */
export declare const EVERYTHING: number;
