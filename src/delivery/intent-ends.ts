/** Places in the ledger's log where the intents of rows end, so that a request waits for those of its own rows alone. */
export class IntentEnds {
  readonly #ends: { readonly seq: number; readonly end: number }[] = [];

  /**
   * @param seq number of the last row of a chunk
   * @param end where the log ends that has the intents of all rows up to it
   */
  add(seq: number, end: number): void {
    this.#ends.push({ seq, end });
  }

  /**
   * Place where the intents of a row end; undefined if nothing is known of it.
   * @param head no row before it will be asked for
   */
  of(seq: number, head: number): number | undefined {
    const first = this.#ends.findIndex((each) => each.seq >= head);
    this.#ends.splice(0, first < 0 ? this.#ends.length : first);
    return this.#ends.find((each) => each.seq >= seq)?.end;
  }
}
