import { dirname, join } from 'node:path';
import { asRunError } from '../../errors/run-error.ts';
import type { System } from '../../system/system.ts';
import { ownRecord } from '../lock-holder.ts';
import { adoptFolder } from './adopt-folder.ts';
import { FolderChanges } from './changes.ts';
import { Database } from './database.ts';
import { LocalCopy } from './local-copy.ts';
import { mirroredFiles } from './mirrored-files.ts';
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
  await makeFolder(dirname(folder), system);
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

async function makeFolder(folder: string, { files }: System): Promise<void> {
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const message = `the folder ${folder} for copies of states cannot be made: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}
