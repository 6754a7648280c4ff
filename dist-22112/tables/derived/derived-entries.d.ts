import type { Origin } from '../prepared-row.ts';
/** Which of the values that rows have for one key is kept. */
declare const preferences: readonly ['first', 'last', 'min', 'max'];
export type Preference = (typeof preferences)[number];
/** The facts known of one key so far. */
export type DerivedEntry = {
    readonly parts: readonly string[];
    /** One value for each field; undefined if no row had one. */
    readonly values: unknown[];
    /** True if no later row of those in memory can change a value. */
    isSettled?: boolean;
    /** The first cell that the key was made of, as it is; undefined if it is not known. */
    rawCell?: unknown;
    /** The cells that the key was made of, as they are compared: the first one, and the first that differs from it. */
    cell: string | undefined;
    otherCell: string | undefined;
    /** The place of the first row with the key. */
    readonly origin: Origin;
};
/** The order of keys, by their parts; 0 for the same key. */
export declare function compareKeys(a: readonly string[], b: readonly string[]): number;
/** Puts what later rows say of a key into what earlier rows say. */
export declare function combine(entry: DerivedEntry, later: DerivedEntry, preferences: readonly Preference[]): DerivedEntry;
/** Notes the cell that a row had for a key. */
export declare function addCell(entry: DerivedEntry, cell: string | undefined): void;
/** The value to keep of two, the first of an earlier row; undefined is no value. */
export declare function preferred(preference: Preference, before: unknown, after: unknown): unknown;
export {};
