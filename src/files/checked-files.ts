import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RunError } from '../errors/run-error.ts';
import { type Files, type OpenFile, realFiles } from '../system/files.ts';
import { type Access, diskFailure, isOfDisk } from './disk-failure.ts';

/** Files whose failures say what a user needs; see `checkedFiles`. */
export type CheckedFiles = {
  readonly files: Files;
  /** The first write that the disk has refused, whoever has dealt with it. */
  readonly refused: () => RunError | undefined;
};

/**
 * Gives errors of the disk a name, whoever uses the files: a disk that is full, failing or read-only, or a process
 * without file descriptors, is a RunError with the path, the free space and the command to go on. Other errors, such as
 * a missing file, stay as they are. After a failed sync, the same file is never synced again: what the system still has
 * to write is unknown then, and a second sync may succeed without it.
 * @param commandLine the command to go on
 */
export function checkedFiles(files: Files, commandLine: string): CheckedFiles {
  let refused: RunError | undefined;
  const named: Named = (error, path, access) => {
    if (error instanceof RunError) return error;
    const failure = diskFailure(error, path, { access, files, commandLine });
    if (failure && access === 'write' && isOfDisk(error)) refused ??= failure;
    return failure ?? error;
  };
  const checked = { ...later(files, named), ...atOnce(files, named) };
  originals.set(checked, files);
  return { files: checked, refused: () => refused };
}

const originals = new WeakMap<Files, Files>();

/**
 * The files below checked files: for a command that does others, each with checks, hints and a memory of failed
 * syncs of its own. Other files stay as they are.
 */
export const uncheckedFiles = (files: Files): Files => originals.get(files) ?? files;

/** True if these are the files of the machine, checked or not: a thread may read one by its path. */
export const isOfMachine = (files: Files): boolean => uncheckedFiles(files) === realFiles;

/** The error to throw instead of an error of the file system. */
type Named = (error: unknown, path: string, access: Access) => unknown;

/** The methods that return promises. */
function later(files: Files, named: Named): Omit<Files, keyof OnOpenFiles | 'openDatabase'> {
  const unsynced = new Map<string, unknown>();
  const act = async <T>(access: Access, path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw named(error, path, access);
    }
  };
  const synced = async (path: string, work: () => Promise<void>): Promise<void> => {
    if (unsynced.has(path)) throw unsynced.get(path);
    await act('write', path, work).catch((error: unknown) => {
      unsynced.set(path, error);
      throw error;
    });
  };
  const openFile = (file: OpenFile, path: string): OpenFile => {
    const close = (): Promise<void> => act('write', path, () => file.close());
    return {
      read: (...where) => act('read', path, () => file.read(...where)),
      write: (...where) => act('write', path, () => file.write(...where)),
      datasync: () => synced(path, () => file.datasync()),
      sync: () => synced(path, () => file.sync()),
      stat: () => act('read', path, () => file.stat()),
      close,
      [Symbol.asyncDispose]: close,
    };
  };
  return {
    open: async (path, flags, mode) =>
      openFile(await act(flags === 'r' ? 'read' : 'write', path, () => files.open(path, flags, mode)), path),
    link: (existing, path) => act('write', path, () => files.link(existing, path)),
    mkdir: (path, options) => act('write', path, () => files.mkdir(path, options)),
    readFile: (path, encoding) => act('read', path, () => files.readFile(path, encoding)),
    readdir: (path) => act('read', path, () => files.readdir(path)),
    rename: (from, to) => act('write', to, () => files.rename(from, to)),
    rm: (path, options) => act('write', path, () => files.rm(path, options)),
    rmdir: (path) => act('write', path, () => files.rmdir(path)),
    lstat: (path) => act('read', path, () => files.lstat(path)),
    stat: (path) => act('read', path, () => files.stat(path)),
    access: (path, mode) => act('write', path, () => files.access(path, mode)),
    truncate: (path, length) => act('write', path, () => files.truncate(path, length)),
    writeFile: (path, text, options) => act('write', path, () => files.writeFile(path, text, options)),
  };
}

