import type { ExportObject } from '../../files/export-rows.ts';
import { type SourceGivenReaction, type SourceMessage } from '../../neutral.ts';
/**
 * @param missing the time of a message without one
 * @returns undefined if the row has no id or no channel
 */
export declare function messageFrom(row: ExportObject, missing: number | undefined): SourceMessage | undefined;
/** A reaction; undefined if the row names no message, no user or no reaction. */
export declare function reactionFrom(row: ExportObject): SourceGivenReaction | undefined;
/** The reactions that stand in a message: the latest ones by name, and how many there are. */
export declare function reactionsIn(row: ExportObject): {
    readonly named: readonly SourceGivenReaction[];
    readonly all: number;
};
