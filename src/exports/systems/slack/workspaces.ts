import type { ExportInput } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { SmallFiles } from '../../files/small-files.ts';
import { list, number, records, textValue } from '../../files/values.ts';
import { type Day, dayOf, ELEMENTS, type List, listsOf, otherThan, passList } from './lists.ts';
import type { Pins } from './messages.ts';
import { SLACKBOT } from './people.ts';

type Input = Pick<ExportInput, 'files' | 'signal'>;

/** Contents of a file of a day. */
type PartOf =
  | { readonly conversation: string }
  | { readonly other: 'discussion' | 'flags' }
  /** Several conversations have the name of its folder, and nothing tells whose messages these are. */
  | { readonly unclear: readonly string[] };

/** The conversations with one name, and the one that the folder of that name is of, if that is clear. */
type Shared = { readonly ids: Set<string>; owner?: string | undefined };

/** Findings of the lists about the folders and messages beside them. A folder has the name of its conversation, or its id. */
export class Workspaces {
  readonly #folders = new Map<string, string>();
  /** By the name of their folder. */
  readonly #shared = new Map<string, Shared>();
  readonly #ids = new Set<string>();
  readonly #pins = new Map<string, Pins>();
  readonly #discussions = new Set<string>();

  static async read(input: Input, small: SmallFiles): Promise<Workspaces> {
    const workspaces = new Workspaces();
    const { conversations, discussions } = listsOf(input.files);
    for (const each of conversations) await passList(each, input, (row) => workspaces.#add(row, each));
    for (const each of discussions)
      await passList(each, input, ({ id, name }) => {
        for (const given of [textValue(id), textValue(name)])
          if (given !== undefined) workspaces.#discussions.add(given.normalize('NFC'));
      });
    if (workspaces.#shared.size > 0) await workspaces.#tellApart(input, small);
    return workspaces;
  }

  /** Sentences about folders whose conversation was found out by who wrote when. */
  get notes(): readonly string[] {
    return [...this.#shared].flatMap(([name, { ids, owner }]) => {
      if (owner === undefined) return [];
      const others = [...ids].filter((id) => id !== owner).join(', ');
      const folder = name.slice(name.lastIndexOf('\n') + 1);
      return `the folder ${folder} is taken for ${owner}, by who wrote in it and when: ${others} has the same name`;
    });
  }

  /** The contents of a file of a day: the id of its conversation, which is the name of its folder if no list has it. */
  partOf(day: Day): PartOf {
    const name = day.conversation.normalize('NFC');
    if (this.#ids.has(name)) return { conversation: name };
    const folder = this.#folderOf(day);
    const shared = folder === undefined ? undefined : this.#shared.get(folder);
    if (shared)
      return shared.owner === undefined ? { unclear: [...shared.ids] } : { conversation: shared.owner };
    if (folder !== undefined) return { conversation: this.#folders.get(folder) as string };
    const other = this.#discussions.has(name) ? 'discussion' : otherThan(day);
    return other === undefined ? { conversation: day.conversation } : { other };
  }

  /** The name of a folder that a list has. */
  #folderOf({ file, folder, conversation }: Day): string | undefined {
    // A list describes the folders below it, too.
    for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
      const name = key(file.root, at, conversation.normalize('NFC'));
      if (this.#folders.has(name)) return name;
    }
    return undefined;
  }

  /** Looks whose messages are in the folders whose name several conversations have. */
  async #tellApart(input: Input, small: SmallFiles): Promise<void> {
    const candidates = new Map(
      [...this.#shared.values()].flatMap(({ ids }) => [...ids].map((id) => [id, new Candidate(id)] as const)),
    );
    const candidateOf = (row: ExportObject): Candidate | undefined =>
      candidates.get(textValue(row['id']) ?? '');
    for (const each of listsOf(input.files).conversations)
      await passList(each, input, (row) => candidateOf(row)?.add(row), {
        member: (user, row) => candidateOf(row)?.member(user),
      });
    const looks = new Map([...this.#shared.keys()].map((name) => [name, new FolderLook()]));
    for (const file of input.files.all) {
      const day = dayOf(file);
      const look = day && looks.get(this.#folderOf(day) ?? '');
      const row = (each: ExportObject): void => look?.add(each);
      if (look) await small.pass(file, { rows: ELEMENTS, row, unreadable: () => {} }, input);
    }
    for (const [name, shared] of this.#shared) {
      const all = [...shared.ids].map((id) => candidates.get(id) as Candidate);
      shared.owner = ownerOf(all, looks.get(name) as FolderLook);
    }
  }

  /** The pinned messages of a conversation, by their `ts`, as far as its list has them. */
  pinsOf(conversation: string): Pins | undefined {
    return this.#pins.get(conversation);
  }

  #add(row: ExportObject, { file: { root }, folder }: List<string>): void {
    const id = textValue(row['id']);
    if (id === undefined) return;
    const name = textValue(row['name'])?.normalize('NFC');
    this.#ids.add(id);
    if (name !== undefined) this.#name(key(root, folder, name), id);
    const pins = pinsOf(row);
    if (pins.size > 0) this.#pins.set(id, pins);
  }

  #name(folder: string, id: string): void {
    const known = this.#folders.get(folder);
    this.#folders.set(folder, id);
    if (known === undefined || known === id) return;
    const shared = this.#shared.get(folder) ?? { ids: new Set([known]) };
    shared.ids.add(id);
    this.#shared.set(folder, shared);
  }
}

/** The folder around a folder; undefined for the outermost one. */
const parentOf = (folder: string): string | undefined =>
  folder === '' ? undefined : folder.slice(0, Math.max(0, folder.lastIndexOf('/')));

const key = (root: number, folder: string, name: string): string => `${root}\n${folder}\n${name}`;

/** The pins of a conversation's list; those of files have no message. */
function pinsOf(row: ExportObject): Pins {
  const pins = new Map<string, NonNullable<ReturnType<Pins['get']>>>();
  for (const { type, id: given, created, user } of records(row['pins'])) {
    const id = type === 'C' ? textValue(given) : undefined;
    const at = number(created);
    if (id !== undefined) pins.set(id, { by: textValue(user), at: at === undefined ? undefined : at * 1000 });
  }
  return pins;
}

/** One of several conversations with one name, as far as it tells whose messages are in the folder of that name. */
class Candidate {
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
class FolderLook {
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
function ownerOf(candidates: readonly Candidate[], look: FolderLook): string | undefined {
  const possible = candidates.filter((each) => !each.isAgainst(look));
  const begun = possible.filter((each) => each.isBegunIn(look));
  const [only, another] = begun.length === 1 ? begun : possible;
  return another ? undefined : only?.id;
}
