/**
 * Ways in which documents contain collections: `collections` in a member `__collections__`, `subCollection` in one with their whole
 * paths as names, `plain` side by side with their fields.
 */
export type Container = 'collections' | 'subCollection' | 'plain';
/** The names that stand for an id in a path. */
declare const HELD: readonly ['user', 'conversation', 'message'];
export type Held = (typeof HELD)[number];
/** Place of documents in the text of a database. */
export type DocumentPath = {
    /** Their path in JSON, such as `$.rooms.*.messages.*`. */
    readonly rows: string;
    /** The places of ids among the names that lead to a document. */
    readonly ids: Readonly<Partial<Record<Held, number>>>;
    /** The names that lead to a document, where they must be these; `/messages` is the end of one. */
    readonly names: readonly (string | undefined)[];
    /** Ids that stand in none of the names: those of the collection that a file has. */
    readonly fixed: Readonly<Partial<Record<Held, string>>>;
};
/** Members of a document that hold other documents. */
export declare const INNER: Readonly<Record<Container, string | undefined>>;
/**
 * The place of the documents of a declared path such as `rooms/{conversation}/messages/{message}`.
 * @param root a path before it, in which `*` is any name
 * @param firefoo the path of the collection that a file of Firefoo has; undefined for other files
 * @returns undefined if the file has another collection
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export declare function documentPath(path: string, root: string | undefined, { container, firefoo }: {
    readonly container: Container;
    readonly firefoo?: readonly string[] | undefined;
}): DocumentPath | undefined;
/**
 * The name in braces in a path or in the name of a file.
 * @throws RunError `EXPORT.SHAPE_INVALID` if it stands for no id
 */
export declare function heldOf(name: string, path: string): Held;
/** True if a document with these names before it is one of the path. */
export declare const isAt: ({ names }: DocumentPath, keys: readonly string[]) => boolean;
export {};
