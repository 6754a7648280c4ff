import type { ExpectedRecord, RowSink } from '../../../input/rows/record.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { Changes } from '../changes.ts';
import type { RecordBefore } from '../shape/step-shape.ts';
import type { RecordHash } from './record-hash.ts';
import { type RecordHashReader, type RecordHashWriter } from './record-hash-file.ts';
/**
 * Finds the records of this sync among those of the last one. The order is mostly the same, so a record is expected right
 * after the last one found. After two misses in a row it looks up to 131,072 records ahead: this finds records again after
 * insertions and deletions, and records that moved a little. A record that is not found only has to be read. After many
 * misses in a row, more was deleted or moved than that, and the whole file is searched. Memory does not depend on the
 * number of records.
 */
export declare class Alignment {
    #private;
    /** @param from number of the first expected record */
    constructor(reader: RecordHashReader, from?: number);
    /** The shape of the record that most likely comes next; 0 if none is expected or the record is linked to no row. */
    get expectedShape(): number;
    /** True if the expected record has this fingerprint. */
    expects(lo: number, hi: number): boolean;
    /** The ledger row that the last sync linked the record to; 0 if the record is new or was linked to no row. */
    find(lo: number, hi: number): number;
    /** True if the record that was looked for last is one of the last sync, linked or not. */
    get isKnown(): boolean;
}
/** The record that came next in the last sync, and is therefore expected next in this one. */
export declare class NextRecord implements ExpectedRecord {
    #private;
    constructor(alignment: Alignment, hash: RecordHash);
    get length(): number;
    get innerLines(): number;
    is(bytes: Uint8Array, start: number, end: number): boolean;
    /** The fingerprint of a record, valid until the next record is hashed. */
    hashed(bytes: Uint8Array, start: number, end: number): RecordHash;
}
/** The parts that take the records of one file. */
type RecordSinkDeps = {
    readonly changes: Changes;
    readonly writer: RecordHashWriter;
    readonly alignment: Alignment;
    readonly hash: RecordHash;
    /** Is told of the record of each row that is taken. */
    readonly shape: {
        record: RecordBefore;
    };
    /** Takes a record with the bytes of the last sync, by its row of the ledger; false if it has to be compared. */
    takeUnchanged(row: number): boolean;
    /** Takes a row that is compared; `ordinal` is the number of its record, -1 if it has none. */
    take(row: Row, ordinal: number): void;
};
/** Takes the records of one file: those with the same bytes as in the last sync are not parsed. */
export declare function recordSink(deps: RecordSinkDeps): RowSink;
export {};
