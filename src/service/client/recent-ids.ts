/** Ids kept: ten of the largest pages, far more than any boundary repeats. */
const KEPT_MAX = 10_000;

/** The ids that were seen last; older ones are forgotten, so that a list of any length takes the same memory. */
export class RecentIds {
  readonly #ids = new Set<string>();

  /** True where the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > KEPT_MAX) this.#ids.delete(this.#ids.values().next().value as string);
    return true;
  }
}
