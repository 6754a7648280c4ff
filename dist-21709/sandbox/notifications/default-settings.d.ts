import type { Fields } from '../wire/validation.ts';
/** The days of a schedule. */
export declare const DAYS: readonly ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Kinds of messages that a user can choose notifications of: for none, for all, for mentions alone. */
export declare const MESSAGE_KINDS: readonly ['messages', 'replies', 'quotedReplies', 'reactions'];
/** Changes of a group that a user can choose notifications of: for none, for all. */
export declare const MEMBER_KINDS: readonly ['memberLeft', 'memberAdded', 'memberJoined', 'memberKicked', 'memberBanned', 'memberUnbanned', 'memberScopeChanged'];
/** The settings of an app that has changed none. Names and numbers are documented, texts are the sandbox's own. */
export declare const DEFAULT_SETTINGS: {
    readonly preferences: Readonly<Record<string, unknown>>;
    readonly sound: Fields;
    readonly templates: Readonly<Record<string, unknown>>;
};
