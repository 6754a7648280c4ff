import { type TimeEvidence } from './time-evidence.ts';
/** The different values of a column as far as memory allows: the first 10,000, by fingerprint. */
export declare class ValueSet {
    #private;
    add(cell: string): void;
    addAll(other: ValueSet): void;
    get size(): number;
    /** True if some values differ only in case or blanks around. */
    get hasVariants(): boolean;
    /** True if it has every value that was added. */
    get isComplete(): boolean;
    /** Values of this set that `other` has too; `folded`: without case and blanks around. */
    sharedWith(other: ValueSet): {
        readonly exact: number;
        readonly folded: number;
    };
}
/** Number of different values; `error` is the standard error as a share of the count, 0 if the count is exact. */
type DistinctEstimate = {
    readonly count: number;
    readonly error: number;
};
/**
 * Counts different texts in bounded memory: up to 2,048 exactly, by fingerprint; beyond that estimated by HyperLogLog
 * (Flajolet et al. 2007) with 4,096 registers (4 KB), standard error 1.6 %.
 */
export declare class DistinctCounter {
    #private;
    add(text: string): void;
    get estimate(): DistinctEstimate;
}
/** The most likely content of the cells of a column. */
export type ColumnType = 'id' | 'time' | 'integer' | 'boolean' | 'url' | 'json' | 'text' | 'empty';
/** A column, as judged from all its cells. */
export type InspectedColumn = {
    readonly name: string;
    readonly type: ColumnType;
    readonly filled: number;
    readonly empty: number;
    readonly distinct: DistinctEstimate;
    /** Characters of the shortest and of the longest filled cell. */
    readonly shortest: number;
    readonly longest: number;
    /** The first few different cells, at most 40 characters each. */
    readonly samples: readonly string[];
    /** Every value, if there are at most 12. */
    readonly values?: readonly string[];
    readonly time?: TimeEvidence;
    /** For a column of times: how many are later, and how many earlier, than the one before. */
    readonly order?: {
        readonly rising: number;
        readonly falling: number;
    };
    /** Filled cells of each look. */
    readonly looks: Readonly<Record<Look, number>>;
};
/** A look of a cell, besides its type: `legalId` is an id that the service takes as it is, `padded` has blanks around it. */
export type Look = keyof typeof looks;
declare const looks: {
    readonly legalId: RegExp;
    readonly email: RegExp;
    readonly html: RegExp;
    readonly slack: RegExp;
    readonly padded: RegExp;
    readonly path: RegExp;
};
/** Counts the cells of one column, one after the other, in bounded memory. */
export declare class ColumnCounter {
    #private;
    readonly name: string;
    readonly keys: ValueSet;
    /** @param before epoch seconds; times before it are counted */
    constructor(name: string, before?: number);
    add(cell: string): void;
    /** @param rows number of rows, with or without this column */
    finished(rows: number): InspectedColumn;
}
/** A cell with every letter and digit replaced, which shows its form but not its content. */
export declare function masked(cell: string): string;
export {};
