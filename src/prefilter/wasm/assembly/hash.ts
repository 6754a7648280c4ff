// The hashes of src/keys/fingerprint64.ts and src/input/entities/content-hash.ts: the same bytes give the same numbers.

export const SEED_A: u32 = 0xdeadbeef;
export const SEED_B: u32 = 0x41c6ce57;
const PRIME_A: u32 = 2654435761;
const PRIME_B: u32 = 1597334677;
const MIX_A: u32 = 2246822507;
const MIX_B: u32 = 3266489909;

/** The two running sums of the fingerprint that is being made. */
let sumA: u32 = 0;
let sumB: u32 = 0;

@inline
export function beginFingerprint(a: u32, b: u32): void {
  sumA = a;
  sumB = b;
}

/** Adds the lowest `count` bytes of a word to the fingerprint; at most 8. */
@inline
export function addBytes(word: u64, count: u32): void {
  let a = sumA;
  let b = sumB;
  let rest = <u32>word;
  let left = count;
  if (left >= 4) {
    for (let at = 0; at < 4; at++) {
      const byte = (rest >>> (at << 3)) & 0xff;
      a = (a ^ byte) * PRIME_A;
      b = (b ^ byte) * PRIME_B;
    }
    rest = <u32>(word >> 32);
    left -= 4;
  }
  while (left != 0) {
    const byte = rest & 0xff;
    a = (a ^ byte) * PRIME_A;
    b = (b ^ byte) * PRIME_B;
    rest >>>= 8;
    left--;
  }
  sumA = a;
  sumB = b;
}

/** The fingerprint of the bytes that were added: its lower half, and from that its upper half. */
@inline
export function fingerprintLo(): u32 {
  return ((sumA ^ (sumA >>> 16)) * MIX_A) ^ ((sumB ^ (sumB >>> 13)) * MIX_B);
}

@inline
export function fingerprintHi(lo: u32): u32 {
  return ((sumB ^ (sumB >>> 16)) * MIX_A) ^ ((lo ^ (lo >>> 13)) * MIX_B);
}

const CONTENT_PRIME: u32 = 0x01000193;
const PAIR_PRIME: u32 = 0x85ebca6b;
export const CONTENT_SEED: u32 = 0x811c9dc5;

@inline
export function contentField(sum: u32, index: u32): u32 {
  return (sum ^ (0x100 + index)) * CONTENT_PRIME;
}

@inline
export function contentPair(sum: u32, lo: u32, hi: u32): u32 {
  return (((sum ^ lo) * CONTENT_PRIME) ^ hi) * PAIR_PRIME;
}

@inline
function contentWord(sum: u32, word: u32): u32 {
  return rotl<u32>((sum ^ word) * CONTENT_PRIME, 13);
}

@inline
export function contentSeconds(sum: u32, seconds: u32): u32 {
  return contentWord(contentWord(sum, seconds & 0xffff), seconds >>> 16);
}

@inline
export function contentDone(sum: u32): u32 {
  const mixed = (sum ^ (sum >>> 15)) * MIX_A;
  return mixed ^ (mixed >>> 13);
}

/** Adds the bytes from `from` to `end`, four at a time. */
export function contentBytes(sum: u32, from: usize, end: usize): u32 {
  let after = sum;
  let at = from;
  for (; at + 4 <= end; at += 4) after = contentWord(after, load<u32>(at));
  for (; at < end; at++) after = contentWord(after, load<u8>(at));
  return after;
}
