import type { Place } from '../rows/json-record.ts';
import type { BytePlace } from '../rows/record.ts';
/** One physical line that is not empty, in the framer's `bytes` until the next push. */
export type FramedLine = Place & {
    /** Set if the line is longer than `ROW_BYTES_MAX`: its beginning; the rest was dropped. */
    readonly cut?: string;
};
/**
 * Finds the lines of a text that comes in pieces of any size. A line ends with LF, CR LF or CR. Keeps at most one line
 * of the maximum length and one piece in memory.
 */
export declare class LineFramer {
    #private;
    /** The bytes that the indices of the lines refer to. */
    bytes: Buffer;
    /** @param from the byte and line at which the first piece begins */
    constructor(from: {
        readonly byte: number;
        readonly line: number;
    });
    /**
     * Adds the next piece, which may be overwritten afterwards. `next` then gives the lines that are complete; all of them
     * must be taken before the next piece comes.
     * @param given the memory for the bytes, if it is long enough
     * @param free bytes before the piece that nobody uses; then it must stay as it is until the next one was added
     */
    push(piece: Buffer, given?: Buffer, free?: number): void;
    /** The place where the next line begins. */
    get place(): BytePlace;
    /** True if that is inside a record whose rest is dropped. */
    get isDropping(): boolean;
    /** Moves on over lines that need not be read. */
    moveTo(at: number, line: number): void;
    /** The next line that is not empty; undefined if none is complete. */
    next(): FramedLine | undefined;
    /** The last line of a text that does not end with a line end. */
    end(): FramedLine | undefined;
}
