import { nearest } from '../../errors/nearest.ts';
import type { ExportInput, ExportReader, PeopleSink } from '../export-reader.ts';
import type { SourceConversation, SourceMember, SourceUser } from '../neutral.ts';
import { WaitingMembers } from '../waiting-members.ts';
import type { Names } from './chosen-names.ts';

/** Looks at the people of an export before any of them is converted. Records without their ids are not passed to it. */
export type PeopleLook = {
  user?(user: SourceUser): void;
  conversation?(conversation: SourceConversation): void;
  member?(member: SourceMember): void;
};

/**
 * Passes the people of an export to several who need all of them before the first one is converted.
 * @throws RunError as the reader does
 */
export async function surveyPeople(
  reader: ExportReader,
  input: ExportInput,
  looks: readonly PeopleLook[],
): Promise<void> {
  const member = (each: SourceMember): void => {
    if (each.conversation !== '' && each.user !== '') for (const look of looks) look.member?.(each);
  };
  const sink: PeopleSink = {
    user: (user) => {
      if (user.id !== '') for (const look of looks) look.user?.(user);
    },
    conversation: (conversation) => {
      const { id, members = [] } = conversation;
      if (id === '') return;
      for (const look of looks) look.conversation?.(conversation);
      for (const user of members) member({ conversation: id, user });
    },
    member,
    topic: () => {},
    // All of this is said in the pass that converts.
    unreadable: () => {},
    dropped: () => {},
    note: () => {},
  };
  const listed = new WaitingMembers(sink);
  await reader.readPeople(input, listed.sink);
  listed.finish();
}

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
