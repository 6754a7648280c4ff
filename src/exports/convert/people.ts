import { RunError } from '../../errors/run-error.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { AllPolicies } from '../export-rules.ts';
import type { RecordPlace, SourceUser } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { besideOwn } from './beside-own.ts';
import type { ExportTable } from './export-table.ts';
import { pictureAddress, type SourceCopies } from './file-addresses.ts';
import { otherId, readyColumns, readyIds } from './ids.ts';
import { legalSeconds, type SourceMetadata, storedText, tagsCell } from './legal-cells.ts';

export const USER_COLUMNS = [
  'uid',
  'name',
  'avatar',
  'statusMessage',
  'metadata',
  'tags',
  'createdAt',
  'lastActiveAt',
  'deactivatedAt',
  ...readyColumns('users'),
];

/** The service takes longer names as an error. */
const NAME_CHARS_MAX = 100;
/** Names that are held in memory, for groups without one. */
const NAMES_MAX = 100_000;
/** Authors who are held in memory. */
const WRITERS_MAX = 20_000;
/** People who are mentioned and become no users: how many are held in memory, and how many are named. */
const MENTIONED_MAX = 10_000;
const MENTIONED_SHOWN = 3;
/** The id that stands in for everybody whom the export does not list, and for the author of messages that nobody wrote. */
const SHARED_ID = 'deleted-user';
const SYSTEM_ID = 'system';

/** Stand-in for an author: the id of a user, or the reason for which what they wrote is left out. */
export type Author = { readonly id: string } | { readonly dropped: string };

/** A name within the limit of the service. */
export const shortName = (name: string): string =>
  name.length <= NAME_CHARS_MAX
    ? name
    : `${Array.from(name)
        .slice(0, NAME_CHARS_MAX - 1)
        .join('')}…`;

/** Milliseconds as whole seconds; undefined for no time. */
export const wholeSeconds = (ms: number | undefined): string | undefined =>
  ms !== undefined && ms > 0 ? String(Math.floor(ms / 1000)) : undefined;

/** Adds to an error of an author where the export names them. */
export function namedAt<T>({ file, line }: RecordPlace, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RunError) || error.where) throw error;
    throw new RunError(error.code, error.message, { cause: error, where: { file, line } });
  }
}

type PeopleDeps = {
  readonly metadata: SourceMetadata;
  readonly policies: AllPolicies;
  readonly tally: ExportTally;
  /** Absent if addresses of pictures stay as they are. */
  readonly copies: SourceCopies | undefined;
};

/** The users of an export, and those who stand in for people that it does not list. */
export class People {
  readonly #table: ExportTable;
  readonly #deps: PeopleDeps;
  readonly #known = new KeySet();
  /** Some of them, by their ids: most messages are of few people. */
  readonly #writers = new Map<string, Author>();
  readonly #bots = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly #unlisted = new Map<string, { readonly name: string | undefined; readonly isBot: boolean }>();
  readonly #added = new Set<string>();
  /** The number of times somebody is mentioned whom no list makes a user. */
  readonly #mentioned = new Map<string, number>();

  constructor(table: ExportTable, deps: PeopleDeps) {
    this.#table = table;
    this.#deps = deps;
  }

  /**
   * The id of a person or of a stand-in among the ids of this export. Where both have the same one, the person who is in
   * the list keeps it.
   */
  idOf(id: string): string {
    const isStandIn = id === SYSTEM_ID || (id === SHARED_ID && this.#deps.policies.sender === 'shared');
    return isStandIn && !this.#known.has([id]) ? otherId(id) : id;
  }

  #standIn(id: string): string {
    return this.#known.has([id]) ? otherId(id) : id;
  }

