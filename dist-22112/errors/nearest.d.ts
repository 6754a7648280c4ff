/** The candidate that a mistyped name most likely means; undefined if none is close. */
export declare function nearest(name: string, candidates: readonly string[]): string | undefined;
/** The end of a sentence about a name that nothing has: the candidate that it most likely means, or else another text. */
export declare function didYouMean(name: string, candidates: readonly string[], otherwise?: string): string;
