import { fingerprint64 } from './hash.ts';

/** What became of the row that a key belongs to. */
export type KeyState = 'landed' | 'invalid' | 'refused';

/** A key's fingerprint with the place it was first seen; what is kept on disk for each row that has a key. */
export type Stamp = {
  readonly lo: number;
  readonly hi: number;
  /** Fingerprint of the row's content, to tell a repeated row from a contradicting one. */
  readonly content: number;
  readonly line: number;
  readonly file: number;
};

/** Bytes of one stamp with its state on disk. */
export const STAMP_BYTES = 20;

const STATES = ['landed', 'invalid', 'refused'] as const;
const FILES_MAX = 0x0fff_ffff;

/**
 * Every key of an entity seen so far, as 64-bit fingerprints in an open-addressing table: 20 bytes a slot, at most
 * two thirds full, about 40 bytes a key at worst. Serves below some 5 million keys.
 */
export class KeyIndex {
  #slots = new Uint32Array(1024 * 5);
  #mask = 1023;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What became of the row with this key; undefined where no row had it. */
  state(key: string): KeyState | undefined {
    const { lo, hi } = fingerprint64(key);
    const slot = this.#find(lo, hi);
    return this.#empty(slot) ? undefined : STATES[(this.#slots[slot + 4] as number) >>> 28];
  }

  /**
   * Notes a row's key. A key that an invalid row had is taken over by a valid one.
   * @returns the place of the valid row that had the key before, undefined where this row is the first
   */
  add(key: string, state: KeyState, place: Omit<Stamp, 'lo' | 'hi'>): { first?: Stamp; stamp: Stamp } {
    const stamp: Stamp = { ...fingerprint64(key), ...place };
    const slot = this.#find(stamp.lo, stamp.hi);
    if (!this.#empty(slot)) {
      const before = STATES[(this.#slots[slot + 4] as number) >>> 28];
      if (before !== 'invalid') return { first: this.#read(slot), stamp };
    }
    this.set(stamp, state);
    return { stamp };
  }

  /** Writes a stamp, whatever stood there. */
  set(stamp: Stamp, state: KeyState): void {
    let slot = this.#find(stamp.lo, stamp.hi);
    if (this.#empty(slot)) {
      if (++this.#size * 3 > (this.#mask + 1) * 2) {
        this.#grow();
        slot = this.#find(stamp.lo, stamp.hi);
      }
    }
    this.#slots.set(encode(stamp, state), slot);
  }

  /** Appends stamps of the encoded form, in order; a later one replaces an earlier one of the same key. */
  restore(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    for (let at = 0; at + 5 <= words.length; at += 5) {
      const [lo, hi, content, line, tail] = words.subarray(at, at + 5) as unknown as [
        number,
        number,
        number,
        number,
        number,
      ];
      this.set({ lo, hi, content, line, file: tail & FILES_MAX }, STATES[tail >>> 28] ?? 'landed');
    }
  }

  #find(lo: number, hi: number): number {
    for (let index = lo & this.#mask; ; index = (index + 1) & this.#mask) {
      const slot = index * 5;
      if (this.#empty(slot) || (this.#slots[slot] === lo && this.#slots[slot + 1] === hi)) return slot;
    }
  }

  /** A line number is never 0, so 0 marks a free slot. */
  #empty(slot: number): boolean {
    return this.#slots[slot + 3] === 0;
  }

  #read(slot: number): Stamp {
    const [lo, hi, content, line, tail] = this.#slots.subarray(slot, slot + 5) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    return { lo, hi, content, line, file: tail & FILES_MAX };
  }

  #grow(): void {
    const before = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = new Uint32Array((this.#mask + 1) * 5);
    for (let slot = 0; slot < before.length; slot += 5) {
      if (before[slot + 3] === 0) continue;
      this.#slots.set(
        before.subarray(slot, slot + 5),
        this.#find(before[slot] as number, before[slot + 1] as number),
      );
    }
  }
}

function encode({ lo, hi, content, line, file }: Stamp, state: KeyState): Uint32Array {
  return Uint32Array.of(lo, hi, content, line, (STATES.indexOf(state) << 28) | Math.min(file, FILES_MAX));
}

/** The disk form of stamps: 20 bytes each, in the machine's byte order. */
export function encodeStamps(stamps: readonly { stamp: Stamp; state: KeyState }[]): Uint8Array {
  const words = new Uint32Array(stamps.length * 5);
  stamps.forEach(({ stamp, state }, index) => {
    words.set(encode(stamp, state), index * 5);
  });
  return new Uint8Array(words.buffer);
}
