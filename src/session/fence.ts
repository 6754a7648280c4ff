import type { DatabaseSync } from 'node:sqlite';
import type { Dispatcher } from 'undici';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';

/**
 * The system of a process that holds a lock. Before every request, every change of a file and every transaction of a ledger it
 * checks that the lock is still ours, or was some milliseconds ago: a process that was stopped, or cut off, may find another
 * one at its work.
 * @param assertHeld throws if the lock is lost
 */
export function fenced(system: System, assertHeld: () => void): System {
  return {
    ...system,
    files: fencedFiles(system.files, assertHeld),
    connect: (origin, options) =>
      system.connect(origin, options).compose((dispatch) => (request, handler) => {
        assertHeld();
        return dispatch(request, fencedHandler(handler, assertHeld));
      }),
  };
}

/** Checks again when a connection is there and the first byte is about to be sent. */
const fencedHandler = (
  handler: Dispatcher.DispatchHandler,
  assertHeld: () => void,
): Dispatcher.DispatchHandler => ({
  onRequestStart: (...args) => {
    assertHeld();
    handler.onRequestStart?.(...args);
  },
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
  onResponseError: (...args) => handler.onResponseError?.(...args),
});

/**
 * Files that are changed only while the lock is ours. What is open already to be written anew or appended to can still be
 * written: the log of the run.
 */
function fencedFiles(files: Files, assertHeld: () => void): Files {
  const fence =
    <A extends unknown[], R>(change: (...args: A) => R) =>
    (...args: A): R => {
      assertHeld();
      return change(...args);
    };
  const later =
    <A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      assertHeld();
      return change(...args);
    };
  /** Files that are open to be changed in place: the log of a ledger. */
  const open = new Set<number>();
  const fenceOpen = (file: number): void => {
    if (open.has(file)) assertHeld();
  };
  return {
    ...files,
    open: async (path, flags, mode) => {
      if (flags !== 'r') assertHeld();
      return files.open(path, flags, mode);
    },
    link: later(files.link),
    rename: later(files.rename),
    rm: later(files.rm),
    truncate: later(files.truncate),
    writeFile: later(files.writeFile),
    openSync: (path, flags, mode) => {
      if (flags !== 'r' && flags !== 'a') assertHeld();
      const file = files.openSync(path, flags, mode);
      if (flags === 'r+') open.add(file);
      return file;
    },
    closeSync: (file) => {
      open.delete(file);
      files.closeSync(file);
    },
    writeSync: (file, ...what) => {
      fenceOpen(file);
      return files.writeSync(file, ...what);
    },
    ftruncateSync: (file, length) => {
      fenceOpen(file);
      files.ftruncateSync(file, length);
    },
    renameSync: fence(files.renameSync),
    rmSync: fence(files.rmSync),
    openDatabase: (path, options) => fencedDatabase(files.openDatabase(path, options), assertHeld),
  };
}

/** A database that begins and commits no transaction once the lock is lost. */
function fencedDatabase(db: DatabaseSync, assertHeld: () => void): DatabaseSync {
  const exec = db.exec.bind(db);
  db.exec = (sql) => {
    if (sql !== 'ROLLBACK') assertHeld();
    exec(sql);
  };
  return db;
}
