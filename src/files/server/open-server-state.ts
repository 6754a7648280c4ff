import { dirname, join } from 'node:path';
import { type Files, writeAll } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { takeLock } from '../lock.ts';
import { ownRecord } from '../lock-holder.ts';
import { makeFolder } from '../private-file.ts';
import { syncFolder } from '../sync-folder.ts';
import { FolderChanges } from './changes.ts';
import { Database } from './database.ts';
import { LocalCopy, pathsBelow } from './local-copy.ts';
import { isKept, mirroredFiles } from './mirrored-files.ts';
import { ServerKeeper } from './server-keeper.ts';
import type { StateServer } from './state-server.ts';
import { prepareTables } from './tables.ts';

/** A state that a server keeps, while it is open, with all that works on it. */
export type OpenServerState = AsyncDisposable & {
  /** Its files are those of the copy here; whoever takes its lock has the state, and changes of it are sent. */
  readonly system: System;
  /** Makes the copy what the server has now, unless a process of this machine is at work on it. */
  readonly refresh: () => Promise<void>;
  /** True if the server had nothing under this name. */
  readonly isNew: boolean;
  /** Moves a state from a folder to the server; returns where that folder is now. @throws RunError `STATE.*` */
  readonly adopt: (from: string) => Promise<string | undefined>;
};

/**
 * Opens a state that a server keeps: the folder becomes a copy of what the server has.
 * @param name of the state on the server
 * @param folder for the copy, made with mode 0700
 * @throws RunError `STATE.SERVER_*`, `STATE.DRIVER_MISSING`, `STATE.UNWRITABLE`
 */
export async function openServerState(
  server: StateServer,
  name: string,
  folder: string,
  system: System,
): Promise<OpenServerState> {
  await using opened = new AsyncDisposableStack();
  const { files, random, clock } = system;
  await makeFolder(dirname(folder), files, ' for copies of states');
  const database = opened.use(new Database(server, clock));
  await prepareTables(database, server);
  const copy = new LocalCopy(server, name, folder, system);
  const isNew = !(await copy.read());
  const changes = new FolderChanges(folder, files, () => random.hex(16));
  const lock = join(folder, 'lock');
  const keeper = new ServerKeeper({ server, name, database, copy, changes, lock, system });
  const connection = opened.move();
  const inside = { ...system, files: mirroredFiles(files, folder, changes, keeper.send), keeper };
  return {
    refresh: async () => void (await copy.read()),
    isNew,
    system: inside,
    adopt: (from) => adoptFolder(from, folder, system, inside),
    [Symbol.asyncDispose]: async () => {
      await using _last = connection;
      // A report that was written again and cannot be sent is here.
      await keeper.settle(JSON.stringify(ownRecord('save', system))).catch(() => {});
    },
  };
}

const PIECE_BYTES = 1 << 20;

/**
 * Moves a state from a folder to the server, which has none under its name; nothing if it has one by now. The server gets all
 * of it or nothing; then the folder has another name, so that no run goes on with what is old.
 * @param from nobody else may be at work there
 * @param outside what writes to the folder
 * @param system of the state, whose changes are sent
 * @returns where the folder is now; undefined if the server has a state
 * @throws RunError `STATE.LOCKED`, `STATE.UNWRITABLE`, `STATE.SERVER_*`
 */
async function adoptFolder(
  from: string,
  to: string,
  outside: System,
  system: System,
): Promise<string | undefined> {
  const { files } = outside;
  await using _before = await takeLock(join(from, 'lock'), 'move', { ...outside, keeper: undefined });
  await files.mkdir(to, { recursive: true, mode: 0o700 });
  await using _now = await takeLock(join(to, 'lock'), 'move', system);
  if ((await pathsBelow(to, files)).some(isKept)) return undefined;
  const paths = (await pathsBelow(from, files)).filter(isKept);
  for (const path of paths) await copy(join(from, path), `${join(to, path)}.next`, files);
  // Of one moment, so that they are sent together.
  for (const path of paths) system.files.renameSync(`${join(to, path)}.next`, join(to, path));
  await syncFolder(system.files, to);
  const moved = freeName(`${from}.moved`, files);
  await files.rename(from, moved);
  await files.rm(join(moved, 'lock'), { force: true });
  return moved;
}

async function copy(from: string, to: string, files: Files): Promise<void> {
  await files.mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await files.rm(to, { force: true });
  await using source = await files.open(from, 'r');
  await using target = await files.open(to, 'wx', 0o600);
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await source.read(piece, 0, piece.length, at);
    if (bytesRead === 0) break;
    await writeAll(target, piece.subarray(0, bytesRead), at);
    at += bytesRead;
  }
  await target.datasync();
}

/** A name that nothing has: an earlier state may have been moved, too. */
function freeName(path: string, files: Files): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!files.existsSync(name)) return name;
  }
}
