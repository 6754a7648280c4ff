import { STAMP_WORDS } from './sorted-stamps.ts';

/** So often all are read for one key before they are sorted, which takes as long as reading them ten times. */
const SEARCHES_MAX = 2;

/** Stamps in the order in which they were written: later ones replace earlier ones with the same fingerprint. */
export class UnsortedStamps {
  /** Gives all of them, some at a time. */
  readonly blocks: () => Iterable<Uint8Array>;
  #searches = 0;

  constructor(blocks: () => Iterable<Uint8Array>) {
    this.blocks = blocks;
  }

  /** True if they were searched so often that sorting them pays. */
  get isBusy(): boolean {
    return this.#searches >= SEARCHES_MAX;
  }

  /** The latest stamp of a fingerprint that is not 0; undefined if there is none. */
  find(lo: number, hi: number): Uint32Array | undefined {
    this.#searches++;
    const [low, high] = [lo >>> 0, hi >>> 0];
    // As in a FingerprintMap, a fingerprint of 0 is one of 1.
    const isOne = low === 0 && high === 1;
    let found: Uint32Array | undefined;
    for (const block of this.blocks()) {
      const words = new Uint32Array(block.buffer, block.byteOffset, block.byteLength / 4);
      for (let at = 0; at < words.length; at += STAMP_WORDS) {
        if (words[at] !== low) continue;
        if (words[at + 1] === high || (isOne && words[at + 1] === 0))
          found = words.slice(at, at + STAMP_WORDS);
      }
    }
    return found;
  }
}
