/** Rows in a JSON document. */
export type RowsInDocument = {
    /** Their path, as `rows:` names it. */
    readonly rows: string;
    /** The name that they stand under, which says what they are. */
    readonly name: string;
    readonly count: number;
    /** Scalars of the objects around them that stand before them, as columns: `^.channel.id`. */
    readonly parents: readonly string[];
};
/** The arrays and maps of objects in a document, the outermost first; those at one path are together. */
export declare function rowsInDocument(document: unknown): RowsInDocument[];
