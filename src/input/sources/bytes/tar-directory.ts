import { RunError } from '../../../errors/run-error.ts';
import { type Files, readAll } from '../../../system/files.ts';
import { type Compression, decompressed } from './decompress.ts';
import { fileBytes, opened } from './file-bytes.ts';
import { BLOCK_BYTES, isZeros, paxRecords, type TarHeader, tarHeader, textAt } from './tar-header.ts';
import { mostUnpacked } from './unpack-limit.ts';

/** A file in a tar archive. */
export type TarEntry = {
  /** The place where its bytes begin, in the archive as it was before it was compressed. */
  readonly offset: number;
  readonly bytes: number;
};

/** The contents of a tar archive. */
export type TarDirectory = {
  readonly entries: ReadonlyMap<string, TarEntry>;
  /** Sentences about what is left out. */
  readonly notes: readonly string[];
};

/** Names longer than this are none. */
const NAME_BYTES_MAX = 65_536;
const FILES_MAX = 1_000_000;
/** Types of entries that are no files, in words. */
const NO_FILES: Readonly<Record<string, string>> = {
  1: 'a link',
  2: 'a link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
  S: 'a sparse file',
};

/** The archive that was listed last, for each file system. */
const listed = new WeakMap<Files, { readonly key: string; readonly directory: TarDirectory }>();

/**
 * Lists the files of a tar archive, also of a compressed one. Left out are folders, links, what macOS adds (`._name`), and
 * names that lead out of the archive; of a name that is there twice, the last one counts.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive, `.ARCHIVE_UNSAFE`
 */
export async function tarDirectory(
  files: Files,
  path: string,
  compression: Compression | undefined,
): Promise<TarDirectory> {
  await using file = await opened(files, path);
  const { size, mtimeMs, ino } = await file.stat();
  const key = [path, size, mtimeMs, ino].join(' ');
  const last = listed.get(files);
  if (last?.key === key) return last.directory;
  const blocks: Blocks = compression
    ? new StreamBlocks(tarBytes(path, compression, files), path, size)
    : {
        at: async (from, length) => {
          const room = Buffer.alloc(length);
          return room.subarray(0, await readAll(file, room, from));
        },
        end: size,
      };
  const directory = await new Lister(path, blocks).list();
  listed.set(files, { key, directory });
  return directory;
}

/** The bytes of a tar archive as they were before it was compressed. */
export const tarBytes = (
  path: string,
  compression: Compression,
  files: Files,
  signal?: AbortSignal,
): AsyncIterable<Buffer> => decompressed(fileBytes(path, 0, signal, files), compression, path);

/** Gives bytes of an archive, each time from beyond the last ones. */
type Blocks = {
  /** Fewer at its end. */
  at(from: number, length: number): Promise<Buffer>;
  /** The length of the archive, if that is known. */
  readonly end: number | undefined;
  [Symbol.asyncDispose]?(): Promise<void>;
};

class Lister {
  readonly #path: string;
  readonly #blocks: Blocks;
  readonly #entries = new Map<string, TarEntry>();
  readonly #notes: string[] = [];
  /** Facts that extended headers give of the next one. */
  #next: { path?: string; size?: number } = {};

  constructor(path: string, blocks: Blocks) {
    this.#path = path;
    this.#blocks = blocks;
  }

