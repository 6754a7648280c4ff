import { FingerprintMap } from '../keys/fingerprint-map.ts';

const BITS = 32;
const WORDS_MIN = 1_024;

/** The other half of a fingerprint that is the number of a row. */
const spread = (row: number): number => Math.imul(row + 1, 0x9e37_79b1) >>> 0;

/**
 * Which row of a key stays; with `error` the first one, and the others are rejected. `lastInput`: those of the last input that
 * has the key, be they several.
 */
export type Keep = 'first' | 'last' | 'error' | 'lastInput';

/**
 * Finds the rows that do not stay because of another row with their key, in one pass and in flat memory: about 24 bytes
 * for each distinct key, and one bit for each row. Rows are numbered from 0, at most 4 billion.
 */
export class RepeatedKeys {
  /** The number of rows that do not stay. */
  repeated = 0;
  readonly #keep: Keep;
  readonly #known = new FingerprintMap(4);
  #bits = new Uint32Array(WORDS_MIN);
  /** By the number of a row: the row before it that has its key in its input; only with `lastInput`. */
  readonly #before = new FingerprintMap(3);

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /**
   * Notes that a row has the key of this fingerprint.
   * @param input which rows are read before which: rows of an earlier one may come later, such as replies
   */
  note(row: number, lo: number, hi: number, input = 0): void {
    const known = this.#known;
    if (known.find(lo, hi)) {
      const [before, beforeInput] = [
        known.slots[known.at + 2] as number,
        known.slots[known.at + 3] as number,
      ];
      if (this.#keep === 'lastInput' && input === beforeInput) {
        this.#follow(row, before);
        known.slots[known.at + 2] = row;
        return;
      }
      const isLater = input >= beforeInput;
      const stays = this.#keep === 'last' || this.#keep === 'lastInput' ? isLater : !isLater;
      if (stays) this.#leaveAll(before);
      else this.#leave(row);
      if (!stays) return;
    } else known.add(lo, hi);
    known.slots[known.at + 2] = row;
    known.slots[known.at + 3] = input;
  }

  /** True if a row does not stay. */
  isRepeated(row: number): boolean {
    return (((this.#bits[Math.floor(row / BITS)] ?? 0) >>> (row % BITS)) & 1) === 1;
  }

  /** Notes that a row has the key of the row before it, and both may stay. */
  #follow(row: number, before: number): void {
    const of = this.#before;
    if (!of.find(row, spread(row))) of.add(row, spread(row));
    of.slots[of.at + 2] = before;
  }

  /** Leaves a row and those that it follows. */
  #leaveAll(last: number): void {
    let row = last;
    this.#leave(row);
    while (this.#before.find(row, spread(row))) {
      row = this.#before.slots[this.#before.at + 2] as number;
      this.#leave(row);
    }
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
