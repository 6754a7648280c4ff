import { type Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
/**
 * Buffers that are used again for one file after the other. Memory outside the heap is freed late, and an export may have
 * thousands of files.
 */
export declare class BufferPool {
    #private;
    /**
     * A buffer for nobody else, of which nothing is known.
     * @param least bytes that it has
     * @param size bytes of a new one
     */
    take(least: number, size?: number): Buffer;
    /** Gives a buffer back; whoever had it must not use it any more. */
    give(buffer: Buffer): void;
}
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
export declare const UNIT_BYTES_MAX = 3;
/**
 * A new file, mode 0600, written in big pieces and read at any place that was written.
 * @throws RunError `STATE.UNWRITABLE` from every method that writes, if the disk is full or the file cannot be written
 */
export declare class BufferedFile implements Disposable {
    #private;
    readonly path: string;
    /** Bytes written so far, those in the buffer among them. */
    length: number;
    /** The bytes that were not written yet; `room` says where there is room, `fill` how much of it was used. */
    readonly buffer: Buffer;
    /**
     * @param path must not exist
     * @param bufferBytes the size of the pieces that are written
     */
    constructor(path: string, files: Files, bufferBytes?: number);
    /** Appends a text as UTF-8. */
    addText(text: string): void;
    /** Appends bytes. */
    add(bytes: Uint8Array, start?: number, end?: number): void;
    addByte(byte: number): void;
    /** Makes room in the buffer; returns where it begins, -1 if the buffer is too small. */
    room(bytes: number): number;
    /** Appends what was written into the room, up to `end`. */
    fill(end: number): void;
    /** Writes what is in the buffer. */
    flush(): void;
    /** Fills `into` from a place in what was flushed; returns how many bytes there were. */
    read(into: Uint8Array, at: number): number;
    /** Makes what was written survive a power cut. */
    sync(): void;
    /** Closes the file without writing what is in the buffer. */
    close(): void;
    [Symbol.dispose](): void;
}
/** The error of a write, as the user is told. */
export declare function unwritable(cause: unknown, path: string, files: Files): Error;
/** The place where temporary files are made: their names begin with the path. */
export type TemporaryPlace = Pick<System, 'files' | 'random'> & {
    readonly path: string;
};
/** A name beside a path that no other process uses; `removeLeftovers` finds it if this process is killed. */
export declare const temporaryPath: ({ path, random }: Omit<TemporaryPlace, 'files'>) => string;
/** Removes the unfinished files of processes that have ended. */
export declare function removeLeftovers({ path, files }: Omit<TemporaryPlace, 'random'>): Promise<void>;
/** True if no process of this machine has this id. */
export declare function hasEnded(pid: number): boolean;
