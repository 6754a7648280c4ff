import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { makeFolder } from '../../../files/private-file.ts';
import { unpackedBytes } from '../../../input/sources/bytes/bytes.ts';
import { type Files, type OpenFile, writeAll } from '../../../system/files.ts';
import { onDisk, requireRoom } from './disk-room.ts';
import type { ListKey } from './journal.ts';

const PLAIN_ID = /^[a-z0-9_-]{1,80}$/;
/** Characters of a frame that has rows of an earlier file. */
const FRAME_CHARS = 1 << 20;
/** Bytes written between two looks at the free space. */
const LOOK_BYTES = 4 << 20;

/** A part of a file name that is made of an id: those that differ have other names, also where case does not count. */
export function nameOfId(id: string): string {
  if (PLAIN_ID.test(id)) return id;
  // Halves of characters that stand alone are all the same in UTF-8.
  const bytes = Buffer.from(id, id.isWellFormed() ? 'utf8' : 'utf16le');
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const clean = id.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '_');
  return `${clean.slice(0, 60)}.${digest}`;
}

/** The path of the records of a list in the folder of records. */
export const recordPath = ({ of, list }: ListKey, generation: number): string =>
  `${of === undefined ? list : `${list}/${nameOfId(of)}`}.${generation}.ndjson.zst`;

/** A file of records that grows by frames. It is made by its first record: an empty list has none. */
export class RecordWriter implements AsyncDisposable {
  /** Bytes of the frames. */
  bytes = 0;
  readonly path: string;
  readonly #files: Files;
  #file: OpenFile | undefined;
  #looked = -LOOK_BYTES;
  #isNew = true;

  constructor(path: string, files: Files) {
    this.path = path;
    this.#files = files;
  }

  /**
   * Goes on after the bytes that are sure.
   * @returns false if they are not there, and it begins anew
   */
  async resume(bytes: number): Promise<boolean> {
    if (bytes === 0) return true;
    const size = (await this.#files.stat(this.path).catch(() => undefined))?.size ?? 0;
    if (size < bytes) return false;
    if (size > bytes) await this.#files.truncate(this.path, bytes);
    this.bytes = bytes;
    this.#isNew = false;
    return true;
  }

  /** @throws RunError `SOURCE.SPOOL_FULL` */
  async add(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const frame = zstdCompressSync(lines.join(''), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await onDisk(this.path, async () => {
      if (this.bytes - this.#looked >= LOOK_BYTES) {
        requireRoom(this.path, this.#files);
        this.#looked = this.bytes;
      }
      this.#file ??= await this.#open();
      await writeAll(this.#file, frame, this.bytes);
    });
    this.bytes += frame.length;
  }

  /** Makes its frames survive a power cut. A name that does not survive it is found missing, and its list is read again. */
  async sync(): Promise<void> {
    if (!this.#file) return;
    await onDisk(this.path, async () => await this.#file?.sync());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }

  async #open(): Promise<OpenFile> {
    if (!this.#isNew) return await this.#files.open(this.path, 'r+');
    await makeFolder(dirname(this.path), this.#files);
    return await this.#files.open(this.path, 'w', 0o600);
  }
}

/** A record of a file: its list and itself; undefined members in what somebody has changed. */
export type StoredRecord = {
  readonly list?: string;
  readonly of?: string;
  readonly row?: Readonly<Record<string, unknown>>;
};

/** The lines of a file of records, some at once, each with its line end. */
export async function* recordLines(
  path: string,
  files: Files,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of unpackedBytes(path, files, signal)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => `${line}\n`);
  }
}

/** Parses a line that this tool has written. */
export const recordIn = (line: string): StoredRecord => JSON.parse(line) as StoredRecord;

/** Collects lines into frames of about a mebibyte. */
export class Frames {
  readonly #out: RecordWriter;
  #lines: string[] = [];
  #chars = 0;

  constructor(out: RecordWriter) {
    this.#out = out;
  }

  async add(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#lines.push(line);
      this.#chars += line.length;
      if (this.#chars >= FRAME_CHARS) await this.end();
    }
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#chars = 0;
    await this.#out.add(lines);
  }
}

/** Removes the files of a folder that are not named. */
export async function removeOthers(folder: string, named: ReadonlySet<string>, files: Files): Promise<void> {
  const tops: readonly string[] = await files.readdir(folder).catch(() => []);
  for (const top of tops) {
    const isFolder = (await files.lstat(join(folder, top))).isDirectory();
    const paths = isFolder ? (await files.readdir(join(folder, top))).map((name) => `${top}/${name}`) : [top];
    for (const path of paths)
      if (!named.has(path)) await files.rm(join(folder, path), { force: true, recursive: true });
  }
}
