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

@inline
function partOf(word: u32, at: u32): u32 {
  return (word >>> (at << 3)) & 0xff;
}

@inline
function addFour(word: u32): void {
  let a = sumA;
  let b = sumB;
  for (let at: u32 = 0; at < 4; at++) {
    a = (a ^ partOf(word, at)) * PRIME_A;
    b = (b ^ partOf(word, at)) * PRIME_B;
  }
  sumA = a;
  sumB = b;
}

/** Adds the lowest `count` bytes of a word to the fingerprint: 1 to 8. The last ones without a jump that depends on their number. */
@inline
export function addBytes(word: u64, count: u32): void {
  let rest = <u32>word;
  let left = count;
  if (left > 4) {
    addFour(rest);
    rest = <u32>(word >> 32);
    left -= 4;
  }
  const a1 = (sumA ^ partOf(rest, 0)) * PRIME_A;
  const b1 = (sumB ^ partOf(rest, 0)) * PRIME_B;
  const a2 = (a1 ^ partOf(rest, 1)) * PRIME_A;
  const b2 = (b1 ^ partOf(rest, 1)) * PRIME_B;
  const a3 = (a2 ^ partOf(rest, 2)) * PRIME_A;
  const b3 = (b2 ^ partOf(rest, 2)) * PRIME_B;
  const a4 = (a3 ^ partOf(rest, 3)) * PRIME_A;
  const b4 = (b3 ^ partOf(rest, 3)) * PRIME_B;
  sumA = select<u32>(select<u32>(a4, a3, left == 4), select<u32>(a2, a1, left == 2), left > 2);
  sumB = select<u32>(select<u32>(b4, b3, left == 4), select<u32>(b2, b1, left == 2), left > 2);
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

/** Adds 16 bytes, four at a time. */
@inline
export function contentSixteen(sum: u32, from: usize): u32 {
  const half = contentWord(contentWord(sum, load<u32>(from)), load<u32>(from, 4));
  return contentWord(contentWord(half, load<u32>(from, 8)), load<u32>(from, 12));
}

/** Adds the last bytes, fewer than 16, without a jump that depends on their number: four at a time, then one by one. */
@inline
export function contentRest(sum: u32, from: usize, count: u32): u32 {
  const one = contentWord(sum, load<u32>(from));
  const two = contentWord(one, load<u32>(from, 4));
  const three = contentWord(two, load<u32>(from, 8));
  const words = select<u32>(
    select<u32>(three, two, count > 11),
    select<u32>(one, sum, count > 3),
    count > 7,
  );
  const at = from + <usize>(count & 12);
  const first = contentWord(words, load<u8>(at));
  const second = contentWord(first, load<u8>(at, 1));
  const third = contentWord(second, load<u8>(at, 2));
  const left = count & 3;
  return select<u32>(select<u32>(third, second, left == 3), select<u32>(first, words, left == 1), left > 1);
}

/** Adds the bytes from `from` to `end`. */
export function contentBytes(sum: u32, from: usize, end: usize): u32 {
  let after = sum;
  let at = from;
  for (; at + 16 <= end; at += 16) after = contentSixteen(after, at);
  return contentRest(after, at, <u32>(end - at));
}
