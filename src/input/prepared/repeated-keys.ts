import { FingerprintMap } from '../../keys/fingerprint-map.ts';

const BITS = 32;
const WORDS_MIN = 1_024;

/** Which row of a key stays; with `error` the first one, and the others are rejected. */
export type Keep = 'first' | 'last' | 'error';

/**
 * Finds the rows that do not stay because of another row with their key, in one pass and in flat memory: about 18 bytes
 * for each distinct key, and one bit for each row. Rows are numbered from 0, at most 4 billion.
 */
export class RepeatedKeys {
  /** How many rows do not stay. */
  repeated = 0;
  readonly #keep: Keep;
  readonly #known = new FingerprintMap(3);
  #bits = new Uint32Array(WORDS_MIN);

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** Notes that a row has the key of this fingerprint. */
  note(row: number, lo: number, hi: number): void {
    const known = this.#known;
    const isRepeat = known.find(lo, hi);
    if (!isRepeat) known.add(lo, hi);
    else if (this.#keep === 'last') this.#leave(known.slots[known.at + 2] as number);
    else this.#leave(row);
    if (!isRepeat || this.#keep === 'last') known.slots[known.at + 2] = row;
  }

  /** Whether a row does not stay. */
  isRepeated(row: number): boolean {
    return (((this.#bits[Math.floor(row / BITS)] ?? 0) >>> (row % BITS)) & 1) === 1;
  }

  #leave(row: number): void {
    const word = Math.floor(row / BITS);
    if (word >= this.#bits.length) {
      const more = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[word] = (this.#bits[word] as number) | (1 << (row % BITS));
    this.repeated++;
  }
}
