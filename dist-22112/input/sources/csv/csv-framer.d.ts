import type { Place } from '../../rows/json-record.ts';
import type { BytePlace } from '../../rows/record.ts';
import type { Problem } from '../../rows/row.ts';
import type { FrameSink } from './csv-bounds.ts';
import { CsvScanner } from './csv-scan.ts';
/**
 * Finds the records of a CSV text that comes in pieces of any size. After a fault it continues at the next physical
 * line, so that a bad record never loses a good one. Keeps at most two rows of the maximum length and one piece.
 */
export declare class CsvFramer implements Place {
    #private;
    /** The bytes that all indices refer to. */
    bytes: Buffer;
    /** The bounds of the current record. */
    byte: number;
    line: number;
    endByte: number;
    endLine: number;
    start: number;
    end: number;
    innerLines: number;
    readonly scanner: CsvScanner;
    /**
     * @param columns cells that a record must have; 0 accepts any number
     * @param from the byte and line at which the first piece begins
     */
    constructor(delimiter: string, columns: number, from: {
        readonly byte: number;
        readonly line: number;
    });
    /**
     * Adds the next piece, which may be overwritten afterwards. `take` then passes on the records that are complete.
     * @param given the memory for the bytes, if it is long enough
     * @param free bytes before the piece that nobody uses; then it must stay as it is until the next one was added
     */
    push(piece: Buffer, given?: Buffer, free?: number): void;
    /** Gives the memory back; called when nothing is read any more of the text. */
    release(given?: Buffer): void;
    /** The place where the next record begins. */
    get place(): BytePlace;
    /** True if that is inside a record whose rest is dropped. */
    get isDropping(): boolean;
    /** Moves on over records that need not be read. */
    moveTo(at: number, line: number): void;
    /** Passes the complete records to a sink; at the end of the text (`final`), all that are left. */
    take(sink: FrameSink, final: boolean): void;
    /** Passes one record to a sink; false if there is no complete one. */
    takeOne(sink: FrameSink, final: boolean): boolean;
    /** Finds the cells of the current good record, if its end was found without them. */
    takeApart(): void;
}
/** The fault of a record with more or fewer cells than the header. */
export declare function columnsMismatch(cells: number, columns: number): Problem;