/** The methods that return at once. */
function atOnce(files: Files, named: Named): OnOpenFiles & DatabaseMaker {
  const paths = new Map<number, string>();
  const unsynced = new Map<string, unknown>();
  const act = <T>(access: Access, path: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw named(error, path, access);
    }
  };
  const pathOf = (file: number): string => paths.get(file) ?? `file ${file}`;
  const synced = (file: number): void => {
    const path = pathOf(file);
    if (unsynced.has(path)) throw unsynced.get(path);
    try {
      act('write', path, () => files.fsyncSync(file));
    } catch (error) {
      unsynced.set(path, error);
      throw error;
    }
  };
  const syncedLater = async (file: number): Promise<void> => {
    const path = pathOf(file);
    if (unsynced.has(path)) throw unsynced.get(path);
    try {
      await files.fdatasync(file);
    } catch (thrown) {
      const error = named(thrown, path, 'write');
      unsynced.set(path, error);
      throw error;
    }
  };
  return {
    chmodSync: (path, mode) => act('write', path, () => files.chmodSync(path, mode)),
    closeSync: (file) => act('write', pathOf(file), () => files.closeSync(file)),
    existsSync: (path) => files.existsSync(path),
    fdatasync: (file) => syncedLater(file),
    fstatSync: (file) => act('read', pathOf(file), () => files.fstatSync(file)),
    fsyncSync: synced,
    ftruncateSync: (file, length) => act('write', pathOf(file), () => files.ftruncateSync(file, length)),
    mkdirSync: (path, options) => act('write', path, () => files.mkdirSync(path, options)),
    openSync: (path, flags, mode) => {
      const access = flags === 'r' ? 'read' : 'write';
      const file = act(access, path, () => files.openSync(path, flags, mode));
      paths.set(file, path);
      return file;
    },
    readSync: (file, ...where) => act('read', pathOf(file), () => files.readSync(file, ...where)),
    renameSync: (from, to) => act('write', to, () => files.renameSync(from, to)),
    rmSync: (path, options) => act('write', path, () => files.rmSync(path, options)),
    statfsSync: (path) => files.statfsSync(path),
    writeSync: (file, ...where) => act('write', pathOf(file), () => files.writeSync(file, ...where)),
    openDatabase: (path, options) => {
      const database = act('write', path, () => files.openDatabase(path, options));
      return checkedDatabase(database, (error) => named(error, path, 'write'));
    },
  };
}

type OnOpenFiles = Pick<Files, (`${string}Sync` & keyof Files) | 'fdatasync'>;
type DatabaseMaker = Pick<Files, 'openDatabase'>;

/** Result code of SQLite for a failed read, write or sync, without its extension. */
const IO_FAILED = 10;

/**
 * Replaces the errors of a database by those that `named` gives. After a failed write or sync nothing is written any
 * more, because nobody knows what of the file is on the disk; a full disk may be written again once it has space.
 */
function checkedDatabase(db: DatabaseSync, named: (error: unknown) => unknown): DatabaseSync {
  let broken: unknown;
  const checked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const failure = named(error);
      if (failure instanceof RunError && isIoFailure(error)) broken ??= failure;
      throw failure;
    }
  };
  const assertWhole = (): void => {
    if (broken !== undefined) throw broken;
  };
  const exec = db.exec.bind(db);
  const prepare = db.prepare.bind(db);
  db.exec = (sql) => {
    if (sql !== 'ROLLBACK') assertWhole();
    checked(() => exec(sql));
  };
  db.prepare = (sql, ...options) =>
    checkedStatement(
      checked(() => prepare(sql, ...options)),
      checked,
      assertWhole,
    );
  return db;
}

function checkedStatement(
  statement: StatementSync,
  checked: <T>(work: () => T) => T,
  assertWhole: () => void,
): StatementSync {
  const run = statement.run.bind(statement);
  const get = statement.get.bind(statement);
  const all = statement.all.bind(statement);
  const iterate = statement.iterate.bind(statement);
  const each = function* (rows: ReturnType<typeof iterate>): ReturnType<typeof iterate> {
    try {
      for (let next = checked(() => rows.next()); !next.done; next = checked(() => rows.next()))
        yield next.value;
    } finally {
      rows.return?.();
    }
    return undefined;
  };
  return Object.assign(statement, {
    run: (...values: Parameters<typeof run>) => {
      assertWhole();
      return checked(() => run(...values));
    },
    get: (...values: Parameters<typeof get>) => checked(() => get(...values)),
    all: (...values: Parameters<typeof all>) => checked(() => all(...values)),
    iterate: (...values: Parameters<typeof iterate>) => each(checked(() => iterate(...values))),
  });
}

const isIoFailure = (error: unknown): boolean =>
  ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === IO_FAILED;
