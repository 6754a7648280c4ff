/** The column with the ready ids of a field. */
export declare const madeColumn: (field: string) => string;
/** The fields whose ready ids objects may have as members. */
export declare const MADE_MEMBERS: ReadonlySet<string>;
/** True if a column of a table holds ready ids, which only chatferry reads. */
export declare const isMadeColumn: (name: string) => boolean;
