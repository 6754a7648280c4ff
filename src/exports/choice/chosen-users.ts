import { KeySet } from '../../keys/key-table.ts';
import type { SourceUser } from '../neutral.ts';
import { Sides } from './sides.ts';

/** Which users of an export are taken. Where several records have the same id, any one of them decides. */
export class ChosenUsers {
  readonly #sides: Sides;
  readonly #listed = new KeySet();
  readonly #included = new KeySet();
  readonly #excluded = new KeySet();

  constructor(include: readonly string[] | undefined, exclude: readonly string[] | undefined) {
    this.#sides = new Sides(include, exclude);
  }

  add(user: SourceUser): void {
    if (!this.#sides.isRuled) return;
    const key = [user.id];
    this.#sides.know(user);
    this.#listed.add(key);
    // Both sides are asked, so that each knows which of its names there are.
    if (this.#sides.includes(user)) this.#included.add(key);
    if (this.#sides.excludes(user)) this.#excluded.add(key);
  }

  /** Takes somebody who is named without a record of their own. */
  named(id: string): void {
    if (this.#sides.isRuled && !this.#listed.has([id])) this.leaves(id);
  }

  /** @param name what a message calls somebody whom no list has */
  leaves(id: string, name?: string): boolean {
    if (!this.#sides.isRuled) return false;
    if (this.#listed.has([id])) return this.#excluded.has([id]) || !this.#included.has([id]);
    const names = { id, name };
    const isIncluded = this.#sides.includes(names);
    return this.#sides.excludes(names) || !isIncluded;
  }

  check(): readonly string[] {
    return this.#sides.check('users', 'user');
  }
}
