import type { System } from '../../../system/system.ts';
import { jsonText } from '../../json/json-text.ts';
import { KeySet } from '../../prepared/key-table.ts';
import type { Problem } from '../../rows/row.ts';
import type { AllPolicies } from '../export-policies.ts';
import type { ExportInput, ExportReader, MessageSink, PeopleSink, RejectedKind } from '../export-reader.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type ExportTableName, exportTables, type Place, type SourceMessage } from '../neutral.ts';
import { type ExportCounts, Tally } from '../tally.ts';
import { Conversations, GROUP_COLUMNS, MEMBER_COLUMNS } from './conversations.ts';
import { ExportTable, FileNames, faultLine, lineOf } from './export-table.ts';
import { givenReactions, PIN_COLUMNS, pinLine, REACTION_COLUMNS, reactionLines } from './given-reactions.ts';
import { SourceMetadata } from './legal-cells.ts';
import { tableMark } from './message-line.ts';
import { MESSAGE_COLUMNS, MessageMaker, type MessageRows } from './message-rows.ts';
import { Shapes } from './message-shape.ts';
import { type MadeMessage, MessageSorter } from './message-sorter.ts';
import { People, USER_COLUMNS } from './people.ts';
import { Threads } from './threads.ts';
import { FILE_COLUMNS, type UnreachedFile } from './unreached.ts';

/** What is converted, and how. */
export type Conversion = {
  readonly reader: ExportReader;
  readonly files: ExportFiles;
  readonly policies: AllPolicies;
  readonly zone?: string | undefined;
  readonly filesBase?: string | undefined;
  readonly shape?: ExportInput['shape'];
  /** Everything that decides what the tables have. */
  readonly identity: string;
  /** The files behind it. */
  readonly inputs: readonly string[];
  uidOf(id: string): string;
};

/** Where the tables are written. */
export type ConversionPlace = Pick<System, 'files' | 'random'> & { pathOf(name: ExportTableName): string };

/** What an export has, and what becomes of it. */
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
  return await converter.convert(signal);
}

