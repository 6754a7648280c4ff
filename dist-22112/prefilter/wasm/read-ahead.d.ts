import type { BlocksAhead } from '../../input/rows/record.ts';
import type { Areas, BlockArea, ThreadArea } from './areas.ts';
import { type ScreenCalls } from './calls.ts';
import type { CompiledScreen } from './engine.ts';
/** A block that another thread has screened. */
export type ScreenedBlock = BlockArea & {
    /** Offset of the block in the file. */
    readonly byte: number;
    readonly count: number;
    /** Its bytes, and those of them from which on it is UTF-8 up to its last line end; that is sure if there are rows. */
    readonly length: number;
    readonly textFrom: number;
    /** Columns whose counts there are. */
    readonly columns: number;
};
/** Reads the blocks of a file in order, while other threads, if there are any, screen those that follow. */
export declare class ReadAhead implements BlocksAhead {
    #private;
    /** The block last read, if another thread has screened it. */
    screened: ScreenedBlock | undefined;
    constructor(areas: Areas, compiled: CompiledScreen);
    /** Starts the threads if a file is large, so that they are ready when it comes. */
    startFor(fileBytes: readonly number[]): void;
    begin(path: string, from: number, bytes: number, read: (room: Buffer, at: number) => Promise<number>): boolean;
    /** True if a file has begun of which the other threads do not know. */
    get isWaiting(): boolean;
    /** Tells the other threads how to screen the file. */
    share(callsFor: (area: ThreadArea) => ScreenCalls | undefined): void;
    next(): Promise<Buffer>;
    end(): Promise<void>;
    /** Ends the threads. */
    [Symbol.dispose](): void;
}
