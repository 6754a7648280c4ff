import { RunError } from '../../errors/run-error.ts';
import type { ExportInput, ExportReader } from '../export-reader.ts';
import type { ChoiceRules, PersonId } from '../export-rules.ts';
import type { SourceUser } from '../neutral.ts';
import { Choice } from './choice.ts';
import { KnownNames } from './known-names.ts';
import { PeopleByName } from './people-by-name.ts';
import { type PeopleLook, surveyPeople } from './survey-people.ts';

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
    const otherwise = 'name the id of a user as the old system has it';
    if (this.#found === undefined)
      throw new RunError('EXPORT.NAME_UNKNOWN', `sources.export.owner: the export has no user ${shown}`, {
        hint: this.#names.hint(this.#id, otherwise),
      });
    const isLeft = (this.#found === 'bot' && this.#skipsBots) || choice?.leavesUser(this.#id);
    if (isLeft)
      throw new RunError('EXPORT.NAME_UNKNOWN', `sources.export.owner: ${shown} is left out`, {
        hint: 'name somebody whom include, exclude and policies.bots take',
      });
  }
}
