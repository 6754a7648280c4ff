import type { Data, Entity } from '../input/entities/entity.ts';
import { type RowVersion, type Versions } from '../input/entities/row-version.ts';
import { type Files } from '../system/files.ts';
import type { LedgerEntry } from './entry.ts';
import type { RowFields } from './pending-entry.ts';
/** Knows what the fields of rows were when the service accepted them, so that a change can name the fields that differ. */
export interface FieldMemory {
    /** Returns what is compared of a row's fields. */
    of(data: Data): RowFields;
    /** The names of the fields in which a row differs from its entry; undefined if that is not known. */
    changed(entry: LedgerEntry, now: RowFields): readonly string[] | undefined;
    /** Remembers the fields of a row in the version that the service has accepted. */
    put(row: number, version: RowVersion, fields: RowFields): void;
    /** The same for a row that was created as it was sent. */
    putNew(row: number, version: RowVersion, data: () => Data): void;
    /** Writes what waits. */
    flush(): void;
}
/**
 * The memory of one entity, as digests. A file of records of one size, by the row's number in the ledger; a record begins
 * with a check of the version and of its digests, so that one that does not belong to the version, or is damaged, is no
 * answer. It only helps to explain: the ledger decides what is changed, so a file that is lost or cannot be written costs
 * the names until the rows change again. Of two values, one in 65,535 pairs has the same digest: then a changed field is not
 * named.
 */
export declare class FieldDigests implements FieldMemory, Disposable {
    #private;
    /** @param path created with mode 0600 if it does not exist */
    constructor(path: string, entity: Entity, versions: Versions, files: Files);
    of(data: Data): RowFields;
    changed({ row, version }: LedgerEntry, now: RowFields): readonly string[] | undefined;
    /** In how many rows each of these fields had a value. */
    rowsWith(names: Iterable<string>): ReadonlyMap<string, number>;
    putNew(row: number, version: RowVersion, data: () => Data): void;
    put(row: number, version: RowVersion, fields: RowFields): void;
    flush(): void;
    [Symbol.dispose](): void;
}
