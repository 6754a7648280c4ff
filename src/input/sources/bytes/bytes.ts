import { RunError } from '../../../errors/run-error.ts';
import { isOfMachine } from '../../../files/checked-files.ts';
import type { Files } from '../../../system/files.ts';
import { libraryOf } from '../../rows/library.ts';
import { compressionOf, decompressed } from './decompress.ts';
import { unmarkedUtf16 } from './encoding-guess.ts';
import { beginningOf, beginningOnDisk, fileBytes, sizeOf } from './file-bytes.ts';
import { bounded } from './unpack-limit.ts';
import { refuseTwicePacked, refuseUnread } from './unread-kinds.ts';
import { archivedFile, skipped } from './zip-member.ts';

export { beginningOf, fileBytes };

/** A file as UTF-8 text that can be read from any byte. */
export type Bytes = {
  readonly path: string;
  /** The encoding of the text in the file. */
  readonly encoding: string;
  /** Offset of the first byte of text, after a UTF-8 byte order mark. */
  readonly start: number;
  /** True if offsets are those of the file itself. */
  readonly plain: boolean;
  /** True if that file is one of the machine, which other threads can read. */
  readonly isOnDisk: boolean;
  /** Bytes of the file on disk; of a file in an archive, as it is compressed there. */
  readonly size: number;
  /**
   * Reads from an offset to the end. In a plain UTF-8 file, reading starts there. A compressed or transcoded file is
   * decoded again from its beginning, and offsets count the decoded UTF-8 text.
   * @throws RunError `SOURCE.TRUNCATED` after everything before the break has been read, `SOURCE.UNREADABLE`
   */
  read(from: number, signal?: AbortSignal): AsyncIterable<Buffer>;
  /** As `read`, but with the first bytes that are known since the file was opened, until it is read; absent if none are. */
  look?(from: number): AsyncIterable<Buffer>;
};

/** A file for who looks at its beginning to open it. */
export const toLookAt = (bytes: Bytes): Bytes => (bytes.look ? { ...bytes, read: bytes.look } : bytes);

/**
 * Opens a file: checks that it is a regular file and not empty, and finds its compression and encoding.
 * @param path of a file, or of a file in an archive: `export.zip!/general/1.json`
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.EMPTY`, `.TRUNCATED`, `.ENCODING_UNKNOWN`, `.ARCHIVE_UNSAFE`,
 *   `.FORMAT_UNKNOWN` for a file that is no text but something known
 */
export async function openBytes(
  path: string,
  declaredEncoding: string | undefined,
  files: Files,
): Promise<Bytes> {
  const archived = await archivedFile(path, files);
  const stored = (from: number, signal?: AbortSignal) =>
    archived ? archived.read(signal, from) : fileBytes(path, from, signal, files);
  const { size, head: storedHead } = archived
    ? { size: archived.size, head: await beginningOf(stored(0), HEAD_BYTES) }
    : await beginningOnDisk(files, path);
  refuseUnread(storedHead, path);
  const compression = compressionOf(storedHead);
  const unpacked = (from: number, signal?: AbortSignal) =>
    compression === undefined
      ? stored(from, signal)
      : skipped(bounded(decompressed(stored(0, signal), compression, path), { path, size, signal }), from);
  const head = compression === undefined ? storedHead : await beginningOf(unpacked(0), HEAD_BYTES);
  if (compression !== undefined) {
    refuseTwicePacked(compression, compressionOf(head), path);
    refuseUnread(head, path, compression);
  }
  const { name: encoding, markBytes } = encodingOf(head, declaredEncoding, path);
  if (head.length <= markBytes) {
    throw new RunError('SOURCE.EMPTY', `${path} is empty`, { where: { file: path } });
  }
  if (encoding === 'utf-8') {
    const plain = compression === undefined && !archived;
    const isOnDisk = plain && isOfMachine(files);
    let known: Buffer | undefined = head;
    const isWhole = plain ? head.length === size : head.length < HEAD_BYTES;
    return {
      path,
      encoding,
      start: markBytes,
      plain,
      isOnDisk,
      size,
      read(from, signal) {
        // It may be read long after it was opened, and is one of thousands.
        known = undefined;
        return unpacked(from, signal);
      },
      async *look(from) {
        const begun = known?.subarray(from) ?? NOTHING;
        if (begun.length > 0) yield begun;
        if (!known || !isWhole) yield* unpacked(from + begun.length);
      },
    };
  }
  const read = (from: number, signal?: AbortSignal) =>
    skipped(transcoded(unpacked(markBytes, signal), encoding), from);
  return { path, encoding, start: 0, plain: false, isOnDisk: false, size, read };
}

/**
 * The bytes of a file as they are, of any kind; of one in an archive, as it was before it was packed.
 * @throws RunError `SOURCE.*`
 */
export async function* storedBytes(path: string, files: Files, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const archived = await archivedFile(path, files);
  yield* archived ? archived.read(signal) : fileBytes(path, 0, signal, files);
}

/**
 * The bytes of a file of any kind, unpacked.
 * @throws RunError `SOURCE.*`; `.TRUNCATED` after everything before the break
 */
export async function* unpackedBytes(
  path: string,
  files: Files,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const archived = await archivedFile(path, files);
  const compression = compressionOf(await beginningOf(storedBytes(path, files), HEAD_BYTES));
  const stored = storedBytes(path, files, signal);
  if (compression === undefined) return yield* stored;
  const size = archived?.size ?? (await sizeOf(files, path));
  yield* bounded(decompressed(stored, compression, path), { path, size, signal });
}

