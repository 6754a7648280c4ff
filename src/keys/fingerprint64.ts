/** The two 32-bit halves of a 64-bit fingerprint; not for secrets. */
export type Fingerprint = { readonly lo: number; readonly hi: number };

/** The start values of the two running sums of a fingerprint, and their factors for every byte. */
export const SEED_A = 0xdeadbeef | 0;
export const SEED_B = 0x41c6ce57;
export const PRIME_A = 2654435761 | 0;
export const PRIME_B = 1597334677;

/** The lower half of a fingerprint from its two running sums. */
export function mixLo(a: number, b: number): number {
  return (Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)) >>> 0;
}

/** The upper half of a fingerprint; `lo` is the lower half. */
export function mixHi(lo: number, b: number): number {
  return (Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(lo ^ (lo >>> 13), 3266489909)) >>> 0;
}

/**
 * Fingerprint of a text's UTF-8 bytes. With 10 million keys, the chance that any two collide is about 3 in a million.
 */
export function fingerprint64(text: string): Fingerprint {
  let a = SEED_A;
  let b = SEED_B;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return fingerprintOfText(text);
    a = Math.imul(a ^ unit, PRIME_A);
    b = Math.imul(b ^ unit, PRIME_B);
  }
  const lo = mixLo(a, b);
  return { lo, hi: mixHi(lo, b) };
}

function fingerprintOfText(text: string): Fingerprint {
  let a = SEED_A;
  let b = SEED_B;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    a = Math.imul(a ^ byte, PRIME_A);
    b = Math.imul(b ^ byte, PRIME_B);
  }
  const lo = mixLo(a, b);
  return { lo, hi: mixHi(lo, b) };
}
