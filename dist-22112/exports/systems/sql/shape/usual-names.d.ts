/** The parts of a chat, in the order in which they are read. */
export declare const roleNames: readonly ['users', 'conversations', 'participants', 'messages', 'reactions', 'attachments'];
export type RoleName = (typeof roleNames)[number];
/** The usual names of a table, and of its columns by what they are; letters and digits alone count. */
type Usual = {
    readonly tables: readonly string[];
    readonly columns: Readonly<Record<string, readonly string[]>>;
};
/** Names that home-grown chats usually give their tables and columns, most usual first. */
export declare const usual: Readonly<Record<RoleName, Usual>>;
/** Fields of a message which say that only some of those inside may see it: each column that there is counts. */
export declare const internalFields: readonly ['internal', 'privateNote', 'private', 'note', 'whisper'];
/** Without these, a table is not what its name says. */
export declare const needed: Readonly<Record<RoleName, readonly (readonly string[])[]>>;
/** The part of a name that counts. */
export declare const plainName: (name: string) => string;
export {};
