import type { Database } from '../storage/database.ts';
/** One user's reaction to a message. */
export type Reaction = {
    readonly seq: number;
    readonly message: number;
    readonly reaction: string;
    readonly uid: string;
    readonly reactedAt: number;
};
/** The columns of a Reaction, for statements that read one. */
export declare const REACTION_COLUMNS = "seq, message, reaction, uid, reacted_at AS reactedAt";
/**
 * The reactions of messages with their counts, as JSON arrays by message id, in the order of their first use.
 * Messages without reactions are left out. `reactedByMe` needs a viewer. One statement reads a whole page.
 */
export declare function reactionsByMessage(db: Database, ids: readonly number[], viewer: string | undefined): ReadonlyMap<number, string>;
/** Stores a reaction and returns it. Undefined for an existing one, which keeps its time. */
export declare function addReaction(db: Database, { message, reaction, uid, reactedAt }: Omit<Reaction, 'seq'>): Reaction | undefined;
/** Removes a reaction and returns it. Undefined if there is none. */
export declare function removeReaction(db: Database, message: number, reaction: string, uid: string): Reaction | undefined;
/** The distinct reactions of a message. */
export declare function distinctReactions(db: Database, message: number): readonly string[];
