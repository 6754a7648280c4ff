/** A set of row numbers of the ledger, a bit each: ten million take 1.25 MB. */
export class RowSet {
  #bits = new Uint8Array(1_024);

  add(row: number): void {
    const at = row >>> 3;
    if (at >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (row & 7));
  }

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }
}