  /** Sentences about people who have the id of a stand-in. */
  get notes(): readonly string[] {
    const listed = [...this.#added].filter((id) => this.#known.has([id]));
    const others = [...this.#unlisted.keys()].filter((id) => this.idOf(id) !== id);
    return [
      ...listed.map(
        (id) => `the export has a user ${id}, so the placeholder user gets the id ${otherId(id)}`,
      ),
      ...others.map(
        (id) => `an unlisted author has the id ${id} of the placeholder user, and becomes ${otherId(id)}`,
      ),
      ...this.#mentionNote(),
    ];
  }

  /** Counts a mention in a text that is written. */
  mention(id: string): void {
    if (this.#known.has([id]) && !this.isSkipped(id)) return;
    const count = this.#mentioned.get(id) ?? 0;
    if (count > 0 || this.#mentioned.size < MENTIONED_MAX) this.#mentioned.set(id, count + 1);
  }

  /** Whoever has written something is a user, listed or not. */
  #mentionNote(): string[] {
    const nobodies = [...this.#mentioned].filter(([id]) => !this.#unlisted.has(id));
    if (nobodies.length === 0) return [];
    const count = nobodies.reduce((sum, [, each]) => sum + each, 0);
    const shown = nobodies.slice(0, MENTIONED_SHOWN).map(([id]) => id);
    const more = nobodies.length > shown.length ? ', …' : '';
    return [`mentions of people who are not imported as users: ${count} (${shown.join(', ')}${more})`];
  }

  /** The number of people who became users though the export does not list them. */
  get unlisted(): number {
    return [...this.#unlisted.values()].filter(({ isBot }) => !isBot).length;
  }

  add(user: SourceUser, place: RecordPlace): void {
    const { id, name } = user;
    if (user.isBot) this.#bots.add(id);
    const isSkipped = user.isBot === true && this.#deps.policies.bots === 'skip';
    const isNew = this.#known.add([id]);
    if (name !== undefined && this.#names.size < NAMES_MAX) this.#names.set(id, name);
    const fate = isSkipped ? { dropped: 'bot' } : isNew ? 'imported' : { dropped: 'repeated' };
    this.#deps.tally.count('users', fate);
    if (!isSkipped) this.#write(user, place);
  }

  isKnown(id: string): boolean {
    return this.#known.has([id]);
  }

  /** True if somebody is listed as a program. */
  isBot(id: string): boolean {
    return this.#bots.has(id);
  }

  isSkipped(id: string): boolean {
    return this.#deps.policies.bots === 'skip' && this.#bots.has(id);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /**
   * Finds who stands for a person: themselves if they are listed, else as the policy says. A program that is not listed is a
   * user of its own.
   * @throws RunError `EXPORT.USER_UNKNOWN` with `sender: fail`
   */
  author(id: string, name?: string, isBot = false): Author {
    if (this.isSkipped(id)) return { dropped: 'bot' };
    const writer = this.#writers.get(id);
    if (writer) return writer;
    if (this.#known.has([id])) return this.#writer(id);
    if (isBot) return this.#bot(id, name);
    switch (this.#deps.policies.sender) {
      case 'drop':
        return { dropped: 'unknownUser' };
      case 'fail':
        throw new RunError('EXPORT.USER_UNKNOWN', `${JSON.stringify(id)} is missing from the user list`);
      case 'shared':
        this.#added.add(SHARED_ID);
        return { id: this.#standIn(SHARED_ID) };
      case 'placeholder':
        this.#note(id, name, false);
        return { id: this.idOf(id) };
    }
  }

  /** Keeps somebody who is listed for the next message of theirs. */
  #writer(id: string): Author {
    const writer = { id };
    if (this.#writers.size >= WRITERS_MAX) this.#writers.clear();
    this.#writers.set(id, writer);
    return writer;
  }

  #bot(id: string, name: string | undefined): Author {
    if (this.#deps.policies.bots === 'skip') return { dropped: 'bot' };
    this.#note(id, name, true);
    return { id: this.idOf(id) };
  }

  #note(id: string, name: string | undefined, isBot: boolean): void {
    const known = this.#unlisted.get(id);
    if (known && (known.name !== undefined || name === undefined) && (known.isBot || !isBot)) return;
    this.#unlisted.set(id, { name: known?.name ?? name, isBot: isBot || known?.isBot === true });
  }

  /** The stand-in for nobody: the author of messages of the system. */
  system(): Author {
    this.#added.add(SYSTEM_ID);
    return { id: this.#standIn(SYSTEM_ID) };
  }

  /** Writes those who were not listed. */
  finish(): void {
    for (const [id, { name, isBot }] of this.#unlisted)
      this.#write(
        {
          id: this.idOf(id),
          name: name ?? (isBot ? id : 'Deleted user'),
          ...(isBot ? { isBot } : { tags: ['placeholder'] }),
        },
        undefined,
        id,
      );
    for (const id of this.#added) {
      const name = id === SYSTEM_ID ? 'System' : 'Deleted user';
      this.#write({ id: this.#standIn(id), name, tags: ['placeholder'] }, undefined, id);
    }
  }

  /** @param own their id in the export */
  #write(user: SourceUser, place: RecordPlace | undefined, own = user.id): void {
    const { id, avatar, picture = {}, deactivated, statusMessage, tags = [] } = user;
    const name = storedText(user.name?.trim() || id);
    const shown = pictureAddress(avatar, picture, place?.root, this.#deps.copies);
    const deactivatedAt = legalSeconds(deactivated?.at);
    const metadata = this.#deps.metadata.cell(own, {
      ...(shortName(name) === name ? {} : { name }),
      ...(avatar && shown === undefined ? { avatar } : {}),
      ...(deactivated && deactivatedAt === undefined ? { deactivated: true } : {}),
      ...besideOwn(user.metadata),
    });
    const all = [...tags, ...(user.isBot ? ['bot'] : []), ...(deactivated ? ['deactivated'] : [])];
    this.#table.add(
      [
        id,
        shortName(name),
        shown,
        statusMessage === undefined ? undefined : storedText(statusMessage),
        metadata,
        tagsCell(all),
        legalSeconds(user.createdAt),
        legalSeconds(user.lastActiveAt),
        deactivatedAt,
        ...readyIds(id),
      ],
      place,
      id,
    );
  }
}
