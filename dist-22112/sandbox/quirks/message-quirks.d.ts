/** Switches for what public sources leave open about messages, threads, reactions and conversations. */
export declare const MESSAGE_QUIRKS: {
    readonly muidOnce: import("./quirk.ts").Quirk<boolean>;
    readonly eachReceiver: import("./quirk.ts").Quirk<boolean>;
    readonly mentions: import("./quirk.ts").Quirk<"cut" | "refuse">;
    readonly extensions: import("./quirk.ts").Quirk<"linkpreview" | "none">;
    readonly editReplaces: import("./quirk.ts").Quirk<boolean>;
    readonly deleteKeeps: import("./quirk.ts").Quirk<boolean>;
    readonly deletedNotes: import("./quirk.ts").Quirk<boolean>;
    readonly fixedActions: import("./quirk.ts").Quirk<boolean>;
    readonly deleteThread: import("./quirk.ts").Quirk<boolean>;
    readonly foldReactions: import("./quirk.ts").Quirk<boolean>;
    readonly noSubscribe: import("./quirk.ts").Quirk<boolean>;
    readonly memberPins: import("./quirk.ts").Quirk<boolean>;
    readonly repin: import("./quirk.ts").Quirk<"keep" | "renew">;
    readonly lastMessage: import("./quirk.ts").Quirk<"id" | "time">;
    readonly conversationIds: import("./quirk.ts").Quirk<"short" | "specified">;
    readonly resetKeeps: import("./quirk.ts").Quirk<boolean>;
    readonly adminDelete: import("./quirk.ts").Quirk<boolean>;
    readonly markUnread: import("./quirk.ts").Quirk<"after" | "from">;
};
/** Switches for moderation. */
export declare const MODERATION_QUIRKS: {
    readonly moderateImports: import("./quirk.ts").Quirk<boolean>;
    readonly moderationDecided: import("./quirk.ts").Quirk<boolean>;
    readonly alwaysJudged: import("./quirk.ts").Quirk<boolean>;
    readonly wordParts: import("./quirk.ts").Quirk<boolean>;
    readonly allConditions: import("./quirk.ts").Quirk<boolean>;
};
