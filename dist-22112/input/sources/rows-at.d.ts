import type { Row, RowPlace } from '../rows/row.ts';
import type { Source } from './source.ts';
/**
 * Reads single rows again, by their positions. A plain file is read from each position; any other file is read once, up
 * to the last position.
 * @returns the rows in the order of the positions; undefined for a row that no longer exists
 */
export declare function rowsAt(sources: readonly Source[], places: readonly RowPlace[], signal: AbortSignal): Promise<readonly (Row | undefined)[]>;
/** The rows of a file that are chosen, by their numbers from 1. */
export type ChosenRows = {
    has(row: number): boolean;
    /** The number of the last of them; 0 if there is none. */
    readonly last: number;
};
/** A source with some of its rows, which keep their positions. It is not read beyond the last of them. */
export declare function chosenSource(source: Source, chosen: ChosenRows): Source;
