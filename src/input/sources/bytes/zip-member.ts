import { crc32 } from 'node:zlib';
import { didYouMean } from '../../../errors/nearest.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Files } from '../../../system/files.ts';
import { archiveKind } from './archive-list.ts';
import { type Compression, decompressed, type Packing } from './decompress.ts';
import { fileBytes } from './file-bytes.ts';
import { mostUnpacked } from './unpack-limit.ts';
import type { ZipEntry } from './zip-directory.ts';

/** The two parts of a path such as `export.zip!/general/1.json`. */
export type ArchivePath = { readonly archive: string; readonly member: string };

const SEPARATOR = '!/';

/**
 * The parts of a path into an archive; undefined for the path of a file. The archive ends at the first `!/` before which
 * a regular file stands.
 */
export async function archivePathOf(path: string, files: Files): Promise<ArchivePath | undefined> {
  if (!path.includes(SEPARATOR) || (await files.lstat(path).catch(() => undefined))) return undefined;
  for (let at = path.indexOf(SEPARATOR); at >= 0; at = path.indexOf(SEPARATOR, at + 1)) {
    const archive = path.slice(0, at);
    const stats = await files.stat(archive).catch(() => undefined);
    if (stats?.isFile()) return { archive, member: path.slice(at + SEPARATOR.length) };
  }
  return undefined;
}

/** The file on disk that a path leads to: for a file in an archive, the archive. */
export const fileOnDisk = async (path: string, files: Files): Promise<string> =>
  (await archivePathOf(path, files))?.archive ?? path;

/** A file in an archive, unpacked while it is read. */
export type ArchivedFile = {
  /** Its bytes in the archive. */
  readonly size: number;
  /**
   * Reads from an offset to the end.
   * @throws RunError `SOURCE.TRUNCATED` after everything before the damage was yielded, `.CHANGED`, `.UNREADABLE`
   */
  read(signal?: AbortSignal, from?: number): AsyncGenerator<Buffer>;
};

const PACKINGS: Readonly<Record<number, Packing | 'none'>> = { 0: 'none', 8: 'deflate', 93: 'zstd' };
const OTHER_METHODS: Readonly<Record<number, string>> = {
  9: 'deflate64',
  12: 'bzip2',
  14: 'LZMA',
  95: 'xz',
  98: 'PPMd',
};

/**
 * Finds a file in an archive; undefined if the path does not lead into one.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE` for encrypted files, `.TRUNCATED`, `.ARCHIVE_UNSAFE`
 */
export async function archivedFile(path: string, files: Files): Promise<ArchivedFile | undefined> {
  const parts = await archivePathOf(path, files);
  if (!parts) return undefined;
  const { archive, member } = parts;
  const kind = await archiveKind(files, archive);
  if (typeof kind === 'object') return await inTar(parts, path, kind.tar, files);
  // yauzl is loaded with the first archive.
  const { zipDirectory } = await import('./zip-directory.ts');
  const { entries } = await zipDirectory(files, archive);
  const entry = entries.get(member);
  if (!entry) throw noMember(parts, path, [...entries.keys()]);
  refuseUnsafe(entry, path);
  const packing = packingOf(entry, path);
  return {
    size: entry.compressedBytes,
    read: (signal, from = 0) => skipped(unpacked(entry, packing, { archive, path, files, signal }), from),
  };
}

/** A file in a tar archive: without compression, it is read where it is. */
async function inTar(
  parts: ArchivePath,
  path: string,
  compression: Compression | undefined,
  files: Files,
): Promise<ArchivedFile> {
  const { archive, member } = parts;
  const { tarBytes, tarDirectory } = await import('./tar-directory.ts');
  const { entries } = await tarDirectory(files, archive, compression);
  const entry = entries.get(member);
  if (!entry) throw noMember(parts, path, [...entries.keys()]);
  const { offset, bytes } = entry;
  return {
    size: bytes,
    read: (signal, from = 0) =>
      compression === undefined
        ? fileBytes(archive, offset + from, signal, files, offset + bytes)
        : taken(skipped(tarBytes(archive, compression, files, signal), offset + from), bytes - from),
  };
}

/** At most so many bytes. */
async function* taken(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  if (left <= 0) return;
  for await (const piece of pieces) {
    yield piece.length <= left ? piece : piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** All bytes but so many first ones. */
export async function* skipped(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const piece of pieces) {
    if (left < piece.length) yield left === 0 ? piece : piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

function noMember({ archive, member }: ArchivePath, path: string, names: readonly string[]): RunError {
  const meant = didYouMean(member, names, `it has ${names.length} files`);
  return new RunError('SOURCE.MISSING', `${archive} has no file ${member}${meant}`, {
    where: { file: path },
  });
}

function refuseUnsafe({ bytes, compressedBytes }: ZipEntry, path: string): void {
  if (bytes <= mostUnpacked(compressedBytes)) return;
  const ratio = Math.round(bytes / Math.max(1, compressedBytes));
  const message = `${path} would unpack ${compressedBytes} bytes to ${bytes}, ${ratio} times as many`;
  throw new RunError('SOURCE.ARCHIVE_UNSAFE', message, { where: { file: path } });
}

function packingOf({ method, isEncrypted }: ZipEntry, path: string): Packing | 'none' {
  const packing = PACKINGS[method];
  if (packing && !isEncrypted) return packing;
  const how = isEncrypted ? 'encrypted' : `compressed with ${OTHER_METHODS[method] ?? `method ${method}`}`;
  throw new RunError('SOURCE.UNREADABLE', `${path} is ${how}, which cannot be read in an archive`, {
    hint: `unpack the archive${isEncrypted ? ' with its password' : ''} and name the files in it`,
    where: { file: path },
  });
}

type Place = {
  readonly archive: string;
  readonly path: string;
  readonly files: Files;
  readonly signal: AbortSignal | undefined;
};

async function* unpacked(entry: ZipEntry, packing: Packing | 'none', place: Place): AsyncGenerator<Buffer> {
  const { path } = place;
  const start = await dataStart(entry, place);
  const stored = fileBytes(place.archive, start, place.signal, place.files, start + entry.compressedBytes);
  let length = 0;
  let sum = 0;
  for await (const piece of packing === 'none' ? stored : decompressed(stored, packing, path)) {
    length += piece.length;
    if (length > entry.bytes) throw damaged(path, 'it is longer than its archive says');
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length < entry.bytes) throw damaged(path, 'it is shorter than its archive says');
  if (sum !== entry.crc32) throw damaged(path, 'its checksum does not match');
}

/** The place where the bytes of a file begin: after its own header, whose length only the header tells. */
async function dataStart({ offset }: ZipEntry, { archive, path, files, signal }: Place): Promise<number> {
  let header: Buffer = Buffer.alloc(0);
  for await (const piece of fileBytes(archive, offset, signal, files, offset + 30))
    header = Buffer.concat([header, piece]);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw damaged(path, 'its header is missing');
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function damaged(path: string, how: string): RunError {
  return new RunError('SOURCE.TRUNCATED', `${path} is damaged: ${how}`, { where: { file: path } });
}
