import { nearest } from '../../errors/nearest.ts';
import type { Names } from './chosen-names.ts';

/** Names that are kept to find what a mistyped one means. */
const NAMES_MAX = 20_000;

/** Ids, names and e-mails of an export, as far as they fit into memory, for `did you mean`. */
export class KnownNames {
  readonly #all = new Set<string>();

  add({ id, name, otherNames = [], email }: Names): void {
    if (this.#all.size >= NAMES_MAX) return;
    for (const each of [id, name, ...otherNames, email])
      if (each !== undefined && each !== '') this.#all.add(each);
  }

  /** Says what to do about a name that none of them is. */
  hint(name: string, otherwise: string): string {
    const meant = nearest(name, [...this.#all]);
    return meant === undefined ? otherwise : `did you mean ${JSON.stringify(meant)}?`;
  }
}
