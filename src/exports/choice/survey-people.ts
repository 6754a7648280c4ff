import { nearest } from '../../errors/nearest.ts';
import { globPattern, type Pattern } from '../../input/rows/forms/pattern.ts';
import type { ExportInput, ExportReader, PeopleSink } from '../export-reader.ts';
import type { SourceConversation, SourceMember, SourceUser } from '../neutral.ts';
import { WaitingMembers } from '../waiting-members.ts';

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

/** The names of a record: its id, what people call it, and for users their e-mail. */
export type Names = Pick<SourceUser, 'id' | 'name' | 'otherNames' | 'email'>;

/** A name for comparison: letters with marks may be written in two ways. */
export const comparable = (name: string): string => name.normalize('NFC');
/** Case does not count in e-mails. */
export const comparableEmail = (email: string): string => comparable(email).toLowerCase();

type Glob = { readonly text: string; readonly pattern: Pattern; readonly ofEmail: Pattern };

/** Names as a pipeline lists them: ids, names and e-mails, exact or with `*`. */
export class ChosenNames {
  readonly #exact: ReadonlySet<string>;
  readonly #exactEmails: ReadonlyMap<string, string>;
  readonly #globs: readonly Glob[];
  readonly #used = new Set<string>();

  constructor(listed: readonly string[]) {
    const exact = listed.filter((text) => !text.includes('*')).map(comparable);
    this.#exact = new Set(exact);
    this.#exactEmails = new Map(exact.map((text) => [comparableEmail(text), text]));
    this.#globs = listed
      .filter((text) => text.includes('*'))
      .map((text) => ({
        text,
        pattern: globPattern(comparable(text)),
        ofEmail: globPattern(comparableEmail(text)),
      }));
  }

  /** True if a record has one of the names. */
  match({ id, name, otherNames = [], email }: Names): boolean {
    const own = [id, ...(name === undefined ? [] : [name]), ...otherNames].map(comparable);
    const address = email === undefined ? undefined : comparableEmail(email);
    const found = own.filter((each) => this.#exact.has(each));
    const byEmail = address === undefined ? undefined : this.#exactEmails.get(address);
    if (byEmail !== undefined) found.push(byEmail);
    for (const { text, pattern, ofEmail } of this.#globs)
      if (own.some((each) => pattern.test(each)) || (address !== undefined && ofEmail.test(address)))
        found.push(text);
    for (const each of found) this.#used.add(each);
    return found.length > 0;
  }

  /** The exact names that no record had. */
  get unknown(): readonly string[] {
    return [...this.#exact].filter((text) => !this.#used.has(text));
  }

  /** The names with `*` that no record had. */
  get unmatched(): readonly string[] {
    return this.#globs.flatMap(({ text }) => (this.#used.has(text) ? [] : text));
  }
}
