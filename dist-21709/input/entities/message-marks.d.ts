import type { Data } from './entity.ts';
import { type Policies } from './policies.ts';
/** The text of a message that was deleted in the old system, where the message stays. */
export declare const DELETED_TEXT = "[deleted]";
/** The rule that leaves deleted messages out. */
export declare const DELETED_RULE = "deleted";
/**
 * A message with what the API has no field for, its thread, edits, deletion, pin and reactions, in `data.metadata.source`, as far
 * as the policies say so. The text, files and other content of a deleted message are never passed on.
 * @returns undefined if the message is left out
 */
export declare function markedMessage(row: Data, policies: Policies): Data | undefined;
/** A deleted message without its text, files, tags and other content. */
export declare const emptiedMessage: ({ tags: _, ...message }: Data) => Data;
/** A reaction with the number and the first of its users. */
export type CountedReaction = {
    readonly reaction: string;
    readonly count: number;
    readonly uids: readonly string[];
};
/** Adds reactions to what is kept: all users of each if they fit, else the first ones, else the counts of the first reactions. */
export declare function withReactions(message: Data, reactions: readonly CountedReaction[]): Data;
/** The name under which replies are counted that are imported as ordinary messages. */
export declare const WITHOUT_ROOT = "repliesWithoutRoot";
/**
 * The fields of a message that are counted as those that the API cannot carry.
 * @param kept the message with what is kept
 */
export declare function uncarriedFields(fields: readonly string[], message: Data, kept: Data): readonly string[];
/** The fields of a reply that is imported as an ordinary message. */
export declare const withoutRoot: (fields: readonly string[]) => readonly string[];
/** True if the data of a message with its marks is within the limit. */
export declare const fitsData: ({ data }: Data) => boolean;
