import type { BlockArea } from './areas.ts';
import type { CompiledScreen, ScreenExports, SharedMemory } from './engine.ts';
import type { WrittenPlan } from './plan.ts';
/** The data that a thread is started with. */
export type ThreadStart = {
    readonly compiled: CompiledScreen;
    readonly memory: SharedMemory;
    readonly masks: number;
    readonly urlSafe: number;
    readonly idClass: number;
    readonly scratch: number;
    readonly cells: number;
};
/** A file whose blocks are screened ahead. */
export type Job = {
    readonly path: string;
    /** Offset of the first record, and of the end. */
    readonly from: number;
    readonly bytes: number;
    readonly blockBytes: number;
    readonly calls: ScreenCalls;
    readonly areas: readonly BlockArea[];
    /** Shared: see the places below. */
    readonly control: Int32Array;
};
/** Places in the control of a job: the next block that nobody has, blocks whose areas are free, threads at work, the end. */
export declare const CLAIMED = 0;
export declare const DONE = 1;
export declare const BUSY = 2;
export declare const STOPPED = 3;
/** From here on, for each area: the number of the block that is ready in it and 1, its rows, and from where on it is UTF-8. */
export declare const READY = 16;
export declare const READY_WORDS = 4;
export declare const ROWS = 1;
export declare const TEXT_FROM = 2;
/** A table of keys in the memory of the screen: its address, 0 if there is none, and its number of entries less one. */
export type KeyTable = {
    readonly at: number;
    readonly mask: number;
};
/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeyTables = {
    readonly users: KeyTable;
    readonly groups: KeyTable;
    readonly members: KeyTable;
};
export declare const NO_KEYS: KeyTable;
/** The way in which the records of a file are screened: the arguments of the calls of ScreenExports. */
export type ScreenCalls = {
    readonly plan: WrittenPlan;
    readonly columns: number;
    readonly format: number;
    readonly delimiter: number;
    readonly names: number;
    /** Keys to which the records may refer. */
    readonly known: KnownKeyTables | undefined;
};
/** The byte after which a record may be whole. */
export declare const lastByteOf: ({ format }: ScreenCalls) => number;
/** The tally of columns at an address, without any record. */
export declare function tallyAt(words: Uint32Array, at: number, columns: number): Uint32Array;
/** Prepares an instance for the records of a file. */
export declare function useCalls(exports: ScreenExports, { plan: { checks, count, lost, writer }, columns, format, delimiter, names, known }: ScreenCalls, tally: number): void;