/** Writes the tables of an export: first its people and conversations, then its messages. */
class Converter implements Disposable {
  readonly #conversion: Conversion;
  readonly #tables: Tables;
  readonly #tally = new Tally();
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
    const { reader, policies, filesBase } = conversion;
    const { system, idsPerConversation: isPerConversation = false } = reader;
    const [tally, tables] = [this.#tally, openTables(place)];
    this.#metadata = new SourceMetadata(system);
    const people = new People(tables.users, this.#metadata, policies, tally);
    const uidOf = (id: string): string => conversion.uidOf(people.idOf(id));
    const conversations = new Conversations(tables, people, {
      ...{ metadata: this.#metadata, policies, tally, uidOf },
    });
    this.#conversion = conversion;
    this.#tables = tables;
    this.#people = people;
    this.#conversations = conversations;
    this.#notes = new Set(conversion.files.notes);
    this.#maker = new MessageMaker({
      ...{ system, policies, people, conversations, uidOf, isPerConversation, filesBase },
      isFile: (path) => conversion.files.at(path) !== undefined,
    });
    if (policies.threads === 'write') this.#threads = new Threads(tally);
    this.#sorter = new MessageSorter(
      { path: place.pathOf('messages'), files: place.files, random: place.random },
      {
        tables,
        tally,
        shapes: this.#shapes,
        withReactions: givenReactions(policies, { tally, people, uidOf }),
        noteGivers: (reactions) => {
          if (policies.reactions === 'write') for (const { user } of reactions) people.author(user);
        },
        made: (message) => this.#made(message),
        threads: this.#threads,
      },
    );
  }

  async convert(signal: AbortSignal): Promise<ConvertedExport> {
    const { reader, files, zone, shape, identity, inputs } = this.#conversion;
    const uidOf = (id: string): string => this.#conversion.uidOf(this.#people.idOf(id));
    const input: ExportInput = { files, signal, zone, uidOf, shape };
    await reader.readPeople(input, this.#peopleSink());
    this.#conversations.finish();
    await reader.readMessages(input, this.#messageSink());
    await this.#sorter.finish(signal);
    this.#people.finish();
    const { unlisted, notes } = this.#people;
    for (const note of notes) this.#notes.add(note);
    if (unlisted > 0)
      this.#notes.add(
        `people who are not in its list of users become users with the tag placeholder: ${unlisted}`,
      );
    const { cut } = this.#metadata;
    if (cut > 0)
      this.#notes.add(`users and groups with more than 5 KB of metadata, which keep some of it: ${cut}`);
    const rows = {} as Record<ExportTableName, number>;
    for (const name of exportTables) rows[name] = await this.#tables[name].finish(identity, inputs);
    return {
      ...{ kinds: this.#tally.counts(), notes: [...this.#notes], rows },
      ...(this.#first <= this.#last ? { first: this.#first, last: this.#last } : {}),
    };
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
    for (const name of exportTables) this.#tables[name][Symbol.dispose]();
  }

  #sink(): Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'> {
    const { users, groups: conversations, members, messages } = this.#tables;
    const tables: Readonly<Record<RejectedKind, ExportTable>> = {
      ...{ users, conversations, members, messages, reactions: messages, attachments: messages },
    };
    return {
      unreadable: (kind, row, at) => {
        this.#tally.count(kind, { dropped: 'unreadable' });
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
      member: (member, at) => {
        if (this.#hasIds('members', member, [member.conversation, member.user], at))
          this.#conversations.member(member, at);
      },
    };
  }

  /** Without its ids, a record would be taken for another one without them: it is rejected. */
  #hasIds(
    kind: 'users' | 'conversations' | 'members' | 'messages',
    record: object,
    ids: readonly string[],
    at: Place,
  ): boolean {
    if (!ids.includes('')) return true;
    this.#sink().unreadable(kind, { problem: NAMELESS, raw: jsonText(record) }, at);
    return false;
  }

  #messageSink(): MessageSink {
    return {
      ...this.#sink(),
      message: (message, at) => {
        if (this.#hasIds('messages', message, [message.id], at)) this.#add(message, at);
      },
      reaction: (reaction, at) => {
        const { message, conversation = '' } = reaction;
        const key = this.#maker.keyOf({ id: message, conversation });
        this.#sorter.addReaction(key, reaction, this.#tables.reactions.numbered(at));
      },
      file: ({ message, conversation = '', file }, at) => {
        const key = this.#maker.keyOf({ id: message, conversation });
        this.#awaited.add([key]);
        this.#sorter.addFile(key, file, this.#tables.messages.numbered(at));
      },
    };
  }

  #add(message: SourceMessage, at: Place): void {
    const { time, parent, conversation } = message;
    // Whatever another export still has of it: what was deleted is never published.
    const version = message.deleted ? Number.POSITIVE_INFINITY : (message.version ?? 0);
    if (parent !== undefined) this.#threads?.ask(this.#maker.keyOf({ id: parent, conversation }));
    if (time > 0 && time < this.#first) this.#first = time;
    if (time > 0 && time > this.#last) this.#last = time;
    const key = this.#maker.keyOf(message);
    const place = this.#tables.messages.numbered(at);
    const sent = Number.isNaN(time) ? 0 : time;
    if (this.#awaited.size > 0 && this.#awaited.has([key]))
      this.#sorter.addWhole(key, message, { place, version, time: sent });
    else {
      const { lines, shape } = this.#made(message);
      this.#sorter.add(key, lines, { place, version, time: sent, shape });
    }
  }

  #made(message: SourceMessage): MadeMessage {
    const made = this.#maker.make(message);
    const { problem, shape } = made;
    const lines = problem
      ? `${tableMark('messages')}${faultLine({ problem, raw: jsonText(message) })}`
      : linesOf(made, message, this.#conversion, this.#people);
    return { lines, shape: this.#shapes.numberOf(shape) };
  }
}

const NAMELESS: Problem = { code: 'ROW.FIELD_MISSING', field: 'id', message: 'the row has no id' };

type Tables = Readonly<Record<ExportTableName, ExportTable>>;

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

/** The rows of a message as lines, each after the mark of its table. */
function linesOf(
  { rows, unreached = [] }: MessageRows,
  message: SourceMessage,
  { policies, files }: Pick<Conversion, 'policies' | 'files'>,
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

/** A file on the list of those that no address leads to. */
function fileLine(muid: string, { file, why }: UnreachedFile, files: ExportFiles): string {
  const { path, url = file.privateUrl, name, type, size } = file;
  const given = path === undefined ? undefined : files.at(path);
  const source = given?.shown ?? given?.path;
  return `${tableMark('files')}${lineOf([path, url, name, type, size?.toString(), why, muid, source])}`;
}
