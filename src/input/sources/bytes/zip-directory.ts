import { isUtf8 } from 'node:buffer';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from 'yauzl';
import { asRunError, RunError } from '../../../errors/run-error.ts';
import { type Files, type OpenFile, readAll } from '../../../system/files.ts';
import { opened } from './file-bytes.ts';

/** A file in a zip archive, as the archive's directory describes it. */
export type ZipEntry = {
  /** Its name with folders, separated by `/`. */
  readonly name: string;
  /** The place where its own header begins in the archive. */
  readonly offset: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  /** The number of its compression, as in the specification of zip. */
  readonly method: number;
  readonly crc32: number;
  readonly isEncrypted: boolean;
};

/** The contents of a zip archive. */
export type ZipDirectory = {
  /** Its files by name. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Sentences about what is left out. */
  readonly notes: readonly string[];
};

/** The archive that was listed last, for each file system: its files are usually opened one after the other. */
const listed = new WeakMap<Files, { readonly key: string; readonly directory: ZipDirectory }>();

/**
 * Lists the files of a zip archive. Left out are folders, what macOS adds (`__MACOSX/`), and names that lead out of the
 * archive; of a name that is there twice, the last one counts.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive, `.ARCHIVE_UNSAFE`
 */
export async function zipDirectory(files: Files, path: string): Promise<ZipDirectory> {
  await using file = await opened(files, path);
  const { size, mtimeMs, ino } = await file.stat();
  const key = [path, size, mtimeMs, ino].join(' ');
  const last = listed.get(files);
  if (last?.key === key) return last.directory;
  const directory = await readDirectory(file, size, path);
  listed.set(files, { key, directory });
  return directory;
}

async function readDirectory(file: OpenFile, size: number, path: string): Promise<ZipDirectory> {
  const entries = new Map<string, ZipEntry>();
  const notes: string[] = [];
  let compressed = 0;
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    const zip = await fromRandomAccessReaderPromise(new FileReader(file), size, options);
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      compressed += entry.compressedSize;
      if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
      if (leadsOut(name)) {
        notes.push(`${JSON.stringify(name)} is skipped: the name leads out of the archive`);
        continue;
      }
      if (entries.has(name)) notes.push(`${JSON.stringify(name)} is there twice: the last one is read`);
      entries.set(name, entryOf(entry, name));
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `${path} is no complete zip archive: ${reason}`;
    throw asRunError(cause, 'SOURCE.TRUNCATED', message);
  }
  // Files that share bytes of the archive unpack to far more than it can hold.
  if (compressed > size)
    throw new RunError('SOURCE.ARCHIVE_UNSAFE', `${path} has files that overlap, and could fill the disk`, {
      where: { file: path },
    });
  return { entries, notes };
}

function entryOf(entry: Entry, name: string): ZipEntry {
  return {
    name,
    offset: entry.relativeOffsetOfLocalHeader,
    compressedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    method: entry.compressionMethod,
    crc32: entry.crc32,
    isEncrypted: entry.isEncrypted(),
  };
}

/** The name as UTF-8 if it is that, else as the archive declares it, else in the encoding of DOS (cp437). */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const name = isUtf8(fileNameRaw)
    ? fileNameRaw.toString()
    : getFileNameLowLevel(generalPurposeBitFlag & ~0x800, fileNameRaw, extraFields, true);
  return name.includes('/') ? name : name.replaceAll('\\', '/');
}

const leadsOut = (name: string): boolean =>
  /^(?:\/|[a-z]:)/i.test(name) || name.includes('\0') || name.split(/[/\\]/).includes('..');

/** Bytes that are read at once: the directory has two short reads for each file. */
const WINDOW_BYTES = 65_536;

/** Lets yauzl read an open file. */
class FileReader extends RandomAccessReader {
  readonly #file: OpenFile;
  #room = Buffer.allocUnsafe(WINDOW_BYTES);
  /** The bytes of the file that were read last, and their offset. */
  #window = this.#room.subarray(0, 0);
  #from = 0;

  constructor(file: OpenFile) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(buffer, offset, length, position).then(
      () => callback(null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    if (position < this.#from || position + length > this.#from + this.#window.length) {
      if (length > this.#room.length) this.#room = Buffer.allocUnsafe(length);
      this.#window = this.#room.subarray(0, await readAll(this.#file, this.#room, position));
      this.#from = position;
    }
    const at = position - this.#from;
    if (this.#window.copy(buffer, offset, at, at + length) < length)
      throw new Error('the file ends too early');
  }
}
