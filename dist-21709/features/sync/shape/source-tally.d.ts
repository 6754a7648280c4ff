import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { SourceShape } from '../../../state/last-sync.ts';
import type { LostField } from './lost-field.ts';
type TalliedFile = {
    readonly file: number;
    readonly name: string;
    /** Absent if its rows are objects. */
    readonly columns: readonly string[] | undefined;
    /** True if no other source takes rows of the file. */
    readonly isAlone: boolean;
};
/** Counts in how many rows of a source each field has a value. */
export declare class SourceTally {
    #private;
    /** The short name of its first file. */
    readonly name: string;
    /** Records that are the same as in the last sync run, and were not read. */
    unchanged: number;
    /** The same, but read. */
    read: number;
    constructor(name: string);
    add(owned: SourceFields, of: TalliedFile): void;
    /** Tells the source what it had. */
    begin(before: SourceShape | undefined): void;
    /** True if its rows own all fields, and so keep none of those that they lack. */
    get isWhole(): boolean;
    restart(): void;
    /** Takes a record of a file that is the same, and that may be read for another reason. */
    takeSame(file: number, isRead: boolean): void;
    /** @param isSame whether its record is the same as in the last sync run */
    takeRow(values: Values, isSame: boolean): void;
    readonly takeName: (name: string, owned: SourceFields) => void;
    /** The fields that it had, with the number of rows then, and that no row has now. */
    missing(before: SourceShape | undefined, unmatched: number): readonly (readonly [string, number])[];
    /** True if records that were not read decide what it has. */
    isDoubtful(before: SourceShape | undefined, unmatched: number): boolean;
    /** Rows of such a file do not own these fields any more; true if it seemed that they do. */
    loseByFiles(before: SourceShape | undefined): boolean;
    /** The fields, no members, that each of its files had and has no more, although others of them have. */
    fewerByFile(before: SourceShape | undefined): readonly (readonly [file: string, fields: readonly string[]])[];
    /** The way a field that no row has was lost. */
    howLost(field: string): LostField['how'];
    /** True if rows may have a field that no column declares. */
    mayHave(field: string): boolean;
    columnOf(field: string): string | undefined;
    /** Its rows do not own a field any more; true if it seemed that they do. */
    lose(field: string): boolean;
    addedColumns(before: SourceShape | undefined): readonly string[];
    /** The memory for the next sync run; the values of records that were not read are those of the last one. */
    shape(before: SourceShape | undefined, unmatched: number): SourceShape;
}
export {};
