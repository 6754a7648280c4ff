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
  let isLast = false;
  while (!isLast) {
    let word: u64;
    if (at + 8 <= end) {
      word = load<u64>(at);
      at += 8;
    } else {
      const count = end - at;
      word = count == 0 ? 0 : load<u64>(at) & ((<u64>1 << (<u64>count << 3)) - 1);
      word |= <u64>(end - from) << 56;
      isLast = true;
    }
    d ^= word;
    for (let round = 0; round < 2; round++) {
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
    a ^= word;
  }
  c ^= 0xff;
  for (let round = 0; round < 4; round++) {
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
  return a ^ b ^ c ^ d;
}
