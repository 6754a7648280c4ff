import { isUtf8 } from 'node:buffer';
import { NOT_UTF8, type Unkept } from '../../../database/table.ts';

/** Way in which the bytes of a column become text: `hex` for bytes that are no text, `number` for bits. */
export type ColumnKind = 'text' | 'hex' | 'number';

/** Way in which strings are escaped: with `copy` in the data of COPY, with `e` in E'…' of PostgreSQL. */
export type Escapes = 'mysql' | 'e' | 'copy';

const BACKSLASH = 0x5c;
const QUOTE = 0x27;
const LOWER_X = 0x78;

/** The text of bytes; `NOT_UTF8` if they are none. */
export function textOf(bytes: Buffer, from: number, to: number, isAscii: boolean): string | Unkept {
  if (isAscii) return bytes.toString('latin1', from, to);
  const text = bytes.toString('utf8', from, to);
  return text.includes('\ufffd') && !isUtf8(bytes.subarray(from, to)) ? NOT_UTF8 : text;
}

/** The value of bytes by the kind of their column. */
export function bytesValue(bytes: Buffer, kind: ColumnKind): string | Unkept {
  if (kind === 'hex') return bytes.toString('hex');
  if (kind === 'number') return bytes.length === 0 ? '0' : BigInt(`0x${bytes.toString('hex')}`).toString();
  return textOf(bytes, 0, bytes.length, false);
}

const MYSQL: Readonly<Record<number, number>> = {
  48: 0,
  98: 8,
  110: 10,
  114: 13,
  116: 9,
  90: 26,
};
const POSTGRES: Readonly<Record<number, number>> = {
  98: 8,
  102: 12,
  110: 10,
  114: 13,
  116: 9,
  118: 11,
};

/**
 * Bytes without their escapes; of strings in quotes, two quotes are one.
 * @param quote that of the string
 */
export function unescaped(
  bytes: Buffer,
  from: number,
  to: number,
  escapes: Escapes | undefined,
  quote = QUOTE,
): Buffer {
  const out = Buffer.allocUnsafe((to - from) * 2);
  let end = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === quote && escapes !== 'copy') {
      at++;
      out[end++] = quote;
    } else if (byte === BACKSLASH && escapes !== undefined && at + 1 < to) {
      const { length, written } = escapeAt(bytes, at + 1, to, escapes);
      at += length;
      for (const one of written) out[end++] = one;
    } else out[end++] = byte;
  }
  return out.subarray(0, end);
}

type Escape = { readonly length: number; readonly written: Iterable<number> };

function escapeAt(bytes: Buffer, at: number, to: number, escapes: Escapes): Escape {
  const byte = bytes[at] as number;
  if (escapes === 'mysql') {
    // They stay as they are written: both have a meaning in patterns.
    if (byte === 0x25 || byte === 0x5f) return { length: 1, written: [BACKSLASH, byte] };
    return { length: 1, written: [MYSQL[byte] ?? byte] };
  }
  const known = POSTGRES[byte];
  if (known !== undefined && (escapes === 'copy' || byte !== 0x76)) return { length: 1, written: [known] };
  const rest = bytes.toString('latin1', at, Math.min(at + 9, to));
  const octal = /^[0-7]{1,3}/.exec(rest)?.[0];
  if (octal) return { length: octal.length, written: [Number.parseInt(octal, 8) & 0xff] };
  const hex = byte === LOWER_X ? /^x([0-9a-f]{1,2})/i.exec(rest) : undefined;
  if (hex) return { length: hex[0].length, written: [Number.parseInt(hex[1] as string, 16)] };
  const point = escapes === 'e' ? /^(?:u([0-9a-f]{4})|U([0-9a-f]{8}))/i.exec(rest) : undefined;
  if (point) {
    const code = Number.parseInt((point[1] ?? point[2]) as string, 16);
    return { length: point[0].length, written: Buffer.from(String.fromCodePoint(Math.min(code, 0x10ffff))) };
  }
  return { length: 1, written: [byte] };
}
