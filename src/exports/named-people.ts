import { KeySet } from '../keys/key-table.ts';
import type { PeopleSink } from './export-reader.ts';
import type { RecordPlace, SourceUser } from './neutral.ts';

/** Passes on the people of an export without a list of them: they stand in conversations, in some places with their names. */
export class NamedPeople {
  readonly #sink: PeopleSink;
  /** People whom the export names, and all that it has. */
  readonly #named = new KeySet();
  readonly #listed = new KeySet();
  readonly #joined = new KeySet();

  constructor(sink: PeopleSink) {
    this.#sink = sink;
  }

  /** Passes somebody on, once, and again if only now there is a name. */
  person(user: SourceUser, place: RecordPlace, isNamed = user.name !== undefined): void {
    const isNew = this.#listed.add([user.id]);
    if (isNamed ? this.#named.add([user.id]) : isNew) this.#sink.user(user, place);
  }

  /** Once for each copy of a conversation: the last one says who is still a member. */
  join(user: string, conversation: string, place: RecordPlace): void {
    const { root = 0, file } = place;
    if (this.#joined.add([`${root}`, file, conversation, user]))
      this.#sink.member({ conversation, user }, place);
  }
}
