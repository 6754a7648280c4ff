import { RunError } from '../../errors/run-error.ts';
import type { ExportInput, ExportReader } from '../export-reader.ts';
import type { ChoiceRules, PersonId } from '../export-rules.ts';
import type { SourceUser } from '../neutral.ts';
import { Choice } from './choice.ts';
import { comparable, comparableEmail, KnownNames, type PeopleLook, surveyPeople } from './survey-people.ts';

/** Everything in a pipeline that names people of an export, or leaves some out. */
type SurveyRules = ChoiceRules & {
  /** Owns the groups that have none. */
  readonly owner?: string | undefined;
  readonly skipsBots: boolean;
  /** Users of the export with an id of the app: those that are named by e-mail or name, and the others by their id. */
  readonly named: readonly PersonId[];
  readonly users: ReadonlyMap<string, string> | undefined;
};

/** Facts that have to be known of all people of an export before the first one is converted. */
type Survey = {
  /** Which records are taken; absent for all. */
  readonly choice?: Choice;
  /** An app's own ids of users, by their id in the export; absent without an `idMap`. */
  readonly users?: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
};

/**
 * Looks at the people of an export, if anything in the pipeline names them.
 * @throws RunError `EXPORT.NAME_UNKNOWN`, `LOOKUP.PERSON_*`, and as the reader does
 */
export async function surveyExport(
  reader: ExportReader,
  input: Omit<ExportInput, 'uidOf'>,
  rules: SurveyRules,
): Promise<Survey> {
  const { include, exclude, since, until, owner, skipsBots, named, users: byId } = rules;
  const isChosen = [include, exclude, since, until].some((rule) => rule !== undefined);
  const choice = isChosen ? new Choice(rules) : undefined;
  const ownerLook = owner === undefined ? undefined : new OwnerLook(owner, skipsBots);
  const people = named.length > 0 ? new PeopleByName(named) : undefined;
  const looks: readonly PeopleLook[] = [...(choice ? [choice.look] : []), ownerLook, people].filter(
    (look) => look !== undefined,
  );
  if (include || exclude || ownerLook || people)
    // Nobody writes a text in this pass.
    await surveyPeople(reader, { ...input, uidOf: (id) => id }, looks);
  const notes = choice?.finish() ?? [];
  ownerLook?.check(choice);
  const users = people ? people.found(byId ?? new Map()) : byId;
  return { ...(choice ? { choice } : {}), ...(users ? { users } : {}), notes };
}

/** Checks that the declared owner of groups without one is a user of the export who is taken. */
class OwnerLook implements PeopleLook {
  readonly #id: string;
  readonly #skipsBots: boolean;
  readonly #names = new KnownNames();
  #found: 'user' | 'bot' | undefined;

  constructor(id: string, skipsBots: boolean) {
    this.#id = id;
    this.#skipsBots = skipsBots;
  }

  user({ id, name, isBot }: SourceUser): void {
    if (id === this.#id) this.#found = isBot || this.#found === 'bot' ? 'bot' : 'user';
    else this.#names.add({ id, name });
  }

  /** @throws RunError `EXPORT.NAME_UNKNOWN` */
  check(choice: Choice | undefined): void {
    const shown = JSON.stringify(this.#id);
    const otherwise = 'use the id that the user has in the old system';
    if (this.#found === undefined)
      throw new RunError('EXPORT.NAME_UNKNOWN', `sources.export.owner: the export has no user ${shown}`, {
        hint: this.#names.hint(this.#id, otherwise),
      });
    const isLeft = (this.#found === 'bot' && this.#skipsBots) || choice?.leavesUser(this.#id);
    if (isLeft)
      throw new RunError('EXPORT.NAME_UNKNOWN', `sources.export.owner: ${shown} is excluded`, {
        hint: 'name a user whom include, exclude and policies.bots do not exclude',
      });
  }
}

/** Finds the users whom a file of ids names by their e-mail or their name. */
class PeopleByName implements PeopleLook {
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
        throw new RunError('LOOKUP.KEY_REPEATED', `idMap: ${shown} is the user ${user}, who occurs twice`, {
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
