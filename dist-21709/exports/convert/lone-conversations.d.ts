import type { RecordPlace, SourceConversation, SourceMember, SourceMessage } from '../neutral.ts';
/** A conversation of its members alone. */
export type Direct = {
    readonly conversation: SourceConversation;
    readonly place: RecordPlace;
    readonly members: Map<string, SourceMember>;
};
/** Somebody in a conversation that does not list them as a member. */
export type Other = {
    readonly id: string;
    readonly name?: string | undefined;
};
/** A conversation with one listed member, and who else writes in it. */
export type Lone = Direct & {
    readonly user: string;
    /** The owner, if that is somebody else. */
    readonly owner: string | undefined;
    readonly others: Other[];
    hasProgram: boolean;
    hasExcluded: boolean;
};
/** Lone conversations by what they are, each with its id. */
type Sorted = {
    /** Those in which somebody else writes, or that are somebody else's. */
    readonly shared: readonly (readonly [string, Lone])[];
    /** The notes to oneself, one of each person. */
    readonly notes: readonly (readonly [string, Lone])[];
    /** Further conversations that these people have for themselves. */
    readonly more: readonly (readonly [string, Lone])[];
};
/**
 * Conversations that list one member. Whether these are notes to oneself is known only when all of their messages have been
 * seen: a list may lack people, and what somebody else writes is nobody's own notes. Memory: three writers for each.
 */
export declare class LoneConversations {
    #private;
    /** @param owner whose it is, if that is a user */
    add(id: string, direct: Direct, owner: string | undefined): void;
    has(id: string): boolean;
    /**
     * Notes who wrote a message, also one that was deleted. Messages of the system are nobody's, and hidden ones were written
     * to nobody in it.
     * @param isProgram whether its author is a program: that is no second person
     */
    hear(message: SourceMessage, isProgram: boolean): void;
    /** Hands all of them over. A person's notes are the first ones, and of these such that no program has written in. */
    take(): Sorted;
}
/** Sentences about conversations with one listed member that are shared, by what they became. */
export declare function notesOfShared(pairs: number, groups: number): readonly string[];
export {};
