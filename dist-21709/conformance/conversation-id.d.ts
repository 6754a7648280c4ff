/** True if an id has one of the documented forms for a conversation between two users, in either order. */
export declare const isUserConversation: (id: string | undefined, one: string, other: string) => boolean;
export declare const isGroupConversation: (id: string | undefined, guid: string) => boolean;
