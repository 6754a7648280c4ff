import { RunError } from '../../errors/run-error.ts';
import type { SourceUser } from '../neutral.ts';
import type { Choice } from './choice.ts';
import { KnownNames } from './known-names.ts';
import type { PeopleLook } from './survey-people.ts';

/** Checks that the declared owner of groups without one is a user of the export who is taken. */
export class OwnerLook implements PeopleLook {
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
