/** A row of a sync, as far as it decides which row of its key counts. */
export type RowOfKey = {
    readonly file: number;
    /** True if its source says that the row of the key was deleted there. */
    readonly isDeleted: boolean;
};
/**
 * Relation of a row to the row of its key that counts so far. `counts`: it counts, and no other row gives way; `replaces`: it
 * counts instead; `repeats`: the same version; `contradicts`: another version in the same file; `superseded`: its own file
 * says that it was deleted.
 */
export type Standing = 'counts' | 'replaces' | 'repeats' | 'contradicts' | 'superseded';
/**
 * Decides which row of a key counts in a sync: one of the last file that has the key. Within one file, that is the row that
 * says deleted, else the first one.
 * @param current the row that counts so far; undefined if the row is the first of its key
 * @param isSame whether both have the same version
 */
export declare function standingOf({ file, isDeleted }: RowOfKey, current: RowOfKey | undefined, isSame: () => boolean): Standing;
