import { BufferedFile, type TemporaryPlace } from '../files/buffered-file.ts';
/** Sorted runs of records in one temporary file, which is created with the first one and removed on dispose. */
export declare class Spill implements Disposable {
    #private;
    constructor(place: TemporaryPlace);
    /** The number of finished runs. */
    get runs(): number;
    /** The file to append the next run to. */
    get file(): BufferedFile;
    /** Ends the run that was appended. */
    endRun(): void;
    /** Readers of all runs, in order. */
    readers(): RunReader[];
    /** Forgets all runs; the space of the file is used again. */
    clear(): void;
    [Symbol.dispose](): void;
}
/** Reads one run from its beginning to its end. */
export declare class RunReader {
    #private;
    /** The bytes that `take` has made available, from its result on, and the numbers in them. */
    bytes: Buffer;
    words: Uint32Array;
    doubles: Float64Array;
    constructor(file: BufferedFile, start: number, end: number, room: number);
    /** True if the run has ended. */
    get isAtEnd(): boolean;
    /** Makes the next `count` bytes available, and goes on after them; returns their index in `bytes`. */
    take(count: number): number;
}
