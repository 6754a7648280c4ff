import { sep } from 'node:path';
import type { Files, OpenFile } from '../../system/files.ts';
import type { FolderChanges } from './changes.ts';

/**
 * Files that are not kept by a server: locks, files that are not whole yet, what is made anew where it is missing
 * (databases, filters, tables, but not the output of commands), the data of an embedded sandbox, and the states of
 * shards, which have their own.
 */
const OWN =
  /(?:^|\/)(?:lock(?:\..*)?|sandbox(?:\..*)?|[^/]*\.(?:next|part|reserve|filter|lock|sorted|sqlite(?:-\w+)?(?:\..*)?))$|^shards\/(?!(?:index\.json|\d+\.runs)$)|(?:^|\/)(?:prepared\/(?!spool(?:\/|$))|sandbox[./])/;

/** True if a server keeps what is under a path in a state folder. */
export const isKept = (path: string): boolean => !OWN.test(path);

/** A file that is open to be written; its name may change meanwhile. */
type Opened = { path: string };

/**
 * Files of which those in a folder are kept elsewhere too: every change is noted, and what is synced has been sent before the
 * call returns. What is synced at once, without a promise, is sent by the next sync.
 * @param send sends what was noted
 */
export function mirroredFiles(
  files: Files,
  folder: string,
  changes: FolderChanges,
  send: () => Promise<void>,
): Files {
  const notes = new Notes(folder, changes, send);
  return { ...files, ...later(files, notes), ...atOnce(files, notes) };
}

/** Notes what happens to paths, if they are in the folder and kept. */
class Notes {
  readonly #folder: string;
  readonly #changes: FolderChanges;
  readonly #send: () => Promise<void>;
  readonly #opened = new Set<Opened>();

  constructor(folder: string, changes: FolderChanges, send: () => Promise<void>) {
    this.#folder = folder;
    this.#changes = changes;
    this.#send = send;
  }

  isInside(path: string): boolean {
    return path === this.#folder || path.startsWith(this.#folder + sep);
  }

  /** The path in the folder, if it is kept. */
  #kept(path: string): string | undefined {
    if (path === this.#folder || !this.isInside(path)) return undefined;
    const found = path.slice(this.#folder.length + 1).replaceAll('\\', '/');
    return isKept(found) ? found : undefined;
  }

  opened(path: string, flags: string): Opened {
    if (flags.startsWith('w')) this.replaced(path);
    const opened = { path };
    this.#opened.add(opened);
    return opened;
  }

  closed(opened: Opened): void {
    this.#opened.delete(opened);
  }

  replaced(path: string): void {
    const kept = this.#kept(path);
    if (kept !== undefined) this.#changes.replaced(kept);
  }

  removed(path: string): void {
    const kept = this.#kept(path);
    if (kept !== undefined) this.#changes.removed(kept);
  }

  renamed(from: string, to: string): void {
    for (const opened of this.#opened)
      if (opened.path === from || opened.path.startsWith(from + sep))
        opened.path = to + opened.path.slice(from.length);
    const [before, now] = [this.#kept(from), this.#kept(to)];
    if (before !== undefined) this.#changes.renamed(before, now);
    else if (now !== undefined) this.#changes.replaced(now);
  }

  wrote(path: string, at: number, bytes: number): void {
    const kept = this.#kept(path);
    if (kept !== undefined) this.#changes.wrote(kept, at, bytes);
  }

  /** Resolves once what was synced has been sent: a file that is kept, or the names in a folder. */
  async sent(path: string): Promise<void> {
    if (path === this.#folder || this.#kept(path) !== undefined) await this.#send();
  }
}

type Later = Pick<Files, 'open' | 'rename' | 'rm' | 'truncate' | 'writeFile'>;

/** The methods that return promises. */
const later = (files: Files, notes: Notes): Later => ({
  open: async (path, flags, mode) => {
    const file = await files.open(path, flags, mode);
    return notes.isInside(path) ? openFile(file, notes.opened(path, flags), notes) : file;
  },
  // At once, so that no image is taken when it has happened and is not noted.
  rename: async (from, to) => {
    files.renameSync(from, to);
    notes.renamed(from, to);
  },
  rm: async (path, options) => {
    await files.rm(path, options);
    notes.removed(path);
  },
  truncate: async (path, length) => {
    await files.truncate(path, length);
    notes.wrote(path, length, 0);
  },
  writeFile: async (path, text, options) => {
    await files.writeFile(path, text, options);
    notes.replaced(path);
  },
});

function openFile(file: OpenFile, opened: Opened, notes: Notes): OpenFile {
  const close = async (): Promise<void> => {
    notes.closed(opened);
    await file.close();
  };
  const synced = async (sync: Promise<void>): Promise<void> => {
    await Promise.all([sync, notes.sent(opened.path)]);
  };
  return {
    read: (...where) => file.read(...where),
    write: async (from, offset, length, position) => {
      const result = await file.write(from, offset, length, position);
      notes.wrote(opened.path, position, length);
      return result;
    },
    datasync: () => synced(file.datasync()),
    sync: () => synced(file.sync()),
    stat: () => file.stat(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type AtOnce = Pick<
  Files,
  'openSync' | 'closeSync' | 'writeSync' | 'ftruncateSync' | 'fdatasync' | 'renameSync' | 'rmSync'
>;

/** The methods that return at once, or use what one of these has opened. */
function atOnce(files: Files, notes: Notes): AtOnce {
  const byNumber = new Map<number, Opened>();
  return {
    openSync: (path, flags, mode) => {
      const file = files.openSync(path, flags, mode);
      if (flags !== 'r' && notes.isInside(path)) byNumber.set(file, notes.opened(path, flags));
      return file;
    },
    closeSync: (file) => {
      const opened = byNumber.get(file);
      if (opened) notes.closed(opened);
      byNumber.delete(file);
      files.closeSync(file);
    },
    writeSync: (file, from, offset, length, position) => {
      const written = files.writeSync(file, from, offset, length, position);
      const opened = byNumber.get(file);
      if (opened) notes.wrote(opened.path, position ?? files.fstatSync(file).size - written, written);
      return written;
    },
    ftruncateSync: (file, length = 0) => {
      files.ftruncateSync(file, length);
      const opened = byNumber.get(file);
      if (opened) notes.wrote(opened.path, length, 0);
    },
    fdatasync: async (file) => {
      const opened = byNumber.get(file);
      await Promise.all([files.fdatasync(file), opened ? notes.sent(opened.path) : undefined]);
    },
    renameSync: (from, to) => {
      files.renameSync(from, to);
      notes.renamed(from, to);
    },
    rmSync: (path, options) => {
      files.rmSync(path, options);
      notes.removed(path);
    },
  };
}
