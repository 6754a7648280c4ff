import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Files, OpenFile } from '../../src/system/files.ts';
import type { Random } from '../support/random.ts';
import { Killed, type Life } from './life.ts';

/** A rename that no sync of its folder has made durable yet. */
type Rename = { readonly from: string; readonly to: string; readonly before: Buffer | undefined };

/**
 * The disk of a simulated process: a real folder, written synchronously, so that the seed alone decides the order. Every
 * write is a point at which the process may end. It remembers what was not synced, for power cuts.
 */
export class Disk {
  readonly #life: Life;
  readonly #random: Random;
  /** Content at the last sync, of files that were written since; undefined if there was no such file. */
  readonly #unsynced = new Map<string, Buffer | undefined>();
  readonly #renames: Rename[] = [];
  readonly #paths = new Map<number, string>();
  readonly #databases = new Set<SimulatedDatabase>();

  constructor(life: Life, random: Random) {
    this.#life = life;
    this.#random = random;
  }

  /** The process is gone: its databases are closed as a kill leaves them, and its files too. */
  afterKill(isPowerCut: boolean): void {
    for (const database of this.#databases) database.abandon(isPowerCut && this.#random() < 0.5);
    if (isPowerCut) this.#loseUnsynced();
    for (const fd of this.#paths.keys()) fs.closeSync(fd);
    this.#paths.clear();
  }

  #loseUnsynced(): void {
    const random = this.#random;
    for (const { from, to, before } of this.#renames.reverse()) {
      if (random() < 0.5 || contentOf(to) === undefined) continue;
      fs.renameSync(to, from);
      if (before) fs.writeFileSync(to, before);
    }
    for (const [path, before] of this.#unsynced) {
      const now = contentOf(path);
      if (!now) continue;
      const choice = random();
      if (choice < 0.3) continue;
      if (choice < 0.6) {
        if (before) fs.writeFileSync(path, before);
        else fs.rmSync(path);
      } else {
        // Torn: what was synced and not written again since is whole.
        const safe = before ? commonLength(before, now) : 0;
        fs.writeFileSync(path, now.subarray(0, safe + Math.floor(random() * (now.length - safe))));
      }
    }
  }

  #remember(path: string): void {
    if (!this.#unsynced.has(path)) this.#unsynced.set(path, contentOf(path));
  }

  /** A write: two points, and the failures of the disk between them. */
  #write<T>(path: string | undefined, work: () => T): T {
    this.#life.point();
    const error = this.#life.diskError();
    if (error) throw error;
    if (path !== undefined) this.#remember(path);
    const result = work();
    this.#life.point();
    return result;
  }

