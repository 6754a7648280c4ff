import { isUtf8 } from 'node:buffer';

/** The characters of the bytes 80 to 9F in windows-1252; bytes without one are control characters of the same number. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map(Array.from(UPPER, (character, index) => [character.charCodeAt(0), 0x80 + index]));
const BEYOND_ASCII = /[\u0080-\uffff]/;
const SUSPECT = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** True if a text looks like UTF-8 that was read as latin1: `Ã©` for `é`. */
export const looksDoubleEncoded = (text: string): boolean => SUSPECT.test(text) && repaired(text) !== text;

/** A text whose UTF-8 was read as latin1, as it was meant; the same text if it was not. */
export function repaired(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code > 0xff ? BYTES.get(code) : code;
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? bytes.toString() : text;
}
