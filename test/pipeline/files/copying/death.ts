import type { FileFetcher } from '../../../../src/pipeline/files/fetch/fetched-file.ts';
import type { FileStore } from '../../../../src/pipeline/files/stores/file-store.ts';
import type { Files, OpenFile } from '../../../../src/system/files.ts';
import { realFiles } from '../../../../src/system/files.ts';

/** Operations after which a disk is another one. */
const WRITES: ReadonlySet<string | symbol> = new Set([
  'open',
  'mkdir',
  'rename',
  'rm',
  'truncate',
  'writeFile',
  'fdatasync',
  'fsyncSync',
  'ftruncateSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'writeSync',
]);

/** Methods that throw at once. */
const SYNC = /Sync$/;

/** The end of a process at a given operation of the disk, the source or the store: from then on, nothing is done any more. */
export class Death {
  readonly #at: number;
  #count = 0;

  /** @param at the number of the operation before which it comes, from 1 */
  constructor(at: number) {
    this.#at = at;
  }

  /** Operations so far. */
  get count(): number {
    return this.#count;
  }

  get hasCome(): boolean {
    return this.#count >= this.#at;
  }

  readonly step = (): void => {
    if (!this.hasCome) this.#count++;
    if (this.hasCome) throw new Error('the process was killed');
  };

  /** The disk. */
  readonly files: Files = new Proxy(realFiles, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || !WRITES.has(name)) return value;
      return (...args: unknown[]) => {
        try {
          this.step();
        } catch (error) {
          if (!SYNC.test(String(name))) return Promise.reject(error);
          throw error;
        }
        const result: unknown = value.apply(target, args);
        return name === 'open' ? (result as Promise<OpenFile>).then((file) => this.#openFile(file)) : result;
      };
    },
  });

  #openFile(file: OpenFile): OpenFile {
    const { step } = this;
    return {
      read: (...args) => file.read(...args),
      write: async (...args) => {
        step();
        return await file.write(...args);
      },
      datasync: async () => {
        step();
        await file.datasync();
      },
      sync: async () => {
        step();
        await file.sync();
      },
      stat: () => file.stat(),
      close: () => file.close(),
      [Symbol.asyncDispose]: () => file.close(),
    };
  }

  /** The store: the end may come before or after each call. */
  readonly store = (store: FileStore): FileStore => ({
    get requests() {
      return store.requests;
    },
    head: (...args) => this.#around(() => store.head(...args)),
    put: (...args) => this.#around(() => store.put(...args)),
    read: (...args) => store.read(...args),
    remove: (...args) => this.#around(() => store.remove(...args)),
    abort: (...args) => this.#around(() => store.abort(...args)),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  });

  readonly fetcher = (fetcher: FileFetcher): FileFetcher => ({
    get requests() {
      return fetcher.requests;
    },
    fetch: (...args) => this.#around(() => fetcher.fetch(...args)),
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  });

  async #around<T>(work: () => Promise<T>): Promise<T> {
    this.step();
    const result = await work();
    this.step();
    return result;
  }
}
