import { globPattern, type Pattern } from '../../input/rows/forms/pattern.ts';

/** The names of a record: its id, what people call it, and for users their e-mail. */
export type Names = {
  readonly id: string;
  readonly name?: string | undefined;
  readonly otherNames?: readonly string[];
  readonly email?: string | undefined;
};

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
