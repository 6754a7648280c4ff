import { RunError } from '../../errors/run-error.ts';
import { ChosenNames, type Names } from './chosen-names.ts';
import { KnownNames } from './known-names.ts';

/** The names that a pipeline includes and excludes of one kind. */
export class Sides {
  /** True if there are any. */
  readonly isRuled: boolean;
  readonly #include: ChosenNames | undefined;
  readonly #exclude: ChosenNames | undefined;
  readonly #known = new KnownNames();

  constructor(include: readonly string[] | undefined, exclude: readonly string[] | undefined) {
    this.isRuled = include !== undefined || exclude !== undefined;
    this.#include = include && new ChosenNames(include);
    this.#exclude = exclude && new ChosenNames(exclude);
  }

  /** Takes the names of a record of a list. */
  know(names: Names): void {
    if (this.isRuled) this.#known.add(names);
  }

  includes(names: Names): boolean {
    return this.#include?.match(names) ?? true;
  }

  excludes(names: Names): boolean {
    return this.#exclude?.match(names) ?? false;
  }

  /**
   * @param of the part of the rules, such as `users`
   * @param noun what one of them is called
   * @returns sentences about names with `*` that nothing has
   * @throws RunError `EXPORT.NAME_UNKNOWN` for an exact name that nothing has
   */
  check(of: string, noun: string): readonly string[] {
    const sides = [
      ['include', this.#include],
      ['exclude', this.#exclude],
    ] as const;
    for (const [side, names] of sides)
      for (const name of names?.unknown ?? [])
        throw new RunError(
          'EXPORT.NAME_UNKNOWN',
          `sources.export.${side}.${of}: the export has no ${noun} ${JSON.stringify(name)}`,
          { hint: this.#known.hint(name, HINT) },
        );
    return sides.flatMap(([side, names]) =>
      (names?.unmatched ?? []).map((name) => `${side}.${of}: no ${noun} of the export is ${name}`),
    );
  }
}

const HINT =
  'names are exact, with * for any characters; without this rule, chatferry validate shows what there is';
