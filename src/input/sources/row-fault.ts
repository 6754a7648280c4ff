import { isUtf8 } from 'node:buffer';
import { type Problem, RAW_CHARS_MAX } from '../rows/row.ts';
import { guessEncoding } from './bytes/encoding-guess.ts';
import { ROW_BYTES_MAX } from './source.ts';

/** The part of an unreadable row's text that is kept; bytes that are not UTF-8 become U+FFFD. */
export function rawText(text: Buffer | string): string {
  if (typeof text === 'string') return text.slice(0, RAW_CHARS_MAX);
  // No UTF-16 unit takes more than 3 bytes.
  const enough = text.subarray(0, RAW_CHARS_MAX * 3 + 3);
  return enough.toString().slice(0, RAW_CHARS_MAX);
}

/** 1-based column, in UTF-16 units, of the character after `before` in its line. */
export function columnAfter(before: Buffer): number {
  return before.toString().length + 1;
}

/** The fault of a row longer than `ROW_BYTES_MAX`. */
export function tooLarge(): Problem {
  return { code: 'ROW.TOO_LARGE', message: `the row is longer than ${ROW_BYTES_MAX} bytes` };
}

/**
 * The fault of a row with bytes that are not text in the file's encoding.
 * @param byte offset of the row in its file
 */
export function encodingInvalid(row: Buffer, byte: number, encoding: string): Problem {
  const at = firstInvalid(row);
  const code = 'ROW.ENCODING_INVALID';
  if (encoding !== 'utf-8') {
    return { code, message: `the row contains bytes that ${encoding} does not define, at byte ${byte + at}` };
  }
  const hex = row.toString('hex', at, Math.min(at + 4, row.length)).replace(/(..)(?!$)/g, '$1 ');
  // The bytes around the fault are enough, and a file may have a million such rows.
  const likely = guessEncoding(row.subarray(Math.max(0, at - 40), at + 40))?.encoding;
  const looks = likely === undefined ? '' : `; it looks like ${likely} (guessed)`;
  return { code, message: `invalid UTF-8 at byte ${byte + at}: ${hex}${looks}` };
}

/** Index of the first byte that is not UTF-8; undefined if there is none. */
export function invalidUtf8At(text: Buffer): number | undefined {
  return isUtf8(text) ? undefined : firstInvalid(text);
}

/** Index of the first byte that is not part of a UTF-8 character; the row must have one. */
function firstInvalid(row: Buffer): number {
  // Decoding replaces the first invalid bytes by U+FFFD and keeps everything before them.
  const decoded = Buffer.from(row.toString());
  let at = 0;
  while (at < row.length && row[at] === decoded[at]) at += 1;
  while (at > 0 && ((decoded[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
