import { RunError } from '../../errors/run-error.ts';
import { jsonText } from '../../input/json/json-text.ts';
import type { KindOfFiles } from '../../input/rows/forms/copied-address.ts';
import type { Problem } from '../../input/rows/row.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { System } from '../../system/system.ts';
import { AnonymousRecords, madeUser } from '../anonymise/anonymous-records.ts';
import { type Choice, chosenMessages, chosenPeople } from '../choice/choice.ts';
import type { ExportInput, ExportReader, MessageSink, PeopleSink, RejectedKind } from '../export-reader.ts';
import type { AllPolicies } from '../export-rules.ts';
import type { ExportCounts } from '../export-summary.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { damagedFile } from '../files/unreadable.ts';
import {
  type ExportTableName,
  exportTables,
  FILE_COLUMNS,
  type RecordPlace,
  type SourceMessage,
} from '../neutral.ts';
import { ExportTally, Shapes } from '../tally.ts';
import { WaitingMembers } from '../waiting-members.ts';
import { Conversations, withTopic } from './conversations.ts';
import { ExportTable, FileNames, faultLine, lineOf } from './export-table.ts';
import { type ExportCopies, type SourceCopies, sourceCopies } from './file-addresses.ts';
import { givenReactions, PIN_COLUMNS, pinLine, REACTION_COLUMNS, reactionLines } from './given-reactions.ts';
import { GROUP_COLUMNS } from './group-rows.ts';
import { SourceMetadata } from './legal-cells.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';
import type { UnreachedFile } from './messages/attachments.ts';
import { DELETED_MARK, tableMark } from './messages/message-line.ts';
import { MESSAGE_COLUMNS, MessageMaker, type MessageRows } from './messages/message-rows.ts';
import { MessageSorter } from './messages/message-sorter.ts';
import { textOfMessage } from './messages/message-text.ts';
import type { MadeMessage } from './messages/sorter-deps.ts';
import { Threads } from './messages/threads.ts';
import { namedAt, People, USER_COLUMNS } from './people.ts';

/** Export to convert, and how. */
export type Conversion = {
  readonly reader: ExportReader;
  readonly files: ExportFiles;
  readonly policies: AllPolicies;
  readonly zone?: string | undefined;
  readonly filesBase?: string | undefined;
  /** Which files are copied; absent for none. */
  readonly copies?: ExportCopies | undefined;
  readonly shape?: ExportInput['shape'];
  /** Which records are taken; absent for all. */
  readonly choice?: Choice | undefined;
  /** The id of the owner of groups that have none. */
  readonly owner?: string | undefined;
  /** True if nothing that people wrote or are called by gets into the tables. */
  readonly isAnonymous?: boolean;
  /** True if messages that were deleted get a row that says so. */
  readonly statesDeletions: boolean;
  /** Everything that decides what the tables have. */
  readonly identity: string;
  /** The files behind it. */
  readonly inputs: readonly string[];
  uidOf(id: string): string;
};

/** Contents of an export, and their outcomes. */
export type ConvertedExport = {
  readonly kinds: ExportCounts;
  readonly notes: readonly string[];
  /** Epoch milliseconds of the first and the last message; absent if there are none. */
  readonly first?: number;
  readonly last?: number;
  readonly rows: Readonly<Record<ExportTableName, number>>;
};

/**
 * Reads an export twice, first its people and conversations, then its messages, and writes a table for each entity. Memory
 * does not grow with the messages. The same files and policies give the same bytes.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `STATE.UNWRITABLE`
 */
export async function convertExport(
  conversion: Conversion,
  place: ConversionPlace,
  signal: AbortSignal,
): Promise<ConvertedExport> {
  using converter = new Converter(conversion, place);
  try {
    return await converter.convert(signal);
  } catch (error) {
    if (!(error instanceof RunError) || !error.where) throw error;
    const found = conversion.files.at(error.where.file);
    throw found ? error.withFile(found.shown ?? found.path) : error;
  }
}

