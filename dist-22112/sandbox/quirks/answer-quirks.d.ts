/** Switches for what public sources leave open about keys, errors, limits and lists, whatever the call. */
export declare const ANSWER_QUIRKS: {
    readonly existsStatus: import("./quirk.ts").Quirk<400 | 409>;
    readonly keyStatus: import("./quirk.ts").Quirk<401 | 403 | 404>;
    readonly statuses: import("./quirk.ts").Quirk<ReadonlyMap<string, number>>;
    readonly codes: import("./quirk.ts").Quirk<ReadonlyMap<string, string>>;
    readonly plainKeys: import("./quirk.ts").Quirk<boolean>;
    readonly tokensOnly: import("./quirk.ts").Quirk<boolean>;
    readonly anyRegion: import("./quirk.ts").Quirk<boolean>;
    readonly contentType: import("./quirk.ts").Quirk<"any" | "json">;
    readonly plainHttp: import("./quirk.ts").Quirk<301 | 400>;
    readonly bodyBytes: import("./quirk.ts").Quirk<number>;
    readonly window: import("./quirk.ts").Quirk<"minute" | "sliding">;
    readonly budget: import("./quirk.ts").Quirk<"app" | "key">;
    readonly senderLimit: import("./quirk.ts").Quirk<"key" | "none" | "user">;
    readonly deprecation: import("./quirk.ts").Quirk<"date" | "none" | "true">;
    readonly webhookRetriesMs: import("./quirk.ts").Quirk<readonly [number, number]>;
    readonly inclusive: import("./quirk.ts").Quirk<boolean>;
    readonly nextAtEnd: import("./quirk.ts").Quirk<boolean>;
    readonly totalZero: import("./quirk.ts").Quirk<boolean>;
    readonly messageLimit: import("./quirk.ts").Quirk<number>;
    readonly numberIds: import("./quirk.ts").Quirk<boolean>;
};
