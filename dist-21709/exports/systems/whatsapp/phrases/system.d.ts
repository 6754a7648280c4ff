export declare const isOfGroup: (kind: string) => boolean;
/** The kind of what the app says itself; undefined for a phrase that is not known. */
export declare function kindOfSystem(text: string): string | undefined;
/** True if what stands before a colon is the beginning of what the app says, not a name. */
export declare function isOfSystem(name: string): boolean;
/** The subject of the group that a line about it ends with. */
export declare function subjectIn(text: string, kind: string | undefined): string | undefined;
