/** True if a marked text is one of its author, and not what the app says. */
export declare const isOwnOfAuthors: (text: string) => boolean;
/** True if a whole text says that its message was deleted. */
export declare const isDeleted: (text: string) => boolean;
