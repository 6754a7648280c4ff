import type { ExportObject } from '../../files/export-rows.ts';
import { list, number, textValue } from '../../files/values.ts';
import { SLACKBOT } from './people.ts';

/** One of several conversations with one name, as far as it tells whose messages are in the folder of that name. */
export class Candidate {
  readonly id: string;
  readonly #members = new Set<string>();
  #created = 0;
  #creator: string | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Takes what a list says of it. */
  add(row: ExportObject): void {
    this.#created = number(row['created']) ?? this.#created;
    this.#creator = textValue(row['creator']) ?? this.#creator;
    for (const member of list(row['members'])) this.member(member);
  }

  member(user: unknown): void {
    const id = textValue(user);
    if (id !== undefined) this.#members.add(id);
  }

  /** True if the messages cannot be its own: older than it is, or of people who are not its members. */
  isAgainst({ first, writers }: FolderLook): boolean {
    if (first < this.#created) return true;
    // A list without anybody says nothing about who wrote.
    return this.#members.size > 0 && [...writers].some((user) => !this.#members.has(user));
  }

  /** True if the first message says that its creator began it when it was created. */
  isBegunIn({ first, opener }: FolderLook): boolean {
    return (
      this.#created > 0 && opener === this.#creator && Math.abs(first - this.#created) <= BEGUN_WITHIN_SECONDS
    );
  }
}

const BEGUN_WITHIN_SECONDS = 60;

/** Facts about a conversation that the messages in its folder tell. */
export class FolderLook {
  readonly writers = new Set<string>();
  /** The time of the first message, in seconds. */
  first = Number.POSITIVE_INFINITY;
  /** The person who joined with it. */
  opener: string | undefined;

  add(row: ExportObject): void {
    const [user, ts] = [textValue(row['user']), number(row['ts'])];
    const isJoin = /(?:^|_)join$/.test(textValue(row['subtype']) ?? '');
    if (ts !== undefined && ts < this.first) {
      this.first = ts;
      this.opener = isJoin ? user : undefined;
    }
    const isOfPerson = user !== undefined && row['bot_id'] === undefined && !NOBODY.has(user);
    if (isOfPerson) this.writers.add(user);
  }
}

/** Slack's own program, and its name for nobody. */
const NOBODY: ReadonlySet<string> = new Set([SLACKBOT, 'U00']);

/** The only one of several conversations with one name that the messages of the folder can be of; undefined if that is not clear. */
export function ownerOf(candidates: readonly Candidate[], look: FolderLook): string | undefined {
  const possible = candidates.filter((each) => !each.isAgainst(look));
  const begun = possible.filter((each) => each.isBegunIn(look));
  const [only, another] = begun.length === 1 ? begun : possible;
  return another ? undefined : only?.id;
}
