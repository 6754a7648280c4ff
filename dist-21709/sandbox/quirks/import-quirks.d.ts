/** Switches for what public sources leave open about the bulk import. */
export declare const IMPORT_QUIRKS: {
    readonly poison: import("./quirk.ts").Quirk<"batch400" | "batch500" | "row">;
    readonly nested: import("./quirk.ts").Quirk<boolean>;
    readonly overwrite: import("./quirk.ts").Quirk<boolean>;
    readonly membersOnly: import("./quirk.ts").Quirk<boolean>;
    readonly unreadImports: import("./quirk.ts").Quirk<boolean>;
    readonly retentionDays: import("./quirk.ts").Quirk<number>;
    readonly ageCode: import("./quirk.ts").Quirk<"format" | "request">;
    readonly rowCode: import("./quirk.ts").Quirk<"format" | "request">;
    readonly rowLimitStatus: import("./quirk.ts").Quirk<400 | 413>;
    readonly rowKeys: import("./quirk.ts").Quirk<"any" | "exact" | "folded">;
    readonly muidChars: import("./quirk.ts").Quirk<number>;
    readonly joinRule: import("./quirk.ts").Quirk<"both" | "group" | "now" | "user">;
    readonly joinedAt: import("./quirk.ts").Quirk<"group" | "now" | "required">;
    readonly details: import("./quirk.ts").Quirk<"create" | "ignore" | "update">;
    readonly importMentions: import("./quirk.ts").Quirk<"details" | "text">;
    readonly importContent: import("./quirk.ts").Quirk<"any" | "checked">;
    readonly activeOnly: import("./quirk.ts").Quirk<boolean>;
    readonly ownerJoins: import("./quirk.ts").Quirk<boolean>;
    readonly importNotes: import("./quirk.ts").Quirk<boolean>;
    readonly importWebhooks: import("./quirk.ts").Quirk<boolean>;
    readonly importBudget: import("./quirk.ts").Quirk<"each" | "shared">;
};