const NOTHING = Buffer.alloc(0);
/** Enough bytes to know what a file is. */
const HEAD_BYTES = 512;

const iconv = libraryOf<typeof import('iconv-lite')>('iconv-lite');

/**
 * The encoding of a text: `utf-8` needs no decoding, `utf-16le` and `utf-16be` are decoded here, `iso-2022-jp` by the
 * platform, others by iconv-lite.
 */
type Encoding = { readonly name: string; readonly markBytes: number };

const marks: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  // Before UTF-16, whose mark is a prefix of this one.
  ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
  ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/**
 * The encoding of a text that begins with `head` (at least 4 bytes, if the text has as many). A byte order mark
 * overrides the declaration; without both it is UTF-8.
 * @throws RunError `SOURCE.ENCODING_UNKNOWN`
 */
function encodingOf(head: Buffer, declared: string | undefined, path: string): Encoding {
  for (const [name, bytes] of marks) {
    if (head.subarray(0, bytes.length).equals(bytes)) return { name, markBytes: bytes.length };
  }
  if (declared === undefined) {
    refuseUnmarkedUtf16(head, path);
    refuseIso2022(head, path);
    return { name: 'utf-8', markBytes: 0 };
  }
  const name = declared.trim().toLowerCase();
  if (/^utf-?8$/.test(name)) return { name: 'utf-8', markBytes: 0 };
  if (/^(utf-?16(-?le)?|ucs-?2)$/.test(name)) return { name: 'utf-16le', markBytes: 0 };
  if (/^utf-?16-?be$/.test(name)) return { name: 'utf-16be', markBytes: 0 };
  if (ISO_2022_JP.test(name)) return { name: 'iso-2022-jp', markBytes: 0 };
  if (iconv().encodingExists(name)) return { name, markBytes: 0 };
  const message = `${path} is declared as ${JSON.stringify(declared)}, but there is no such encoding`;
  throw new RunError('SOURCE.ENCODING_UNKNOWN', message, { where: { file: path } });
}

function refuseUnmarkedUtf16(head: Buffer, path: string): void {
  const likely = unmarkedUtf16(head);
  if (likely === undefined) return;
  const { encoding, evidence } = likely;
  const message = `${path} looks like ${encoding} without a byte order mark (guessed: ${evidence})`;
  throw new RunError('SOURCE.ENCODING_UNKNOWN', message, {
    hint: `declare it in the pipeline: encoding: ${encoding}`,
    where: { file: path },
  });
}

const ISO_2022_JP = /^(?:cs)?iso-?2022-?jp$/;
/** The escape sequences that begin Japanese characters and that go back to ASCII. */
const TO_JAPANESE = ['\u001b$@', '\u001b$B'];
const TO_ASCII = ['\u001b(B', '\u001b(J'];

/** ISO-2022-JP consists of ASCII characters, so no later check would notice it. */
function refuseIso2022(head: Buffer, path: string): void {
  const text = head.toString('latin1');
  if (![TO_JAPANESE, TO_ASCII].every((each) => each.some((sequence) => text.includes(sequence)))) return;
  const message = `${path} looks like iso-2022-jp (guessed: it has its escape sequences for Japanese characters)`;
  throw new RunError('SOURCE.ENCODING_UNKNOWN', message, {
    hint: 'declare it in the pipeline: encoding: iso-2022-jp',
    where: { file: path },
  });
}

/**
 * Converts text to UTF-8. Bytes that the encoding does not define become the byte FF, which never occurs in UTF-8. The
 * row is then refused as invalid UTF-8 instead of landing with a replacement character.
 */
export async function* transcoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const utf16 = encoding === 'utf-16le' || encoding === 'utf-16be';
  const decoder = decoderOf(encoding);
  const undefinedMark = utf16 ? /[\ud800-\udfff]/u : /\ufffd/;
  for await (const chunk of chunks) yield utf8Of(decoder.write(chunk), undefinedMark);
  yield utf8Of(decoder.end() ?? '', undefinedMark);
}

function decoderOf(encoding: string): { write(chunk: Buffer): string; end(): string | undefined } {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return new Utf16Decoder(encoding === 'utf-16be');
  if (encoding !== 'iso-2022-jp') return iconv().getDecoder(encoding, { stripBOM: false });
  const decoder = new TextDecoder(encoding);
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

const invalidByte = Buffer.from([0xff]);

function utf8Of(text: string, undefinedMark: RegExp): Buffer {
  if (!undefinedMark.test(text)) return Buffer.from(text);
  const parts = text.split(undefinedMark).map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [invalidByte, part])));
}

/**
 * Keeps half a character or half a surrogate pair for the next chunk; a half without its other half is returned as is.
 */
class Utf16Decoder {
  readonly #bigEndian: boolean;
  #kept: Buffer = Buffer.alloc(0);

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  write(chunk: Buffer): string {
    const bytes = Buffer.concat([this.#kept, chunk]);
    let whole = bytes.length - (bytes.length % 2);
    if (whole >= 2 && this.#isHighSurrogate(bytes, whole - 2)) whole -= 2;
    this.#kept = Buffer.from(bytes.subarray(whole));
    const text = bytes.subarray(0, whole);
    if (this.#bigEndian) text.swap16();
    return text.toString('utf16le');
  }

  end(): string {
    return this.#kept.length === 0 ? '' : '\ud800';
  }

  #isHighSurrogate(bytes: Buffer, at: number): boolean {
    const unit = this.#bigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
    return unit >= 0xd800 && unit < 0xdc00;
  }
}
