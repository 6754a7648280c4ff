import { Buffer } from 'node:buffer';
import { type SharedMemory } from './engine.ts';
import { ZoneTables } from './texts.ts';
export declare const idClass: Uint8Array<ArrayBuffer>;
/** Columns and members of a record; of a file with more, each record is checked as a row. */
export declare const COLUMNS_MAX = 640;
/** Rows of facts that one call writes. */
export declare const ROWS_MAX = 4096;
/** Rows that are written at once, bytes of each, and bytes for their texts and for their records in the ledger. */
export declare const WRITTEN_ROWS_MAX = 1024;
/** Rows of facts of a block that another thread screens, at most. */
export declare const BLOCK_ROWS_MAX = 8192;
/** Before each block, for the rest of the one before it. */
export declare const FREE_BYTES: number;
/** The memory of one thread alone, as addresses. */
export type ThreadArea = {
    readonly plan: {
        readonly at: number;
        readonly bytes: number;
    };
    readonly names: number;
    readonly scratch: number;
    readonly cells: number;
};
/** The places of a block, of its rows of facts, and of the counts of its columns. */
export type BlockArea = {
    readonly bytes: number;
    readonly rows: number;
    readonly tally: number;
};
/** The parts of the memory of a screen. */
export type Areas = {
    readonly memory: SharedMemory;
    readonly bytes: Buffer;
    readonly words: Uint32Array;
    /** The same as signed numbers. */
    readonly facts: Int32Array;
    readonly masks: number;
    readonly urlSafe: number;
    readonly idClass: number;
    readonly zones: ZoneTables;
    readonly main: ThreadArea;
    /** For blocks that the main thread screens ahead. */
    readonly mainAhead: ThreadArea;
    readonly tally: number;
    readonly rows: number;
    /** For keys to which records refer. */
    readonly known: number;
    readonly knownBytes: number;
    readonly room: number;
    readonly roomBytes: number;
    /** The place where rows are written, by one thread only. */
    readonly written: number;
    readonly writtenText: number;
    readonly writtenLog: number;
    /** Of the other threads. */
    readonly others: readonly ThreadArea[];
    readonly blocks: readonly BlockArea[];
    readonly blockBytes: number;
};
/**
 * Memory for some threads; undefined if there is not as much. Its pages cost nothing until they are used.
 * @param others threads besides the main one
 * @param ownBlockBytes how much is read at once where there are none
 */
export declare function makeAreas(others: number, ownBlockBytes?: number): Areas | undefined;
