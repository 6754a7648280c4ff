/** The runs of a merge: small numbers, ordered by what each of them has next. */
export class MergeHeap {
  /** The runs as a binary heap: the first one is the least. */
  readonly #runs: number[] = [];
  readonly #isLess: (a: number, b: number) => boolean;

  /** @param isLess whether what run `a` has next comes before what run `b` has next */
  constructor(isLess: (a: number, b: number) => boolean) {
    this.#isLess = isLess;
  }

  /** The run that has the next record; undefined if all have ended. */
  get first(): number | undefined {
    return this.#runs[0];
  }

  add(run: number): void {
    const runs = this.#runs;
    let at = runs.push(run) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isLess(run, runs[parent] as number)) break;
      runs[at] = runs[parent] as number;
      at = parent;
    }
    runs[at] = run;
  }

  /** Puts the first run in order again, after its next record has changed. */
  sink(): void {
    const runs = this.#runs;
    const run = runs[0] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= runs.length) break;
      if (child + 1 < runs.length && this.#isLess(runs[child + 1] as number, runs[child] as number)) child++;
      if (!this.#isLess(runs[child] as number, run)) break;
      runs[at] = runs[child] as number;
      at = child;
    }
    runs[at] = run;
  }

  /** Removes the first run, which has ended. */
  drop(): void {
    const last = this.#runs.pop();
    if (last === undefined || this.#runs.length === 0) return;
    this.#runs[0] = last;
    this.sink();
  }
}
