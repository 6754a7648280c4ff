import type { Quirk, QuirkValues } from './quirk.ts';
declare const ALL: {
    readonly existsStatus: Quirk<400 | 409>;
    readonly keyStatus: Quirk<401 | 403 | 404>;
    readonly statuses: Quirk<ReadonlyMap<string, number>>;
    readonly codes: Quirk<ReadonlyMap<string, string>>;
    readonly plainKeys: Quirk<boolean>;
    readonly tokensOnly: Quirk<boolean>;
    readonly anyRegion: Quirk<boolean>;
    readonly contentType: Quirk<"any" | "json">;
    readonly plainHttp: Quirk<301 | 400>;
    readonly bodyBytes: Quirk<number>;
    readonly window: Quirk<"minute" | "sliding">;
    readonly budget: Quirk<"app" | "key">;
    readonly senderLimit: Quirk<"key" | "none" | "user">;
    readonly deprecation: Quirk<"date" | "none" | "true">;
    readonly webhookRetriesMs: Quirk<readonly [number, number]>;
    readonly inclusive: Quirk<boolean>;
    readonly nextAtEnd: Quirk<boolean>;
    readonly totalZero: Quirk<boolean>;
    readonly messageLimit: Quirk<number>;
    readonly numberIds: Quirk<boolean>;
    readonly poison: Quirk<"batch400" | "batch500" | "row">;
    readonly nested: Quirk<boolean>;
    readonly overwrite: Quirk<boolean>;
    readonly membersOnly: Quirk<boolean>;
    readonly unreadImports: Quirk<boolean>;
    readonly retentionDays: Quirk<number>;
    readonly ageCode: Quirk<"format" | "request">;
    readonly rowCode: Quirk<"format" | "request">;
    readonly rowLimitStatus: Quirk<400 | 413>;
    readonly rowKeys: Quirk<"any" | "exact" | "folded">;
    readonly muidChars: Quirk<number>;
    readonly joinRule: Quirk<"both" | "group" | "now" | "user">;
    readonly joinedAt: Quirk<"group" | "now" | "required">;
    readonly details: Quirk<"create" | "ignore" | "update">;
    readonly importMentions: Quirk<"details" | "text">;
    readonly importContent: Quirk<"any" | "checked">;
    readonly activeOnly: Quirk<boolean>;
    readonly ownerJoins: Quirk<boolean>;
    readonly importNotes: Quirk<boolean>;
    readonly importWebhooks: Quirk<boolean>;
    readonly importBudget: Quirk<"each" | "shared">;
    readonly muidOnce: Quirk<boolean>;
    readonly eachReceiver: Quirk<boolean>;
    readonly mentions: Quirk<"cut" | "refuse">;
    readonly extensions: Quirk<"linkpreview" | "none">;
    readonly editReplaces: Quirk<boolean>;
    readonly deleteKeeps: Quirk<boolean>;
    readonly deletedNotes: Quirk<boolean>;
    readonly fixedActions: Quirk<boolean>;
    readonly deleteThread: Quirk<boolean>;
    readonly foldReactions: Quirk<boolean>;
    readonly noSubscribe: Quirk<boolean>;
    readonly memberPins: Quirk<boolean>;
    readonly repin: Quirk<"keep" | "renew">;
    readonly lastMessage: Quirk<"id" | "time">;
    readonly conversationIds: Quirk<"short" | "specified">;
    readonly resetKeeps: Quirk<boolean>;
    readonly adminDelete: Quirk<boolean>;
    readonly markUnread: Quirk<"after" | "from">;
    readonly moderateImports: Quirk<boolean>;
    readonly moderationDecided: Quirk<boolean>;
    readonly alwaysJudged: Quirk<boolean>;
    readonly wordParts: Quirk<boolean>;
    readonly allConditions: Quirk<boolean>;
    readonly roleInUse: Quirk<"default" | "refuse">;
    readonly rbac: Quirk<"enforced" | "stored">;
    readonly permissionValues: Quirk<boolean>;
    readonly userMessages: Quirk<"keep" | "remove">;
    readonly newTokens: Quirk<boolean>;
    readonly bots: Quirk<"any" | "role">;
    readonly selfAlone: Quirk<boolean>;
    readonly blockTwice: Quirk<"refuse" | "succeed">;
    readonly friendsAlone: Quirk<boolean>;
    readonly adminsOnly: Quirk<boolean>;
    readonly ownerFree: Quirk<boolean>;
    readonly noJoin: Quirk<boolean>;
    readonly openMembers: Quirk<boolean>;
    readonly openSend: Quirk<boolean>;
    readonly notes: Quirk<"added" | "all">;
    readonly unreadNotes: Quirk<boolean>;
};
/** Behaviour that public sources leave open. Each member is a choice; its declaration explains it. */
export type Quirks = QuirkValues<typeof ALL>;
/** The sandbox without any switch. */
export declare const DEFAULT_QUIRKS: Quirks;
/** A switch as help and documentation show it. */
export type QuirkText = Pick<Quirk<unknown>, 'form' | 'usual' | 'otherwise'>;
/** Every switch with its explanation, by the title of its group. */
export declare const QUIRK_TEXTS: readonly (readonly [title: string, quirks: readonly QuirkText[]])[];
/** Every switch as text for a terminal: its form, what happens without it, what happens with it. */
export declare function quirkList(): string;
/**
 * Reads an age such as `183d`, or `none` for no limit.
 * @returns whole days; 0 for no limit
 * @throws SandboxError for any other text
 */
export declare function parseRetention(text: string): number;
/** Reads a list such as `poison=batch500,nested,conflict409,retention=183d`; rejects unknown words. */
export declare function parseQuirks(text: string): Quirks;
export {};
