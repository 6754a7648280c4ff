import { createRequire } from 'node:module';
import { RunError } from '../../../errors/run-error.ts';
import { unmarkedUtf16 } from './encoding-guess.ts';

// Loaded where an encoding is declared that is not Unicode: most files are UTF-8.
const load = createRequire(import.meta.url);

type Library = typeof import('iconv-lite');
let library: Library | undefined;
const iconv = (): Library => {
  library ??= load('iconv-lite') as Library;
  return library;
};

/**
 * The encoding of a text: `utf-8` needs no decoding, `utf-16le` and `utf-16be` are decoded here, `iso-2022-jp` by the
 * platform, others by iconv-lite.
 */
export type Encoding = { readonly name: string; readonly markBytes: number };

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
export function encodingOf(head: Buffer, declared: string | undefined, path: string): Encoding {
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
  const message = `${path} looks like ${encoding} without a byte order mark, a guess: ${evidence}`;
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
  const message = `${path} looks like iso-2022-jp, a guess: it has its escape sequences for Japanese characters`;
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
