/** The three exits of what the import calls cannot carry: kept in the message's metadata, written by live calls, left out. */
export declare const exits: readonly ['metadata', 'write', 'drop'];
type Exit = (typeof exits)[number];
/** The treatment of each part of a history that the import calls cannot carry. */
type Exits = {
    /** Links of replies to their root. */
    readonly threads: Exit;
    /** When and by whom a message was edited. */
    readonly edits: Exit;
    /** Messages that were deleted in the old system. */
    readonly deletions: Exit;
    /** Reactions to messages. */
    readonly reactions: Exit;
    /** Messages that are pinned in their conversation. */
    readonly pins: Exit;
};
/** The treatment of parts that the import calls do not carry, and of things that they may do by themselves. */
export type Policies = Exits & {
    /** Imported messages without `readAt` are sent as read; absent: what the service does with them stays. */
    readonly unread?: 'read';
};
/** The name under which messages are counted that are sent as read although their rows do not say so. */
export declare const SENT_AS_READ = "sentAsRead";
/** The name under which groups without a type are counted, among the values that the API cannot carry: it carries each type. */
export declare const UNTYPED = "type";
/** The policies of a pipeline that names none. Deleted messages are left out: whoever deleted them meant it. */
export declare const DEFAULT_POLICIES: Policies;
/** The name under which such a value is counted of a message that was there before: it stays as it was. */
export declare const ofExisting: (field: string) => string;
/** The numbers of values that the API has no field for, by `<entity>.<field>`. */
type ValueCounts = Readonly<Record<string, number>>;
/** The treatment of values that the API has no field for. */
export type UncarriedValues = {
    /** They are lost. */
    readonly notCarried: ValueCounts;
    /** They are in metadata; absent if there are none. */
    readonly kept?: ValueCounts;
    /** They are written by live calls; absent if there are none. */
    readonly written?: ValueCounts;
    /** Messages without `readAt` that are sent as read; absent if there are none. */
    readonly sentAsRead?: number;
    /** Groups that are created without a type in their row; absent if there are none. */
    readonly untypedGroups?: number;
};
/** Divides counts of such values by what the policies do with them. */
export declare function dividedCounts(counts: ValueCounts, policies?: Policies): UncarriedValues;
export {};
