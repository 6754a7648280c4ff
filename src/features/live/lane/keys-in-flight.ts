import type { Side } from '../side.ts';

/** The records that a direction is writing: events of the other direction about them wait for its end. */
export class KeysInFlight {
  readonly #by = new Map<string, Side>();

  /** Takes a record for the direction from a side; false if the other one has it. */
  claim(side: Side, id: string): boolean {
    const holder = this.#by.get(id);
    if (holder !== undefined && holder !== side) return false;
    this.#by.set(id, side);
    return true;
  }

  /** True if the direction from the other side has a record. */
  isTaken(side: Side, id: string): boolean {
    const holder = this.#by.get(id);
    return holder !== undefined && holder !== side;
  }

  /** Gives up all that a direction has. */
  release(side: Side): void {
    for (const [id, holder] of this.#by) if (holder === side) this.#by.delete(id);
  }
}
