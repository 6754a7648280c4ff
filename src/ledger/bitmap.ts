/** A set of whole numbers from 0. Its memory grows with the largest number: one bit for each number up to it. */
export class Bitmap {
  #bytes = new Uint8Array(1_024);
  size = 0;

  has(number: number): boolean {
    return ((this.#bytes[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    const at = number >>> 3;
    if (at >= this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    if (!this.has(number)) this.size++;
    this.#bytes[at] = (this.#bytes[at] as number) | (1 << (number & 7));
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.size--;
    this.#bytes[number >>> 3] = (this.#bytes[number >>> 3] as number) & ~(1 << (number & 7));
  }
}
