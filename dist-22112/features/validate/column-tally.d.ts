import { type Mapping } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import type { ColumnProfile } from '../../report/result/profile.ts';
/** Counts the cells of one file by column: how many are filled, their lengths, and how times are written. */
export declare class ColumnTally {
    #private;
    /** @param columns the header; undefined if rows name their own members */
    constructor(columns: readonly string[] | undefined, { fields, columns: mapped }: Mapping);
    /** The columns in the order of a record's cells. The list grows if rows name their own members. */
    get names(): readonly string[];
    get rows(): number;
    /** Adds the counts of records that were screened in a block, TALLY_WORDS for each column. */
    block(records: number, tally: Uint32Array): void;
    /** Counts a row's cells. */
    row(values: Values): void;
    profile(): ColumnProfile[];
}
