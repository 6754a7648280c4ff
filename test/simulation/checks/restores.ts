import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../support/random.ts';

/** What of a state is put back: each is of one moment. */
const PARTS = ['sync', 'ledger.log', 'checkpoint.json', 'keys', 'ledger.sqlite'];
/** The parts that say what has been done: all of them of an earlier time are a whole state, which nothing contradicts. */
const TELLING = 3;

/** Puts parts of a state back to an earlier time, as a backup that is not whole does. */
export class Restores {
  readonly #state: string;
  readonly #earlier: string;
  readonly #present: string;

  /** @param folder the one of the pipeline file */
  constructor(folder: string) {
    this.#state = join(folder, '.chatferry', 'sim');
    this.#earlier = join(folder, 'earlier');
    this.#present = join(folder, 'present');
  }

  /** Keeps the state as it is. */
  keep(): void {
    copy(this.#state, this.#earlier);
  }

  /** Puts some parts back, never all. Returns which. */
  putBack(random: Random): string[] {
    copy(this.#state, this.#present);
    const parts = PARTS.filter(() => random() < 0.4);
    if (PARTS.slice(0, TELLING).every((part) => parts.includes(part))) parts.shift();
    const names = parts.filter((name) => existsSync(join(this.#earlier, name)));
    for (const name of names) copy(join(this.#earlier, name), join(this.#state, name));
    return names;
  }

  /** Puts everything back that `putBack` has replaced. */
  repair(): void {
    copy(this.#present, this.#state);
  }
}

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
