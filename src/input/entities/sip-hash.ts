/** Two rounds for each word, four at the end. */
const ROUNDS = 2;
const LAST_ROUNDS = 4;
const WORD_BYTES = 8;
const UPPER_PART = 0xffff;
const WORD_VALUES = 2 ** 32;

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a digest that nobody can compute without the key, and much faster for
 * short texts than a cryptographic one. 64-bit numbers are pairs of 32-bit ones here.
 */
export class SipHash {
  readonly #key: Int32Array;
  /** The state: v0 to v3, the lower half of each first. */
  readonly #v = new Int32Array(8);

  /** @param key 16 bytes */
  constructor(key: Buffer) {
    this.#key = Int32Array.from({ length: 4 }, (_, index) => key.readInt32LE(index * 4));
  }

  /** The lower 48 bits of the digest of the first `length` bytes. */
  digest(bytes: Buffer, length = bytes.length): number {
    this.#begin();
    const whole = length - (length % WORD_BYTES);
    for (let at = 0; at < whole; at += WORD_BYTES)
      this.#add(bytes.readInt32LE(at), bytes.readInt32LE(at + 4));
    let lo = 0;
    let hi = length << 24;
    for (let at = length - 1; at >= whole; at--) {
      const shift = (at - whole) * 8;
      if (shift < 32) lo |= (bytes[at] as number) << shift;
      else hi |= (bytes[at] as number) << (shift - 32);
    }
    this.#add(lo, hi);
    const v = this.#v;
    v[4] = (v[4] as number) ^ 0xff;
    this.#mix(LAST_ROUNDS);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = v;
    return ((b ^ d ^ f ^ h) & UPPER_PART) * WORD_VALUES + ((a ^ c ^ e ^ g) >>> 0);
  }

  #begin(): void {
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = this.#key;
    const v = this.#v;
    v[0] = k0 ^ 0x70736575;
    v[1] = k1 ^ 0x736f6d65;
    v[2] = k2 ^ 0x6e646f6d;
    v[3] = k3 ^ 0x646f7261;
    v[4] = k0 ^ 0x6e657261;
    v[5] = k1 ^ 0x6c796765;
    v[6] = k2 ^ 0x79746573;
    v[7] = k3 ^ 0x74656462;
  }

  #add(lo: number, hi: number): void {
    const v = this.#v;
    v[6] = (v[6] as number) ^ lo;
    v[7] = (v[7] as number) ^ hi;
    this.#mix(ROUNDS);
    v[0] = (v[0] as number) ^ lo;
    v[1] = (v[1] as number) ^ hi;
  }

  #mix(rounds: number): void {
    const v = this.#v;
    for (let round = 0; round < rounds; round++) {
      plus(v, 0, 2);
      plus(v, 4, 6);
      turn(v, 2, 13, 0);
      turn(v, 6, 16, 4);
      swap(v, 0);
      plus(v, 4, 2);
      plus(v, 0, 6);
      turn(v, 2, 17, 4);
      turn(v, 6, 21, 0);
      swap(v, 4);
    }
  }
}

/** Adds one number to another. */
function plus(v: Int32Array, to: number, other: number): void {
  const sum = ((v[to] as number) >>> 0) + ((v[other] as number) >>> 0);
  v[to] = sum;
  v[to + 1] = (v[to + 1] as number) + (v[other + 1] as number) + (sum >= WORD_VALUES ? 1 : 0);
}

/** Rotates a number to the left by fewer than 32 bits, and combines it with another one. */
function turn(v: Int32Array, at: number, bits: number, other: number): void {
  const [lo, hi] = [v[at] as number, v[at + 1] as number];
  v[at] = ((lo << bits) | (hi >>> (32 - bits))) ^ (v[other] as number);
  v[at + 1] = ((hi << bits) | (lo >>> (32 - bits))) ^ (v[other + 1] as number);
}

function swap(v: Int32Array, at: number): void {
  const lo = v[at] as number;
  v[at] = v[at + 1] as number;
  v[at + 1] = lo;
}
