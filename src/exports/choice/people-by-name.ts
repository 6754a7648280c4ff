import { RunError } from '../../errors/run-error.ts';
import type { PersonId } from '../export-rules.ts';
import type { SourceUser } from '../neutral.ts';
import { comparable, comparableEmail } from './chosen-names.ts';
import { KnownNames } from './known-names.ts';
import type { PeopleLook } from './survey-people.ts';

/** Finds the users whom a file of ids names by their e-mail or their name. */
export class PeopleByName implements PeopleLook {
  readonly #rows: readonly PersonId[];
  /** By e-mail or name that a row has: the users who have it. */
  readonly #users = { email: new Map<string, Set<string>>(), name: new Map<string, Set<string>>() };
  readonly #known = { email: new KnownNames(), name: new KnownNames() };

  constructor(rows: readonly PersonId[]) {
    this.#rows = rows;
    for (const { by, source } of rows) this.#users[by].set(keyOf(by, source), new Set());
  }

  user({ id, name, otherNames = [], email }: SourceUser): void {
    for (const each of [name, ...otherNames]) if (each !== undefined) this.#take('name', each.trim(), id);
    if (email !== undefined) this.#take('email', email.trim(), id);
  }

  #take(by: PersonId['by'], value: string, id: string): void {
    this.#known[by].add({ id: value });
    this.#users[by].get(keyOf(by, value))?.add(id);
  }

  /**
   * The ids of the rows, by the id of the user in the export.
   * @param ids those that the file has by the id of the user
   * @throws RunError `LOOKUP.PERSON_UNKNOWN`, `LOOKUP.PERSON_SHARED`, `LOOKUP.KEY_REPEATED`
   */
  found(ids: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const all = new Map(ids);
    for (const { by, source, id, where } of this.#rows) {
      const [word, shown] = [WORDS[by], JSON.stringify(source)];
      const [user, ...others] = this.#users[by].get(keyOf(by, source)) ?? [];
      if (user === undefined)
        throw new RunError('LOOKUP.PERSON_UNKNOWN', `idMap: no user of the export has the ${word} ${shown}`, {
          where,
          hint: this.#known[by].hint(source, 'correct the row, or name the user by id'),
        });
      if (others.length > 0) {
        const named = [user, ...others].slice(0, 5).join(', ');
        const message = `idMap: ${others.length + 1} users of the export have the ${word} ${shown}: ${named}`;
        throw new RunError('LOOKUP.PERSON_SHARED', message, { where });
      }
      if (all.has(user))
        throw new RunError('LOOKUP.KEY_REPEATED', `idMap: ${shown} is the user ${user}, who stands twice`, {
          where,
        });
      all.set(user, id);
    }
    return all;
  }
}

const WORDS = { email: 'e-mail', name: 'name' } as const;

const keyOf = (by: PersonId['by'], value: string): string =>
  by === 'email' ? comparableEmail(value.trim()) : comparable(value.trim());
