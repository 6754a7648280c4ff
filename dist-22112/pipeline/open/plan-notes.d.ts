/** Warnings that are collected while sources are opened and rows are read. */
export type PlanNotes = {
    readonly warnings: Set<string>;
    readonly unknownColumns: Set<string>;
    /** Adds a sentence about a file; files with the same sentence share one line. */
    ofFile(name: string, sentence: string): void;
};
/** No warnings so far. */
export declare function planNotes(warnings?: Set<string>): PlanNotes;
