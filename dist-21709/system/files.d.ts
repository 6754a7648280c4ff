import { type Stats, type StatsFs } from 'node:fs';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
/** An open file; the methods are those of `node:fs/promises`. */
export interface OpenFile extends AsyncDisposable {
    read(into: Uint8Array, offset: number, length: number, position: number): Promise<{
        readonly bytesRead: number;
    }>;
    write(from: Uint8Array, offset: number, length: number, position: number): Promise<{
        readonly bytesWritten: number;
    }>;
    datasync(): Promise<void>;
    sync(): Promise<void>;
    stat(): Promise<Stats>;
    close(): Promise<void>;
}
type ModeOption = {
    readonly mode?: number;
};
/**
 * The file system as the tool sees it: the input files and everything that a pipeline stores. Methods and errors are those
 * of `node:fs` and `node:fs/promises`. Tests pass one that fails, or ends the process, at a given operation.
 */
export interface Files {
    open(path: string, flags: string, mode?: number): Promise<OpenFile>;
    link(existing: string, path: string): Promise<void>;
    mkdir(path: string, options: ModeOption & {
        readonly recursive: true;
    }): Promise<unknown>;
    readFile(path: string, encoding: 'utf8'): Promise<string>;
    readdir(path: string): Promise<string[]>;
    rename(from: string, to: string): Promise<void>;
    rm(path: string, options: {
        readonly force?: boolean;
        readonly recursive?: boolean;
    }): Promise<void>;
    lstat(path: string): Promise<Stats>;
    stat(path: string): Promise<Stats>;
    /** @param mode what must be allowed: `constants` of `node:fs` */
    access(path: string, mode: number): Promise<void>;
    truncate(path: string, length: number): Promise<void>;
    writeFile(path: string, text: string, options: ModeOption & {
        readonly flag?: string;
    }): Promise<void>;
    chmodSync(path: string, mode: number): void;
    closeSync(file: number): void;
    existsSync(path: string): boolean;
    /** Resolves once what was written to an open file before the call survives a power cut. */
    fdatasync(file: number): Promise<void>;
    fstatSync(file: number): Stats;
    fsyncSync(file: number): void;
    /** @param length 0 if undefined */
    ftruncateSync(file: number, length?: number): void;
    mkdirSync(path: string, options: ModeOption & {
        readonly recursive: true;
    }): unknown;
    openSync(path: string, flags: string, mode?: number): number;
    readSync(file: number, into: NodeJS.ArrayBufferView, offset: number, length: number, position: number): number;
    renameSync(from: string, to: string): void;
    rmSync(path: string, options: {
        readonly force?: boolean;
        readonly recursive?: boolean;
    }): void;
    /** Size and free space of the file system that a path is on. */
    statfsSync(path: string): StatsFs;
    writeSync(file: number, from: NodeJS.ArrayBufferView, offset: number, length: number, position: number | null): number;
    /** Opens a SQLite file. */
    openDatabase(path: string, options?: DatabaseSyncOptions): DatabaseSync;
}
/** The file system of this machine. */
export declare const realFiles: Files;
/** Writes all of some bytes from a place in a file on: the system may write fewer at once. */
export declare function writeAllSync(files: Pick<Files, 'writeSync'>, file: number, bytes: Uint8Array, at: number): void;
/** Fills `into` from a place in a file; returns how many bytes there were, fewer only at its end. */
export declare function readAllSync(files: Pick<Files, 'readSync'>, file: number, into: Uint8Array, at: number): number;
/** As `writeAllSync`. */
export declare function writeAll(file: OpenFile, bytes: Uint8Array, at: number): Promise<void>;
/** As `readAllSync`. */
export declare function readAll(file: OpenFile, into: Uint8Array, at: number): Promise<number>;
export {};
