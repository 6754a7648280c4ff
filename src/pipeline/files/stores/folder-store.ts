import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { diskFailure } from '../../../files/disk-failure.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import { readAll, writeAll } from '../../../system/files.ts';
import type { System } from '../../../system/system.ts';
import type { FolderSpec } from '../files-spec.ts';
import { checkedPieces, PIECE_BYTES_MAX } from './file-pieces.ts';
import type { FileBody, FileStore, StoredObject } from './file-store.ts';

type Used = Pick<System, 'files' | 'random'>;

/** Modes of what a web server publishes: all may read it. */
const [FOLDER_MODE, FILE_MODE] = [0o755, 0o644];
/** Bits of a mode with which others can read a folder. */
const OTHERS_READ = 0o005;
/** A folder is made again so often. */
const BEGIN_TRIES = 5;
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}\.[\w.-]{1,40}$/;

/** Opens a folder that a web server publishes. It is made by the first file. */
export const openFolderStore = ({ folder }: FolderSpec, system: Used): FileStore =>
  new FolderStore(folder, system);

class FolderStore implements FileStore {
  readonly requests = { put: 0, head: 0, parts: 0, get: 0 };
  readonly #folder: string;
  readonly #system: Used;
  /** The highest folder that this process has made above those of the files. */
  #made: string | undefined;

  constructor(folder: string, system: Used) {
    this.#folder = folder;
    this.#system = system;
  }

