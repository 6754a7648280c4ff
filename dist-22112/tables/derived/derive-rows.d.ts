import { type TemporaryPlace } from '../../files/buffered-file.ts';
import { type Origin, type PreparedInput } from '../prepared-row.ts';
import { type Preference } from './derived-entries.ts';
/** The rules by which rows are made of other rows: one for each distinct key. */
export type DeriveRules<Base> = {
    /** The names of the fields that the key consists of. */
    readonly keyFields: readonly string[];
    /** The values of the key fields, as the ids that they become; undefined if the row has none. */
    keyOf(base: Base): readonly string[] | undefined;
    /** The other fields; undefined and null are no value. Of fields with the same name the first with a value counts. */
    readonly fields: readonly {
        readonly field: string;
        readonly prefer: Preference;
        valueOf(base: Base): unknown;
    }[];
    /** The cell that the key was made of, if cells that differ when they are compared must not give the same key. */
    readonly sourceCell?: {
        of(base: Base): unknown;
        comparable(cell: unknown): string | undefined;
    };
    /** True if a real source has the key; asked when the rows are taken. */
    exclude?(key: readonly string[]): boolean;
    /** The place of a row: the index of its file among the names of the table. */
    originOf?(base: Base): Origin;
};
/**
 * Makes one row for each distinct key, in the order of the keys, so that it does not depend on where a key comes first. Its
 * values are the key fields and the other fields that have a value. A key that comes from different cells is a fault,
 * `ID.COLLISION`. Memory is flat: beyond some 16,000 keys, sorted runs go to disk. Several of them can be filled in one pass
 * over the rows: first `add` all rows, then `pass` on what they give.
 */
export declare class RowDeriver<Base> implements Disposable {
    #private;
    /** @param keysMax keys in memory; only tests need another */
    constructor(rules: DeriveRules<Base>, place: TemporaryPlace, keysMax?: number);
    /** @throws RunError `STATE.UNWRITABLE` if the disk is full */
    add(row: Base): void;
    /** Passes the derived rows on; once. */
    pass(take: (row: PreparedInput) => void, signal: AbortSignal): Promise<void>;
    [Symbol.dispose](): void;
}