/** Writes the tables of an export: first its people and conversations, then its messages. */
class Converter implements Disposable {
  readonly #conversion: Conversion;
  readonly #tables: Tables;
  readonly #tally = new ExportTally();
  readonly #notes: Set<string>;
  readonly #metadata: SourceMetadata;
  readonly #people: People;
  readonly #conversations: Conversations;
  readonly #maker: MessageMaker;
  readonly #shapes = new Shapes();
  readonly #sorter: MessageSorter;
  readonly #threads: Threads | undefined;
  /** Keys of the messages whose files stand on their own. */
  readonly #awaited = new KeySet();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(conversion: Conversion, place: ConversionPlace) {
    const { reader, policies, filesBase, isAnonymous, statesDeletions, copies, files } = conversion;
    const owner =
      isAnonymous && conversion.owner !== undefined ? madeUser(conversion.owner) : conversion.owner;
    const { system, markups = {}, idsPerConversation: isPerConversation = false } = reader;
    const [tally, tables] = [this.#tally, openTables(place)];
    const metadata = new SourceMetadata(system);
    const of = (kind: KindOfFiles): SourceCopies | undefined => sourceCopies(kind, copies, files);
    const people = new People(tables.users, { metadata, policies, tally, copies: of('avatars') });
    const uidOf = (id: string): string => conversion.uidOf(people.idOf(id));
    const shared = { tables, people, metadata, policies, tally, owner, uidOf };
    const conversations = new Conversations({ ...shared, copies: of('icons') });
    this.#conversion = conversion;
    this.#metadata = metadata;
    this.#tables = tables;
    this.#people = people;
    this.#conversations = conversations;
    this.#notes = new Set(conversion.isAnonymous ? [] : conversion.files.notes);
    this.#maker = new MessageMaker({
      system,
      markups,
      policies,
      people,
      conversations,
      uidOf,
      isPerConversation,
      files: { filesBase, isThere: (path) => files.at(path) !== undefined, copies: of('attachments') },
      statesDeletions,
    });
    if (policies.threads === 'write') this.#threads = new Threads(tally);
    this.#sorter = new MessageSorter(
      { path: place.pathOf('messages'), files: place.files, random: place.random },
      {
        tables,
        tally,
        shapes: this.#shapes,
        withReactions: givenReactions({ policies, people, uidOf }, tally),
        noteGivers: (reactions) => {
          if (policies.reactions === 'write') for (const { user } of reactions) people.author(user);
        },
        made: (message) => this.#made(message),
        threads: this.#threads,
      },
    );
  }

  async convert(signal: AbortSignal): Promise<ConvertedExport> {
    const { reader, files, zone, shape, identity, inputs, choice, copies } = this.#conversion;
    const uidOf = (id: string): string => this.#conversion.uidOf(this.#people.idOf(id));
    const copiesFiles = copies?.what.has('attachments');
    const input: ExportInput = { files, signal, zone, uidOf, shape, copiesFiles };
    const anonymous = this.#anonymous();
    const people = anonymous?.people(this.#peopleSink()) ?? this.#peopleSink();
    const messages = anonymous?.messages(this.#messageSink()) ?? this.#messageSink();
    const listed = new WaitingMembers(choice ? chosenPeople(people, choice, this.#tally) : people);
    const readMessages = await reader.readPeople(input, listed.sink);
    listed.finish();
    this.#conversations.finish();
    await readMessages(choice ? chosenMessages(messages, choice, this.#tally) : messages);
    for (const note of [...this.#conversations.decide(), ...(anonymous?.notes ?? [])]) this.#notes.add(note);
    await this.#sorter.finish(signal);
    this.#people.finish();
    const { unlisted, notes } = this.#people;
    for (const note of [...notes, ...this.#sorter.notes]) this.#notes.add(note);
    if (unlisted > 0)
      this.#notes.add(
        `authors who are missing from the user list: ${unlisted}; each becomes a user with the tag placeholder`,
      );
    const { givenOwner } = this.#conversations;
    if (givenOwner > 0)
      this.#notes.add(`groups without an owner: ${givenOwner}; each gets the declared owner`);
    const { cut } = this.#metadata;
    if (cut > 0)
      this.#notes.add(`users and groups with more than 5 KB of metadata: ${cut}; only a part is kept`);
    const rows = {} as Record<ExportTableName, number>;
    for (const name of exportTables) rows[name] = await this.#tables[name].finish(identity, inputs);
    return {
      kinds: this.#tally.counts(),
      notes: [...this.#notes],
      rows,
      ...(this.#first <= this.#last ? { first: this.#first, last: this.#last } : {}),
    };
  }

  /** Replaces what people wrote and are called by; undefined if all of it stays. */
  #anonymous(): AnonymousRecords | undefined {
    const { reader, isAnonymous, policies, uidOf, files } = this.#conversion;
    if (!isAnonymous) return undefined;
    const records = new AnonymousRecords((message) =>
      textOfMessage(message, policies.markup, reader.markups ?? {}, (id) => uidOf(madeUser(id))),
    );
    records.keepBack(files.notes.length);
    return records;
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
    for (const name of exportTables) this.#tables[name][Symbol.dispose]();
  }

  #sink(): Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'> {
    const { users, groups: conversations, members, messages } = this.#tables;
    const tables: Readonly<Record<RejectedKind, ExportTable>> = {
      users,
      conversations,
      members,
      messages,
      reactions: messages,
      attachments: messages,
    };
    return {
      unreadable: (kind, row, at) => {
        this.#tally.count(kind, { dropped: 'unreadable', ...damagedFile(row) });
        tables[kind].fault(row, at);
      },
      dropped: (kind, reason, count = 1) => this.#tally.count(kind, { dropped: reason }, count),
      note: (sentence) => void this.#notes.add(sentence),
    };
  }

  #peopleSink(): PeopleSink {
    return {
      ...this.#sink(),
      user: (user, at) => {
        if (this.#hasIds('users', user, [user.id], at)) this.#people.add(user, at);
      },
      conversation: (conversation, at) => {
        if (this.#hasIds('conversations', conversation, [conversation.id], at))
          this.#conversations.add(conversation, at);
      },
      topic: (topic, at) => {
        if (this.#hasIds('conversations', topic, [topic.conversation, topic.id], at))
          this.#conversations.topic(topic, at);
      },
      member: (member, at) => {
        if (this.#hasIds('members', member, [member.conversation, member.user], at))
          namedAt(at, () => this.#conversations.member(member, at));
      },
    };
  }

  /** Without its ids, a record would be taken for another one without them: it is rejected. */
  #hasIds(
    kind: 'users' | 'conversations' | 'members' | 'messages',
    record: object,
    ids: readonly string[],
    at: RecordPlace,
  ): boolean {
    if (!ids.includes('')) return true;
    this.#sink().unreadable(kind, { problem: NAMELESS, raw: jsonText(record) }, at);
    return false;
  }

  #messageSink(): MessageSink {
    return {
      ...this.#sink(),
      message: (message, at) => {
        if (this.#hasIds('messages', message, [message.id], at)) namedAt(at, () => this.#add(message, at));
      },
      reaction: (reaction, at) => {
        const { message, conversation = '' } = reaction;
        const key = this.#maker.keyOf({ id: message, conversation });
        this.#sorter.addReaction(key, reaction, this.#tables.reactions.numbered(at));
      },
      file: ({ message, conversation = '', file }, at) => {
        const key = this.#maker.keyOf({ id: message, conversation });
        this.#awaited.add([key]);
        this.#sorter.addFile(
          key,
          at.root === undefined ? file : { root: at.root, ...file },
          this.#tables.messages.numbered(at),
        );
      },
    };
  }

  #add(given: SourceMessage, at: RecordPlace): void {
    const message = withTopic(this.#rooted(given, at), this.#conversion.policies.topics);
    const { time, parent, conversation, leftOut, byContent = false, order = 0 } = message;
    // Whatever another export still has of it: what was deleted is never published.
    const version = message.deleted ? Number.POSITIVE_INFINITY : (message.version ?? 0);
    if (parent !== undefined) this.#threads?.ask(this.#maker.keyOf({ id: parent, conversation }));
    if (time > 0 && leftOut === undefined) {
      this.#first = Math.min(this.#first, time);
      this.#last = Math.max(this.#last, time);
    }
    const key = this.#maker.keyOf(message);
    const place = this.#tables.messages.numbered(at);
    const sent = (Number.isNaN(time) ? 0 : time) + order / ORDER_PER_MS;
    const isUndecided = this.#conversations.isUndecided(conversation);
    if (isUndecided) this.#conversations.hear(message);
    if (isUndecided || (this.#awaited.size > 0 && this.#awaited.has([key])))
      this.#sorter.addWhole(key, message, { place, version, time: sent, byContent });
    else {
      const { lines, shape } = this.#made(message);
      this.#sorter.add(key, lines, { place, version, time: sent, byContent, shape });
    }
  }

  /** A message whose files say of which of the given paths they are. */
  #rooted(message: SourceMessage, { root }: RecordPlace): SourceMessage {
    const { copies } = this.#conversion;
    if (!copies || root === undefined || !message.files?.length) return message;
    return { ...message, files: message.files.map((file) => ({ root, ...file })) };
  }

  #made(message: SourceMessage): MadeMessage {
    const made = this.#maker.make(message);
    const { problem, deleted, shape } = made;
    const lines = deleted
      ? `${DELETED_MARK}${lineOf(deleted)}`
      : problem
        ? `${tableMark('messages')}${faultLine({ problem, raw: jsonText(shownMessage(message)) })}`
        : linesOf(made, message, this.#conversion, this.#people);
    return { lines, shape: this.#shapes.numberOf(shape) };
  }
}

/** So many messages of the same time stand in the order before those of the next millisecond: a double holds them all. */
const ORDER_PER_MS = 4_096;
const NAMELESS: Problem = { code: 'ROW.FIELD_MISSING', field: 'id', message: 'the row has no id' };

/** The rows of a message as lines, each after the mark of its table. */
function linesOf(
  { rows, unreached = [] }: MessageRows,
  message: SourceMessage,
  { policies, files }: { readonly policies: AllPolicies; readonly files: ExportFiles },
  people: People,
): string {
  const [first] = rows;
  if (!first) return '';
  const [muid = ''] = first;
  const lines = rows.map((cells) => `${tableMark('messages')}${lineOf(cells)}`);
  if (policies.reactions === 'write' && message.reactions && !message.deleted)
    lines.push(...reactionLines(muid, message.reactions, people));
  if (policies.pins === 'write' && message.pinned) lines.push(pinLine(muid, message.pinned, people));
  for (const each of unreached) lines.push(fileLine(muid, each, files));
  return lines.join('\n');
}

/** A message without what opens its files. */
const shownMessage = ({ files, ...message }: SourceMessage): object => ({
  ...message,
  ...(files ? { files: files.map(({ apiUrl: _, root: __, ...file }) => file) } : {}),
});

/** A file on the list of those that no address leads to. */
function fileLine(muid: string, { file, why }: UnreachedFile, files: ExportFiles): string {
  const { path, url = file.privateUrl, name, type, size } = file;
  const given = path === undefined ? undefined : files.at(files.nameOf(path, file.root) ?? path);
  const source = given?.shown ?? given?.path;
  return `${tableMark('files')}${lineOf([path, url, name, type, size?.toString(), why, muid, source])}`;
}

/** Place where the tables are written. */
type ConversionPlace = Pick<System, 'files' | 'random'> & { pathOf(name: ExportTableName): string };

/** The tables that an export becomes. */
type Tables = Readonly<Record<ExportTableName, ExportTable>>;

/** Opens them for writing; their rows come from the same files. */
function openTables({ files, random, pathOf }: ConversionPlace): Tables {
  const names = new FileNames();
  return Object.fromEntries(
    exportTables.map((name) => {
      const path = pathOf(name);
      return [name, new ExportTable(COLUMNS[name], { path, files, random }, names)];
    }),
  ) as Tables;
}

const COLUMNS: Readonly<Record<ExportTableName, readonly string[]>> = {
  users: USER_COLUMNS,
  groups: GROUP_COLUMNS,
  members: MEMBER_COLUMNS,
  messages: MESSAGE_COLUMNS,
  reactions: REACTION_COLUMNS,
  pins: PIN_COLUMNS,
  files: FILE_COLUMNS,
};