  #rename(from: string, to: string): void {
    this.#write(undefined, () => {
      const before = this.#unsynced.get(to) ?? contentOf(to);
      fs.renameSync(from, to);
      this.#renames.push({ from, to, before });
      if (this.#unsynced.has(from)) this.#unsynced.set(to, this.#unsynced.get(from));
      else this.#unsynced.delete(to);
      this.#unsynced.delete(from);
    });
  }

  #synced(path: string): void {
    this.#write(undefined, () => {
      this.#unsynced.delete(path);
      // A folder that is synced brings no removed file back.
      for (const removed of this.#unsynced.keys())
        if (dirname(removed) === path && contentOf(removed) === undefined) this.#unsynced.delete(removed);
      for (let at = this.#renames.length - 1; at >= 0; at--)
        if (dirname((this.#renames[at] as Rename).to) === path) this.#renames.splice(at, 1);
    });
  }

  #fd(path: string, flags: string, mode?: number): number {
    this.#life.check();
    const isWritten = flags !== 'r';
    const open = (): number => fs.openSync(path, flags, mode);
    const fd = isWritten ? this.#write(path, open) : open();
    this.#paths.set(fd, path);
    return fd;
  }

  #close(fd: number): void {
    this.#life.check();
    this.#paths.delete(fd);
    fs.closeSync(fd);
  }

  #pathOf(fd: number): string {
    return this.#paths.get(fd) as string;
  }

  /** Does the work now; a process that is dead never hears of it. */
  #async<T>(work: () => T): Promise<T> {
    try {
      this.#life.check();
      return Promise.resolve(work());
    } catch (error) {
      return error instanceof Killed ? new Promise(() => {}) : Promise.reject(error);
    }
  }

  /** The files as the process sees them. */
  get files(): Files {
    const act = <T>(work: () => T): Promise<T> => this.#async(work);
    return {
      open: (path, flags, mode) => act(() => this.#openFile(this.#fd(path, flags, mode))),
      // What is linked was synced before, so the new name never has a part of what an earlier file had.
      link: (existing, path) =>
        act(() =>
          this.#write(undefined, () => {
            fs.linkSync(existing, path);
            this.#unsynced.delete(path);
          }),
        ),
      mkdir: (path, options) => act(() => this.#write(undefined, () => fs.mkdirSync(path, options))),
      readFile: (path, encoding) => act(() => fs.readFileSync(path, encoding)),
      readdir: (path) => act(() => fs.readdirSync(path)),
      rename: (from, to) => act(() => this.#rename(from, to)),
      rm: (path, options) => act(() => this.#write(path, () => fs.rmSync(path, options))),
      rmdir: (path) => act(() => this.#write(undefined, () => fs.rmdirSync(path))),
      lstat: (path) => act(() => fs.lstatSync(path)),
      stat: (path) => act(() => fs.statSync(path)),
      access: (path, mode) => act(() => fs.accessSync(path, mode)),
      truncate: (path, length) => act(() => this.#write(path, () => fs.truncateSync(path, length))),
      writeFile: (path, text, options) =>
        act(() => this.#write(path, () => fs.writeFileSync(path, text, options))),
      chmodSync: (path, mode) => fs.chmodSync(path, mode),
      closeSync: (fd) => this.#close(fd),
      existsSync: (path) => fs.existsSync(path),
      fsyncSync: (fd) => this.#synced(this.#pathOf(fd)),
      fdatasync: (fd) => act(() => this.#synced(this.#pathOf(fd))),
      fstatSync: (fd) => fs.fstatSync(fd),
      ftruncateSync: (fd, length) => this.#write(this.#pathOf(fd), () => fs.ftruncateSync(fd, length)),
      mkdirSync: (path, options) => this.#write(undefined, () => fs.mkdirSync(path, options)),
      openSync: (path, flags, mode) => this.#fd(path, flags, mode),
      readSync: (fd, into, offset, length, position) => fs.readSync(fd, into, offset, length, position),
      renameSync: (from, to) => this.#rename(from, to),
      rmSync: (path, options) => this.#write(path, () => fs.rmSync(path, options)),
      statfsSync: (path) => fs.statfsSync(path),
      writeSync: (fd, from, offset, length, position) =>
        this.#write(this.#pathOf(fd), () => fs.writeSync(fd, from, offset, length, position)),
      openDatabase: (path, options) => {
        this.#life.point();
        const error = this.#life.diskError();
        if (error) throw error;
        const database = new SimulatedDatabase(path, this.#life, options ?? {});
        this.#databases.add(database);
        return database as UsedOfDatabase as DatabaseSync;
      },
    };
  }

  #openFile(fd: number): OpenFile {
    const path = this.#pathOf(fd);
    const close = (): Promise<void> => this.#async(() => this.#close(fd));
    return {
      read: (into, offset, length, position) =>
        this.#async(() => ({ bytesRead: fs.readSync(fd, into, offset, length, position) })),
      write: (from, offset, length, position) =>
        this.#async(() => ({
          bytesWritten: this.#write(path, () => fs.writeSync(fd, from, offset, length, position)),
        })),
      datasync: () => this.#async(() => this.#synced(path)),
      sync: () => this.#async(() => this.#synced(path)),
      stat: () => this.#async(() => fs.fstatSync(fd)),
      close,
      [Symbol.asyncDispose]: close,
    };
  }
}

/** Files with their content. */
type Content = readonly (readonly [name: string, content: Buffer])[];

/** The content of a file; undefined if there is none, or a folder. */
const contentOf = (path: string): Buffer | undefined =>
  fs.statSync(path, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(path) : undefined;

/** How many first bytes are the same. */
function commonLength(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** What commands use of a database. */
type UsedOfDatabase = Pick<DatabaseSync, 'exec' | 'prepare' | 'close' | 'isOpen' | 'isTransaction'>;

/**
 * A ledger that dies with its process. What SQLite has committed survives; a power cut only if it
 * has synced it. It is no `DatabaseSync`, because that stays in memory as long as a statement of it, with all that hangs on it.
 */
class SimulatedDatabase implements UsedOfDatabase {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #life: Life;
  #isSynced = true;
  /** The files at the last commit that was synced, while there are later ones. */
  #durable: Content | undefined;

  constructor(path: string, life: Life, options: ConstructorParameters<typeof DatabaseSync>[1]) {
    this.#database = new DatabaseSync(path, options);
    this.#path = path;
    this.#life = life;
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    this.#life.check();
    if (sql.startsWith('PRAGMA synchronous')) this.#isSynced = sql.endsWith('FULL');
    if (sql.startsWith('BEGIN') && !this.#isSynced) this.#durable ??= this.#content();
    if (sql !== 'COMMIT') {
      this.#database.exec(sql);
      return;
    }
    this.#life.point();
    if (this.#life.disk !== undefined && this.#life.diskError())
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    this.#database.exec(sql);
    if (this.#isSynced) this.#durable = undefined;
    this.#life.point();
  }

  prepare(sql: string): StatementSync {
    this.#life.check();
    const life = this.#life;
    return new Proxy(this.#database.prepare(sql), {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          life.check();
          return value.apply(target, given);
        };
      },
    });
  }

  close(): void {
    if (this.#life.isAlive && this.isOpen) this.#database.close();
  }

  #content(): Content {
    const names = this.#path === ':memory:' ? [] : [this.#path, `${this.#path}-wal`];
    return names.filter((name) => fs.existsSync(name)).map((name) => [name, fs.readFileSync(name)]);
  }

  /**
   * Closes the file, and leaves it and its log as a kill does: closing alone would write the log into the file.
   * @param isLost whether what is not synced is gone
   */
  abandon(isLost: boolean): void {
    if (!this.isOpen) return;
    const kept = (isLost && this.#durable) || this.#content();
    this.#database.close();
    for (const [name, content] of kept) fs.writeFileSync(name, content, { mode: 0o600 });
  }
}
