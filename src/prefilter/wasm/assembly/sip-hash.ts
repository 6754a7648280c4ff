// SipHash-2-4 of Aumasson and Bernstein, as in src/input/entities/sip-hash.ts.

let k0: u64 = 0;
let k1: u64 = 0;

/** @param at the address of the 16 bytes of the key */
export function useSipKey(at: usize): void {
  k0 = load<u64>(at);
  k1 = load<u64>(at, 8);
}

/** The digest of the bytes from `from` to `end`. */
export function sipHash(from: usize, end: usize): u64 {
  let a = k0 ^ 0x736f6d6570736575;
  let b = k1 ^ 0x646f72616e646f6d;
  let c = k0 ^ 0x6c7967656e657261;
  let d = k1 ^ 0x7465646279746573;
  let at = from;
  // Two rounds for each word, the last of which has the length; then four.
  let rounds = 2;
  while (true) {
    const isLast = at + 8 > end;
    let word: u64 = 0;
    if (rounds == 4) c ^= 0xff;
    else {
      word = isLast ? lastWord(at, end, from) : load<u64>(at);
      d ^= word;
    }
    for (let round = 0; round < rounds; round++) {
      a += b;
      c += d;
      b = rotl<u64>(b, 13) ^ a;
      d = rotl<u64>(d, 16) ^ c;
      a = rotl<u64>(a, 32);
      c += b;
      a += d;
      b = rotl<u64>(b, 17) ^ c;
      d = rotl<u64>(d, 21) ^ a;
      c = rotl<u64>(c, 32);
    }
    if (rounds == 4) return a ^ b ^ c ^ d;
    a ^= word;
    if (isLast) rounds = 4;
    else at += 8;
  }
}

/** The bytes that are left, fewer than eight, and the length of all. */
@inline
function lastWord(at: usize, end: usize, from: usize): u64 {
  const bits = <u64>(end - at) << 3;
  const rest = bits == 0 ? 0 : load<u64>(at) & ((<u64>1 << bits) - 1);
  return rest | (<u64>(end - from) << 56);
}
