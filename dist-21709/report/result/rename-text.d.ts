import type { ReferredName } from '../../input/entities/entity.ts';
/** A user or group that is new, and one that is missing, with the same values: they may be the same. */
export type Rename = {
    readonly entity: ReferredName;
    /** The id of the missing one: that of the service. */
    readonly missing: string;
    /** The id of the new one. */
    readonly new: string;
    /** The line of an `idMap` that makes them one. */
    readonly line: string;
};
/** The text to be written if rows were renamed: a sentence, and the lines for the file of `idMap`. */
export type RenameAdvice = {
    readonly sentence: string;
    readonly lines: readonly string[];
};
/** @param idMap the file of the pipeline's `idMap`; undefined if it has none */
export declare function renameAdvice(renames: readonly Rename[], idMap: string | undefined): RenameAdvice | undefined;
/** The same in one line. */
export declare const renameText: ({ sentence, lines }: RenameAdvice) => string;
