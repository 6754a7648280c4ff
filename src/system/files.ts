import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  type StatsFs,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import {
  access,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  truncate,
  writeFile,
} from 'node:fs/promises';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { promisify } from 'node:util';

/** An open file; the methods are those of `node:fs/promises`. */
export interface OpenFile extends AsyncDisposable {
  read(
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  write(
    from: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
  stat(): Promise<Stats>;
  close(): Promise<void>;
}

type ModeOption = { readonly mode?: number };

/**
 * The file system as the tool sees it: the input files and everything that a pipeline stores. Methods and errors are those
 * of `node:fs` and `node:fs/promises`. Tests pass one that fails, or ends the process, at a given operation.
 */
export interface Files {
  open(path: string, flags: string, mode?: number): Promise<OpenFile>;
  link(existing: string, path: string): Promise<void>;
  mkdir(path: string, options: ModeOption & { readonly recursive: true }): Promise<unknown>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force?: boolean; readonly recursive?: boolean }): Promise<void>;
  /** Removes a folder that is empty. */
  rmdir(path: string): Promise<void>;
  lstat(path: string): Promise<Stats>;
  stat(path: string): Promise<Stats>;
  /** @param mode what must be allowed: `constants` of `node:fs` */
  access(path: string, mode: number): Promise<void>;
  truncate(path: string, length: number): Promise<void>;
  writeFile(path: string, text: string, options: ModeOption & { readonly flag?: string }): Promise<void>;

  chmodSync(path: string, mode: number): void;
  closeSync(file: number): void;
  existsSync(path: string): boolean;
  /** Resolves once what was written to an open file before the call survives a power cut. */
  fdatasync(file: number): Promise<void>;
  fstatSync(file: number): Stats;
  fsyncSync(file: number): void;
  /** @param length 0 if undefined */
  ftruncateSync(file: number, length?: number): void;
  mkdirSync(path: string, options: ModeOption & { readonly recursive: true }): unknown;
  openSync(path: string, flags: string, mode?: number): number;
  readSync(
    file: number,
    into: NodeJS.ArrayBufferView,
    offset: number,
    length: number,
    position: number,
  ): number;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { readonly force?: boolean; readonly recursive?: boolean }): void;
  /** Size and free space of the file system that a path is on. */
  statfsSync(path: string): StatsFs;
  writeSync(
    file: number,
    from: NodeJS.ArrayBufferView,
    offset: number,
    length: number,
    position: number | null,
  ): number;

  /** Opens a SQLite file. */
  openDatabase(path: string, options?: DatabaseSyncOptions): DatabaseSync;
}

/** The flags of files that are written and later synced, with which each write is synced at once. */
const THROUGH: Readonly<Record<string, number>> = {
  'r+': constants.O_RDWR | constants.O_DSYNC,
  'w+': constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_DSYNC,
  wx: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC,
  'wx+': constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC,
};

/** Node.js's permission model forbids to sync an open file: with it, each write is synced instead. */
const writtenThrough: Pick<Files, 'fdatasync' | 'fsyncSync' | 'openSync'> = {
  fdatasync: async () => {},
  fsyncSync: () => {},
  openSync: (path, flags, mode) => openSync(path, THROUGH[flags] ?? flags, mode),
};

/** The file system of this machine. */
export const realFiles: Files = {
  access,
  open,
  link,
  // A thread that is waited for costs six times as much, and a source may have thousands of files.
  lstat: async (path) => lstatSync(path),
  stat: async (path) => statSync(path),
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  truncate,
  writeFile,
  ...(process.permission ? writtenThrough : { fdatasync: promisify(fdatasync), fsyncSync, openSync }),
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
  // Loaded here, because most commands open no database.
  openDatabase: (path, options = {}) =>
    new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path, options),
};

/** Writes all of some bytes from a place in a file on: the system may write fewer at once. */
export function writeAllSync(
  files: Pick<Files, 'writeSync'>,
  file: number,
  bytes: Uint8Array,
  at: number,
): void {
  for (let done = 0; done < bytes.length; )
    done += files.writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** Fills `into` from a place in a file; returns how many bytes there were, fewer only at its end. */
export function readAllSync(
  files: Pick<Files, 'readSync'>,
  file: number,
  into: Uint8Array,
  at: number,
): number {
  let done = 0;
  for (let count = -1; done < into.length && count !== 0; done += count)
    count = files.readSync(file, into, done, into.length - done, at + done);
  return done;
}

/** As `writeAllSync`. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** As `readAllSync`. */
export async function readAll(file: OpenFile, into: Uint8Array, at: number): Promise<number> {
  let done = 0;
  for (let count = -1; done < into.length && count !== 0; done += count)
    count = (await file.read(into, done, into.length - done, at + done)).bytesRead;
  return done;
}
