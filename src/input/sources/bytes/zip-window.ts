import { crc32, inflateRawSync } from 'node:zlib';
import { asRunError } from '../../../errors/run-error.ts';
import { type Files, type OpenFile, readAll } from '../../../system/files.ts';
import { opened } from './file-bytes.ts';
import { type ZipDirectory, zipDirectory } from './zip-directory.ts';

/** Bytes of the archive that are held: files of an archive mostly stand in the order in which they are read. */
const WINDOW_BYTES = 1_048_576;
const HEADER_BYTES = 30;
/** The compressions that are unpacked at once. */
const STORED = 0;
const DEFLATED = 8;
/** The least that zlib takes as the size of a piece. */
const CHUNK_MIN = 64;

/** Reads small files of one zip archive whole, thousands of them with a few reads of the disk. */
export class ZipWindow implements AsyncDisposable {
  readonly path: string;
  readonly #file: OpenFile;
  readonly #directory: ZipDirectory;
  #room: Buffer = Buffer.alloc(0);
  /** The bytes that the room holds, from an offset of the archive on. */
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;

  private constructor(path: string, file: OpenFile, directory: ZipDirectory) {
    this.path = path;
    this.#file = file;
    this.#directory = directory;
  }

  /** @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED`, `.ARCHIVE_UNSAFE` */
  static async open(path: string, files: Files): Promise<ZipWindow> {
    const directory = await zipDirectory(files, path);
    return new ZipWindow(path, await opened(files, path), directory);
  }

  /**
   * The bytes of a file; undefined if it is larger than `bytesMax`, or damaged, or has to be read in another way.
   * @throws RunError `SOURCE.UNREADABLE` if the archive cannot be read
   */
  async read(member: string, bytesMax: number): Promise<Buffer | undefined> {
    const entry = this.#directory.entries.get(member);
    if (!entry || entry.isEncrypted || entry.bytes > bytesMax || entry.compressedBytes > bytesMax) return;
    if (entry.method !== STORED && entry.method !== DEFLATED) return;
    const header = await this.#at(entry.offset, HEADER_BYTES);
    if (header.length < HEADER_BYTES) return;
    const start = entry.offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    const stored = await this.#at(start, entry.compressedBytes);
    const bytes = entry.method === STORED ? Buffer.from(stored) : inflated(stored, entry.bytes);
    if (bytes?.length === entry.bytes && crc32(bytes) === entry.crc32) return bytes;
    return undefined;
  }

  /** So many bytes from an offset, or fewer at the end of the archive; overwritten by the next call. */
  async #at(offset: number, length: number): Promise<Buffer> {
    const from = offset - this.#start;
    if (from < 0 || from + length > this.#bytes.length) {
      if (this.#room.length < length || this.#room.length === 0)
        this.#room = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length));
      this.#bytes = this.#room.subarray(0, await this.#fill(this.#room, offset));
      this.#start = offset;
    }
    const at = offset - this.#start;
    return this.#bytes.subarray(at, at + length);
  }

  #fill(room: Buffer, offset: number): Promise<number> {
    return readAll(this.#file, room, offset).catch((cause: unknown) => {
      throw asRunError(cause, 'SOURCE.UNREADABLE', `${this.path} cannot be read`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

/** Unpacked bytes, at most as many as the archive says; undefined if they are damaged. */
function inflated(stored: Buffer, length: number): Buffer | undefined {
  try {
    // One piece for all of it.
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, length), chunkSize: length + CHUNK_MIN });
  } catch {
    return undefined;
  }
}
