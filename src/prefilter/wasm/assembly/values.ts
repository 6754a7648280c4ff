// Writes the values of cells.
import { DOUBLED, ESCAPED, maskOf } from './memory.ts';

const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const SLASH: u32 = 0x2f;

/** True if an escape was written; set it to false before. */
export let hasEscapes: bool = false;

export function withoutEscape(): void {
  hasEscapes = false;
}

/** Copies 16 bytes at a time; what is after the end is written over next. */
@inline
export function copied(from: usize, length: usize, to: usize): usize {
  v128.store(to, v128.load(from));
  for (let at: usize = 16; at < length; at += 16) v128.store(to + at, v128.load(from + at));
  return to + length;
}

/** A time in seconds. */
export function digits(seconds: u32, to: usize): usize {
  // The service takes times of ten digits only.
  let rest = seconds;
  for (let at: usize = 10; at > 0; at--) {
    store<u8>(to + at - 1, 0x30 + (rest % 10));
    rest /= 10;
  }
  return to + 10;
}

/** An id in lower case. */
export function loweredInto(from: usize, end: usize, to: usize): usize {
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    const capital = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
    v128.store(to + (at - from), i8x16.add(bytes, v128.and(capital, i8x16.splat(0x20))));
  }
  return to + (end - from);
}

/** A text as the content of a JSON string. */
export function escapedInto(from: usize, end: usize, form: u32, to: usize): usize {
  let at = from;
  let out = to;
  while (at < end) {
    const count = min<usize>(end - at, 16);
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const special = v128.or(
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
    );
    const found = i8x16.bitmask(v128.and(special, maskOf(count)));
    if (found == 0) {
      at += count;
      out += count;
      continue;
    }
    at += ctz(found);
    out += ctz(found);
    const byte: u32 = load<u8>(at);
    hasEscapes = true;
    if (byte == BACKSLASH && form == ESCAPED) {
      const letter: u32 = load<u8>(at + 1);
      at += 2;
      // The only escape that JSON need not have.
      if (letter == SLASH) {
        store<u8>(out++, SLASH);
        continue;
      }
      store<u8>(out++, BACKSLASH);
      store<u8>(out++, letter);
      continue;
    }
    at += byte == QUOTE && form == DOUBLED ? 2 : 1;
    store<u8>(out++, BACKSLASH);
    store<u8>(out++, letterOf(byte));
  }
  return out;
}

/** The letter of an escape; the screen takes no other control characters than these. */
@inline
function letterOf(byte: u32): u32 {
  if (byte == 0x0a) return 0x6e;
  if (byte == 0x0d) return 0x72;
  return byte == 0x09 ? 0x74 : byte;
}

/** A length in groups of seven bits, the low one first, and the bytes. */
@inline
export function slice(from: usize, end: usize, to: usize): usize {
  let at = to;
  let rest = <u32>(end - from);
  for (; rest > 0x7f; rest >>>= 7) store<u8>(at++, (rest & 0x7f) | 0x80);
  store<u8>(at++, rest);
  return copied(from, end - from, at);
}
