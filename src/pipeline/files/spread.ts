import { fingerprint64 } from '../../keys/fingerprint64.ts';

/** A few of many texts, chosen by chance and the same ones each time. */
export class Spread {
  items: readonly string[] = [];
  /** Number of all texts. */
  of = 0;
  #bound = 2 ** 32;
  readonly #most: number;

  /** @param most texts that are held: of more, at least half as many */
  constructor(most: number) {
    this.#most = most;
  }

  add(text: string): void {
    this.of++;
    if (positionOf(text) >= this.#bound) return;
    this.items = [...this.items, text];
    if (this.items.length <= this.#most) return;
    this.#bound /= 2;
    this.items = this.items.filter((each) => positionOf(each) < this.#bound);
  }
}

/** The place of a text in [0, 2^32). */
const positionOf = (text: string): number => fingerprint64(text).hi >>> 0;
