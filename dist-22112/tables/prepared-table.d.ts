import { type Bounds } from '../input/rows/record.ts';
import type { Source } from '../input/sources/source.ts';
import { type Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { type Origin } from './prepared-row.ts';
/** The facts known of a finished prepared table; it is written last, so a table without it is unfinished. */
type TableHeader = {
    readonly version: number;
    /** Everything that decides what is in the table, as its maker says. */
    readonly identity: string;
    /** Column names, if the rows are arrays of texts. */
    readonly columns?: readonly string[];
    /** The field separator of the files that the rows come from. */
    readonly delimiter?: string;
    /** The names of the files that rows come from. */
    readonly names: readonly string[];
    /** The paths of the files behind the table. */
    readonly inputs: readonly string[];
    readonly rows: number;
    /** Bytes of the table itself. */
    readonly bytes: number;
};
/** The header of a finished table; undefined if there is none, or if its files are not those that it was written for. */
export declare function readHeader(path: string, files: Files): Promise<TableHeader | undefined>;
/**
 * Opens a finished prepared table as a source. Its rows are rejected in the format that they came from: CSV if they are
 * arrays of texts, NDJSON if they are objects.
 * @param path as it was given to its writer
 * @param file index of the table in its step
 * @throws RunError `STATE.CORRUPT` if the table is missing or unfinished
 */
export declare function openPrepared(path: string, file: number, files: Files): Promise<Source>;
/** True if a finished table of some identity is there. */
export declare const hasPrepared: (path: string, identity: string, files: Files) => Promise<boolean>;
/** The place where a prepared table is written. */
export type TablePlace = Pick<System, 'files' | 'random'> & {
    /** The path of the table; the files beside it have this name and an ending. The folder must exist. */
    readonly path: string;
    /** True if the table must survive a power cut. */
    readonly durable?: boolean;
};
/**
 * Writes a prepared table: its lines, and the position that each row came from, beside their places and renamed when they
 * are complete. The same lines give the same bytes.
 * @throws RunError `STATE.UNWRITABLE` from every method
 */
export declare class PreparedWriter implements Disposable {
    #private;
    rows: number;
    constructor(place: TablePlace);
    /**
     * Begins a line with the cells of a record; `add` then adds the rest of it.
     * @returns false if the line must begin with a text
     */
    begin(record: Bounds): boolean;
    /** Adds a row: its line without the line end, and its position. */
    add(line: string, place: Origin): void;
    /** Adds a row: the beginning of its line as bytes, and the rest. */
    addBytes(bytes: Uint8Array, start: number, end: number, rest: string, place: Origin): void;
    /** Writes a text before the line of every row that is marked, by its number from 0. */
    markRows(isMarked: (row: number) => boolean, mark: string): void;
    /** Replaces the table at the place, if there is one. Nobody sees half of a table. */
    finish(about: Omit<TableHeader, 'version' | 'rows' | 'bytes'>): Promise<TableHeader>;
    /** Removes what was written, if it was not finished. */
    [Symbol.dispose](): void;
}
export {};