  async list(): Promise<TarDirectory> {
    try {
      let at = 0;
      for (;;) {
        const block = await this.#blocks.at(at, BLOCK_BYTES);
        if (block.length === 0) this.#notes.push('the archive has no end: files may be missing');
        if (block.length === 0 || (block.length === BLOCK_BYTES && isZeros(block))) break;
        const header = block.length < BLOCK_BYTES ? undefined : tarHeader(block);
        if (!header) throw damaged(this.#path, `there is no header at byte ${at}`);
        at = await this.#entry(header, at + BLOCK_BYTES);
      }
    } finally {
      await this.#blocks[Symbol.asyncDispose]?.();
    }
    return { entries: this.#entries, notes: this.#notes };
  }

  /** Notes an entry whose bytes begin at an offset; returns where the next header is. */
  async #entry(header: TarHeader, offset: number): Promise<number> {
    const { type } = header;
    const { path = header.name, size = header.bytes } = type === 'x' || type === 'L' ? {} : this.#next;
    const bytes = type === 'x' || type === 'L' ? header.bytes : size;
    const { end } = this.#blocks;
    if (end !== undefined && offset + bytes > end)
      throw damaged(this.#path, `${JSON.stringify(path)} is longer than the archive`);
    if (type === 'x' || type === 'L') await this.#longer(type, offset, bytes);
    else if (type !== 'g' && type !== 'K') {
      this.#next = {};
      this.#add(path, type, { offset, bytes });
    }
    return offset + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }

  async #longer(type: string, offset: number, bytes: number): Promise<void> {
    if (bytes > NAME_BYTES_MAX) throw damaged(this.#path, `a name has ${bytes} bytes`);
    const found = await this.#blocks.at(offset, bytes);
    this.#next =
      type === 'L'
        ? { ...this.#next, path: textAt(found, 0, found.length) }
        : { ...this.#next, ...paxRecords(found) };
  }

  #add(path: string, type: string, entry: TarEntry): void {
    const name = path.replace(/^(?:\.\/)+/, '');
    if (type === '5' || name.endsWith('/') || /(?:^|\/)\._[^/]*$/.test(name)) return;
    const shown = JSON.stringify(name);
    const isFile = type === '0' || type === '7';
    if (!isFile) this.#notes.push(`${shown} is skipped: it is ${NO_FILES[type] ?? 'not a file'}`);
    else if (leadsOut(name)) this.#notes.push(`${shown} is skipped: the name leads out of the archive`);
    else {
      if (this.#entries.has(name)) this.#notes.push(`${shown} is there twice: the last one is read`);
      this.#entries.set(name, entry);
      if (this.#entries.size > FILES_MAX)
        throw new RunError('SOURCE.GLOB_TOO_WIDE', `${this.#path} has more than ${FILES_MAX} files`);
    }
  }
}

const leadsOut = (name: string): boolean =>
  name === '' || /^(?:\/|[a-z]:)/i.test(name) || name.includes('\0') || name.split(/[/\\]/).includes('..');

/** Blocks of an archive that can only be read from its beginning. */
class StreamBlocks implements Blocks {
  readonly end = undefined;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #path: string;
  readonly #most: number;
  #piece: Buffer = Buffer.alloc(0);
  /** The place where the piece begins. */
  #start = 0;

  constructor(pieces: AsyncIterable<Buffer>, path: string, size: number) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#path = path;
    this.#most = mostUnpacked(size);
  }

  async at(from: number, length: number): Promise<Buffer> {
    const found: Buffer[] = [];
    for (let position = from; position < from + length; ) {
      if (position < this.#start + this.#piece.length) {
        const part = this.#piece.subarray(position - this.#start, from + length - this.#start);
        found.push(Buffer.from(part));
        position += part.length;
      } else if (!(await this.#more())) break;
    }
    return Buffer.concat(found);
  }

  async #more(): Promise<boolean> {
    this.#start += this.#piece.length;
    const { value, done } = await this.#pieces.next();
    this.#piece = done ? Buffer.alloc(0) : value;
    if (this.#start > this.#most)
      throw new RunError('SOURCE.ARCHIVE_UNSAFE', `${this.#path} unpacks to more than ${this.#most} bytes`, {
        where: { file: this.#path },
      });
    return done !== true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pieces.return?.();
  }
}

function damaged(path: string, how: string): RunError {
  return new RunError('SOURCE.TRUNCATED', `${path} is not a complete tar archive: ${how}`, {
    where: { file: path },
  });
}