  async head(key: string, signal: AbortSignal): Promise<StoredObject | undefined> {
    signal.throwIfAborted();
    this.requests.head++;
    const path = this.#path(key);
    return this.#named(path, 'read', async () => {
      const stats = await this.#own(path);
      if (!stats) return undefined;
      const hash = createHash('sha256');
      for await (const piece of this.#pieces(path, signal)) hash.update(piece);
      return { bytes: stats.size, sha256: hash.digest('hex') };
    });
  }

  async put(
    key: string,
    body: FileBody,
    _headers: unknown,
    _log: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    this.requests.put++;
    const path = this.#path(key);
    const { random, files } = this.#system;
    await this.#named(path, 'write', async () => {
      await this.#own(path);
      // Another pipeline may write the same file: each has its own beside it.
      const next = `${path}.${random.uuid()}.next`;
      try {
        await this.#begin(next, body, signal);
        files.chmodSync(next, FILE_MODE);
        await files.rename(next, path);
      } catch (error) {
        await files.rm(next, { force: true }).catch(() => {});
        // Who has completed the same file removes what others had begun.
        const isThere = isMissing(error) && (await this.head(key, signal))?.sha256 === body.sha256;
        if (!isThere) throw error;
      }
      await syncFolder(files, dirname(path));
      await this.#removeBegun(path);
    });
  }

  async *read(key: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    signal.throwIfAborted();
    this.requests.get++;
    const path = this.#path(key);
    const isThere = await this.#named(path, 'read', () => this.#own(path));
    if (!isThere) throw new RunError('FILES.STORE_SILENT', `${path} is not there any more`);
    yield* this.#pieces(path, signal);
  }

  async remove(key: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const path = this.#path(key);
    const { files } = this.#system;
    await this.#named(path, 'write', async () => {
      if (await this.#own(path)) await files.rm(path, { force: true });
      await this.#removeBegun(path);
      await this.#removeEmpty(dirname(path));
    });
  }

  async settle(key: string): Promise<void> {
    const path = this.#path(key);
    await this.#named(path, 'write', () => this.#removeBegun(path));
  }

  async unreadable(): Promise<{ readonly message: string; readonly next: string } | undefined> {
    const folder = this.#folder;
    const stats = await this.#system.files.stat(folder).catch(() => undefined);
    // The modes of Windows say nothing about others.
    if (!stats?.isDirectory() || process.platform === 'win32' || (stats.mode & OTHERS_READ) === OTHERS_READ)
      return undefined;
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    return {
      message: `files.to: ${folder} has the mode ${mode}, so a web server of another user cannot read it`,
      next: `chmod 755 ${folder}`,
    };
  }

  async abort(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  #path(key: string): string {
    if (!KEY.test(key)) throw new Error(`${key} is no key of a copy`);
    return join(this.#folder, key);
  }

  /**
   * A file of ours; undefined if there is none. Links are not followed: they could lead out of the folder.
   * @throws RunError `FILE.KEY_TAKEN`
   */
  async #own(path: string): Promise<Stats | undefined> {
    const folder = await this.#stats(dirname(path));
    if (!folder) return undefined;
    if (!folder.isDirectory()) throw taken(dirname(path), folder);
    const stats = await this.#stats(path);
    if (stats && !stats.isFile()) throw taken(path, stats);
    return stats;
  }

  async #stats(path: string): Promise<Stats | undefined> {
    try {
      return await this.#system.files.lstat(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Makes a folder for all to read, with those above it; those that are there stay as they are. */
  async #make(folder: string): Promise<void> {
    const { files } = this.#system;
    const first = await files.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (typeof first !== 'string') return;
    if (first.length <= this.#folder.length) this.#made = first;
    for (let made = folder; made.length >= first.length; made = dirname(made)) {
      files.chmodSync(made, FOLDER_MODE);
      await syncFolder(files, dirname(made));
    }
  }

  /** Removes a folder that only copies have been in, and those above it that this process has made. One with files in it stays. */
  async #removeEmpty(folder: string): Promise<void> {
    const { length } = this.#made ?? folder;
    try {
      for (let empty = folder; empty.length >= length; empty = dirname(empty))
        await this.#system.files.rmdir(empty);
    } catch {
      // It is not empty, or another process was first.
    }
  }

  /** Writes a file into its folder, which who removes the last copy in it may remove meanwhile. */
  async #begin(path: string, body: FileBody, signal: AbortSignal): Promise<void> {
    for (let tries = BEGIN_TRIES; ; tries--) {
      await this.#make(dirname(path));
      try {
        return await this.#write(path, body, signal);
      } catch (error) {
        if (tries <= 1 || !isMissing(error) || this.#system.files.existsSync(dirname(path))) throw error;
      }
    }
  }

  async #write(path: string, body: FileBody, signal: AbortSignal): Promise<void> {
    await using file = await this.#system.files.open(path, 'wx', FILE_MODE);
    let at = 0;
    for await (const piece of checkedPieces(body, 0, body.bytes, body.sha256)) {
      signal.throwIfAborted();
      await writeAll(file, piece, at);
      at += piece.length;
    }
    await file.sync();
  }

  async *#pieces(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    await using file = await this.#system.files.open(path, 'r');
    const piece = Buffer.allocUnsafe(PIECE_BYTES_MAX);
    for (let at = 0; ; ) {
      signal.throwIfAborted();
      const bytes = await readAll(file, piece, at);
      if (bytes > 0) yield piece.subarray(0, bytes);
      if (bytes < PIECE_BYTES_MAX) return;
      at += bytes;
    }
  }

  /** Removes what killed processes have left of a file. */
  async #removeBegun(path: string): Promise<void> {
    const { files } = this.#system;
    const [folder, name] = [dirname(path), basename(path)];
    if (!(await this.#stats(folder))?.isDirectory()) return;
    for (const other of await files.readdir(folder))
      if (other.startsWith(`${name}.`) && other.endsWith('.next'))
        await files.rm(join(folder, other), { force: true });
  }

  /** Does something whose errors name the path, and what to do. */
  async #named<T>(path: string, access: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const failure = diskFailure(error, path, { access, files: this.#system.files });
      if (!failure) throw error;
      const { message, hint } = failure;
      const own = FULL.has(code)
        ? 'FILES.STORE_FULL'
        : DENIED.has(code)
          ? 'FILES.STORE_DENIED'
          : failure.code;
      throw new RunError(own, message, { hint, cause: error });
    }
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const taken = (path: string, stats: Stats): RunError =>
  new RunError(
    'FILE.KEY_TAKEN',
    `${path} is ${stats.isSymbolicLink() ? 'a symbolic link' : 'no file of a copy'}`,
    { hint: `look what it is, then  rm ${path}  and run the same command again` },
  );
