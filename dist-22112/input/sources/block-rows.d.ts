import type { BlockPlace, BlockScreen, RowSink } from '../rows/record.ts';
import type { Bytes } from './bytes/bytes.ts';
/** The bytes of a file, in blocks that other threads may have screened if the sink has a screen. */
export declare const bytesFor: (bytes: Pick<Bytes, 'path' | 'isOnDisk' | 'read'>, from: number, sink: RowSink, signal: AbortSignal) => AsyncIterable<Buffer>;
/** A parser that can be moved over records that a screen has taken. */
export interface BlockReader {
    /** Its bytes, and where it is. */
    readonly bytes: Buffer;
    place(): BlockPlace;
    /** True if the place is inside a record that is too long to be kept. */
    isCut(): boolean;
    /** Moves on over records that were taken. */
    moveOver(records: number, at: number, line: number): void;
    /** Reads one record in the usual way; false if it needs more bytes. */
    readOne(): boolean;
    /** Reads all records in the usual way. */
    readRest(): void;
}
/**
 * Reads bytes with a screen: what it proves and takes is not parsed, everything else is read in the usual way.
 * @param bound the end of the bytes that the screen may read; valid UTF-8 up to there
 */
export declare function readBlock(reader: BlockReader, screen: BlockScreen, bound: number): void;
