import { dirname, join } from 'node:path';
import { asRunError } from '../../errors/run-error.ts';
import { type Files, readAllSync, writeAll, writeAllSync } from '../../system/files.ts';
import { syncFolder } from '../sync-folder.ts';
import type { Draft, KeptBytes, OpenLog, StateStore } from './state-store.ts';

/**
 * A state in files, each with mode 0600 and the name that it has in the state.
 * @param folder exists, and so do the folders in it, except where `begin` or `draft` makes them
 */
export function fileState(folder: string, files: Files): StateStore {
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    bytesOf: (name) => bytesOf(pathOf(name), files),
    read: (name) => read(pathOf(name), files),
    begin: (name) => begin(pathOf(name), files),
    append: (name, data, at) => appendAt(files, pathOf(name), data, at),
    truncate: (name, bytes) => files.truncate(pathOf(name), bytes),
    remove: (name) => remove(pathOf(name), files),
    open: (name) => new FileLog(files.openSync(pathOf(name), 'r+'), files),
    draft: (name) => new FileDraft(pathOf(name), files),
    reserve: (name) => new Reserve(`${pathOf(name)}.reserve`, files),
    save: (name, data) => save(pathOf(name), data, files),
  };
}

async function bytesOf(path: string, files: Files): Promise<number | undefined> {
  try {
    return (await files.stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Another command may remove the file at any moment. */
function read(path: string, files: Files): KeptBytes | undefined {
  try {
    return new FileBytes(files.openSync(path, 'r'), files);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function begin(path: string, files: Files): Promise<void> {
  const folder = dirname(path);
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asRunError(error, 'STATE.UNWRITABLE', `${folder} cannot be created: ${(error as Error).message}`);
  }
  await appendAt(files, path, '', 0);
  await syncFolder(files, folder);
}

async function remove(path: string, files: Files): Promise<void> {
  if (!files.existsSync(path)) return;
  await files.rm(path, { force: true });
  await syncFolder(files, dirname(path));
}

async function save(path: string, data: string | Uint8Array, files: Files): Promise<void> {
  const next = nextOf(path);
  await files.rm(next, { force: true });
  await appendAt(files, next, data, 0);
  await files.rename(next, path);
  await syncFolder(files, dirname(path));
}

/** An open file. */
class FileBytes implements KeptBytes {
  protected readonly file: number;
  protected readonly files: Files;
  protected size: number;
  #isOpen = true;

  constructor(file: number, files: Files) {
    this.file = file;
    this.files = files;
    this.size = files.fstatSync(file).size;
  }

  get bytes(): number {
    return this.size;
  }

  read(into: Uint8Array, at: number): number {
    return readAllSync(this.files, this.file, into, at);
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.files.closeSync(this.file);
  }
}

class FileLog extends FileBytes implements OpenLog {
  write(bytes: Uint8Array, at: number): void {
    writeAllSync(this.files, this.file, bytes, at);
    this.size = Math.max(this.size, at + bytes.length);
  }

  sync(): Promise<void> {
    return this.files.fdatasync(this.file);
  }

  syncNow(): void {
    this.files.fsyncSync(this.file);
  }

  truncate(bytes: number): void {
    this.files.ftruncateSync(this.file, bytes);
    this.size = bytes;
  }
}

/** A file beside its place until it is renamed. */
class FileDraft extends FileLog implements Draft {
  readonly #path: string;
  #isPublished = false;

  constructor(path: string, files: Files) {
    files.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A file there is a leftover, or a link that somebody created.
    files.rmSync(nextOf(path), { force: true });
    super(files.openSync(nextOf(path), 'wx+', 0o600), files);
    this.#path = path;
  }

  publish(): void {
    this.syncNow();
    super[Symbol.dispose]();
    this.files.renameSync(nextOf(this.#path), this.#path);
    this.#isPublished = true;
    const folder = this.files.openSync(dirname(this.#path), 'r');
    try {
      this.files.fsyncSync(folder);
    } finally {
      this.files.closeSync(folder);
    }
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    if (this.#isPublished) return;
    try {
      this.files.rmSync(nextOf(this.#path), { force: true });
    } catch {
      // The next draft replaces it.
    }
  }
}

const nextOf = (path: string): string => `${path}.next`;

/**
 * Writes at a position, not at the end: bytes beyond it come from a run that was killed. Synced to disk on return.
 * @returns the number of bytes written
 * @throws RunError `STATE.UNWRITABLE` if the disk is full or the file cannot be written
 */
export async function appendAt(
  files: Files,
  path: string,
  data: string | Uint8Array,
  at: number,
): Promise<number> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  try {
    const file = await files.open(path, at === 0 ? 'w' : 'r+', 0o600);
    try {
      await writeAll(file, bytes, at);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be written: ${(error as Error).message}`);
  }
  return bytes.length;
}

/** Enough for the last answers of a run: each may change a page of the ledger. */
const RESERVE_BYTES = 2 * 1_024 * 1_024;

/** Space on a disk that is given back when the disk is full, so that what has happened can still be written. */
class Reserve {
  readonly #path: string;
  readonly #files: Files;

  /** @param path of the file that takes the space; made if it is not there. Without space there is none */
  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    if (!files.existsSync(path)) this.#make();
  }

  #make(): void {
    try {
      const file = this.#files.openSync(this.#path, 'wx', 0o600);
      try {
        writeAllSync(this.#files, file, new Uint8Array(RESERVE_BYTES), 0);
      } finally {
        this.#files.closeSync(file);
      }
    } catch {
      this.release();
    }
  }

  /** Gives the space back. */
  release(): void {
    this.#files.rmSync(this.#path, { force: true });
  }
}
