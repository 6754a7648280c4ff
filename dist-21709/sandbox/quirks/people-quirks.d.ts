/** Switches for what public sources leave open about users, roles, friends, groups and their members. */
export declare const PEOPLE_QUIRKS: {
    readonly roleInUse: import("./quirk.ts").Quirk<"default" | "refuse">;
    readonly rbac: import("./quirk.ts").Quirk<"enforced" | "stored">;
    readonly permissionValues: import("./quirk.ts").Quirk<boolean>;
    readonly userMessages: import("./quirk.ts").Quirk<"keep" | "remove">;
    readonly newTokens: import("./quirk.ts").Quirk<boolean>;
    readonly bots: import("./quirk.ts").Quirk<"any" | "role">;
    readonly selfAlone: import("./quirk.ts").Quirk<boolean>;
    readonly blockTwice: import("./quirk.ts").Quirk<"refuse" | "succeed">;
    readonly friendsAlone: import("./quirk.ts").Quirk<boolean>;
    readonly adminsOnly: import("./quirk.ts").Quirk<boolean>;
    readonly ownerFree: import("./quirk.ts").Quirk<boolean>;
    readonly noJoin: import("./quirk.ts").Quirk<boolean>;
    readonly openMembers: import("./quirk.ts").Quirk<boolean>;
    readonly openSend: import("./quirk.ts").Quirk<boolean>;
    readonly notes: import("./quirk.ts").Quirk<"added" | "all">;
    readonly unreadNotes: import("./quirk.ts").Quirk<boolean>;
};
