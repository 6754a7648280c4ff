import type { Files } from '../../system/files.ts';
import { CHUNK_BYTES } from './tables.ts';

/** Part of a content, with its bytes. */
export type ContentPart = { readonly content: string; readonly at: number; readonly bytes: Uint8Array };

/** A new content that is too long to be sent with the rest; an open file, which stays as it is or is sent again. */
export type Long = { readonly content: string; readonly file: number; readonly bytes: number };

/** The changes of a folder since the last image, as it was at one moment. */
export type Image = {
  /** Paths that are not there any more. */
  readonly gone: readonly string[];
  readonly named: readonly { readonly path: string; readonly content: string; readonly bytes: number }[];
  readonly parts: readonly ContentPart[];
  readonly long: readonly Long[];
  /** Contents that no path has any more. */
  readonly left: readonly string[];
};

/** A content up to here is sent at once with what else has changed. */
const SHORT_BYTES = 1_048_576;

/** Numbers of chunks that were written, or all of a file. */
type Written = Set<number> | 'all';

/** Notes which parts of which files have changed, by paths in a folder, and takes images of them. */
export class FolderChanges {
  readonly #pathOf: (path: string) => string;
  readonly #files: Files;
  readonly #newContent: () => string;
  /** The content of each path that the last image has, or one before. */
  #known = new Map<string, string>();
  readonly #written = new Map<string, Written>();
  readonly #gone = new Set<string>();

  constructor(folder: string, files: Files, newContent: () => string) {
    this.#pathOf = (path) => `${folder}/${path}`;
    this.#files = files;
    this.#newContent = newContent;
  }

  /** Begins with what is known elsewhere; what was noted before is not, and is sent as a whole. */
  begin(known: ReadonlyMap<string, string>): void {
    const noted = [...this.#written.keys(), ...this.#gone];
    this.#known = new Map(known);
    this.#written.clear();
    this.#gone.clear();
    for (const path of noted) this.replaced(path);
  }

  get known(): ReadonlyMap<string, string> {
    return this.#known;
  }

  get isEmpty(): boolean {
    return this.#written.size === 0 && this.#gone.size === 0;
  }

  /** Bytes of a file have changed, or it ends there now. */
  wrote(path: string, at: number, bytes: number): void {
    const chunks = this.#written.get(path) ?? (this.#known.has(path) ? new Set<number>() : 'all');
    this.#put(path, chunks);
    if (chunks === 'all') return;
    const last = Math.floor(Math.max(at, at + bytes - 1) / CHUNK_BYTES);
    for (let chunk = Math.floor(at / CHUNK_BYTES); chunk <= last; chunk++) chunks.add(chunk);
  }

  /** A file is another one as a whole. */
  replaced(path: string): void {
    this.#put(path, 'all');
  }

  #put(path: string, chunks: Written): void {
    this.#written.set(path, chunks);
    this.#gone.delete(path);
  }

  /** A file or a folder is gone. */
  removed(path: string): void {
    for (const found of this.#in(path)) {
      this.#written.delete(found);
      this.#gone.add(found);
    }
  }

  /**
   * A file or a folder has another name.
   * @param to undefined: one that does not count
   */
  renamed(from: string, to: string | undefined): void {
    const moved = this.#in(from).map((path) => {
      const [content, chunks] = [this.#known.get(path), this.#written.get(path)];
      return { path, content, chunks };
    });
    this.removed(from);
    if (to === undefined) return;
    this.removed(to);
    for (const { path, content, chunks } of moved) {
      const now = to + path.slice(from.length);
      // Its content stays where it is, only its name changes.
      if (content === undefined) this.#put(now, 'all');
      else {
        this.#known.delete(path);
        this.#known.set(now, content);
        this.#put(now, chunks ?? new Set());
      }
    }
  }

  /** A file or what is in a folder. */
  #in(path: string): string[] {
    const all = [...new Set([...this.#known.keys(), ...this.#written.keys()])];
    return all.filter((each) => each === path || each.startsWith(`${path}/`));
  }

  /** An image of this moment; undefined if nothing has changed. Its open files are the caller's to close. */
  image(): Image | undefined {
    if (this.isEmpty) return undefined;
    const before = new Set(this.#known.values());
    const [named, parts, long]: [Image['named'][number][], ContentPart[], Long[]] = [[], [], []];
    for (const [path, written] of this.#written) {
      const file = this.#open(path);
      if (file === undefined) {
        this.#gone.add(path);
        continue;
      }
      const bytes = this.#files.fstatSync(file).size;
      const isLong = written === 'all' && bytes > SHORT_BYTES;
      const content = (isLong ? undefined : this.#known.get(path)) ?? this.#newContent();
      this.#known.set(path, content);
      named.push({ path, content, bytes });
      if (isLong) long.push({ content, file, bytes });
      else {
        for (const at of placesOf(written, bytes)) parts.push({ content, at, bytes: this.#read(file, at) });
        this.#files.closeSync(file);
      }
    }
    const gone = [...this.#gone];
    for (const path of gone) this.#known.delete(path);
    this.#written.clear();
    this.#gone.clear();
    const now = new Set(this.#known.values());
    return { gone, named, parts, long, left: [...before].filter((content) => !now.has(content)) };
  }

  #open(path: string): number | undefined {
    try {
      return this.#files.openSync(this.#pathOf(path), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #read(file: number, at: number): Uint8Array {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
    return bytes.subarray(0, this.#files.readSync(file, bytes, 0, CHUNK_BYTES, at));
  }
}

/** The beginnings of the chunks that were written and are there. */
function placesOf(written: Written, bytes: number): number[] {
  const count = Math.ceil(bytes / CHUNK_BYTES);
  const chunks = written === 'all' ? Array.from({ length: count }, (_, chunk) => chunk) : [...written];
  return chunks.filter((chunk) => chunk < count).map((chunk) => chunk * CHUNK_BYTES);
}
