/** A pattern of a mapping that was tried, and the first cell that it did not match, if there was one. */
export type PatternUse = {
    readonly field: string;
    readonly pattern: string;
    readonly cell: string | undefined;
    readonly hasMatched: boolean;
};
/** Finds patterns that never match: these are mistakes in the pipeline, not in the rows. */
export declare class PatternUses {
    #private;
    /** @throws an Error if the pattern is none; the pipeline's schema has refused such ones */
    finder(field: string, pattern: string): (cell: string) => string | undefined;
    /** The patterns that were tried, and whether they have matched a cell so far. */
    tried(): readonly PatternUse[];
}
