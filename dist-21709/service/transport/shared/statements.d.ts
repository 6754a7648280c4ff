/** The words that differ between two databases. */
export type SqlDialect = {
    /** The time now, epoch milliseconds; or `$3`, where the caller gives it. */
    readonly now: string;
    readonly greatest: string;
    readonly least: string;
    /** Before and after the types of columns. */
    readonly create: string;
    readonly table: string;
};
/** The statements of a shared budget. Every first parameter is the app. */
export type Statements = {
    readonly create: string;
    /** app, class, (now), spacing, turns, unused, the most that turns may be ahead → lead_ms, granted, spacing, closed_for */
    readonly take: string;
    /** app, class, (now), milliseconds */
    readonly close: string;
    /** app, (now as `$2`) → class, closed_for */
    readonly look: string;
};
/**
 * One algorithm (GCRA: the time at which the next turn is due at an even pace), each step one statement.
 * The row is locked by the conflict, so what two processes ask at once happens one after the other.
 */
export declare function statements({ now, greatest, least, create, table }: SqlDialect): Statements;
/** Numbers of an answer; some drivers give them as texts. */
export declare const takenOf: (row: Readonly<Record<string, unknown>>) => {
    leadMs: number;
    turns: number;
    spacingMs: number;
    closedForMs: number;
};
/** The closed classes of an answer. */
export declare const closedOf: (rows: readonly Readonly<Record<string, unknown>>[]) => ReadonlyMap<string, number>;
