import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import { isRestOfFile, missing } from '../../files/unreadable.ts';
import { list, record, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceMember } from '../../neutral.ts';
import { type Document, type Documents, documentsOf, fieldsOf, passDocuments } from './documents.ts';
import { idIn, idOf, isSet, restIn, takenBy, textOf, timeIn, valueAt, withDots } from './fields.ts';
import type { DatabaseFile } from './files.ts';
import { roomOf, senderOf } from './messages.ts';
import type { SectionName, Shape } from './shape.ts';

/** The field with the e-mail of a user, unless the shape names another one. */
const EMAIL = ['email'];

const SCOPES: NonNullable<Shape['scopes']> = {
  owner: 'admin',
  admin: 'admin',
  moderator: 'moderator',
  agent: 'moderator',
  banned: 'banned',
  none: 'none',
};

/** Reads the users, conversations and members of a database. */
export class PeoplePass {
  readonly #files: readonly DatabaseFile[];
  readonly #shape: Shape;
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #scopes: ReadonlyMap<string, NonNullable<Shape['scopes']>[string]>;
  readonly #users = new KeySet();
  readonly #rooms = new KeySet();
  readonly #joined = new KeySet();
  readonly #taken: { readonly users: ReadonlySet<string>; readonly conversations: ReadonlySet<string> };

  constructor(files: readonly DatabaseFile[], shape: Shape, input: ExportInput, sink: PeopleSink) {
    this.#files = files;
    this.#shape = shape;
    this.#scopes = new Map(Object.entries({ ...SCOPES, ...shape.scopes }));
    this.#input = input;
    this.#sink = sink;
    this.#taken = { users: takenBy(shape.users), conversations: takenBy(shape.conversations) };
  }

  async read(): Promise<void> {
    const { conversations, members } = this.#shape;
    await this.#pass('users', (document, place) => this.#user(document, place));
    await this.#pass('conversations', (document, place) => this.#room(document, place));
    await this.#pass('members', (document, place) => this.#memberAt(document, place));
    const isListed = conversations?.path !== undefined;
    const hasMembers = conversations?.members !== undefined || members?.path !== undefined;
    if (isListed && (hasMembers || conversations?.pair !== undefined)) return;
    this.#sink.note(
      isListed
        ? 'the members of conversations are not declared, so everyone who wrote in one is a member'
        : 'the conversations are not declared, so they are made from the messages, and everyone who wrote in one is a member',
    );
    await this.#pass('messages', (document, place) => this.#author(document, place, isListed));
  }

  async #pass(kind: SectionName, take: Documents['take']): Promise<void> {
    if (this.#shape[kind]?.path === undefined) return;
    // Messages that cannot be read are named when they are read as messages, and so is the rest of a damaged file.
    const unreadable: Documents['unreadable'] = (bad, place) => {
      if (kind !== 'messages' && !isRestOfFile(bad)) this.#sink.unreadable(kind, bad, place);
    };
    const documents = { ...documentsOf(kind, this.#shape), take, unreadable };
    for (const file of this.#files) await passDocuments(file, documents, this.#input);
  }

  #user(document: Document, place: RecordPlace): void {
    const { users } = this.#shape;
    const id = document.ids.user ?? '';
    const row = fieldsOf(document);
    this.#users.add([id]);
    const metadata = restIn(row, this.#taken.users);
    this.#sink.user(
      {
        id,
        name: textOf(row, users?.name),
        email: textOf(row, users?.email ?? EMAIL),
        avatar: textOf(row, users?.avatar),
        statusMessage: textOf(row, users?.statusMessage),
        isBot: isSet(row, users?.bot),
        ...(isSet(row, users?.deactivated) ? { deactivated: { at: timeIn(row, users?.deactivated) } } : {}),
        createdAt: timeIn(row, users?.createdAt),
        lastActiveAt: timeIn(row, users?.lastActiveAt),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      },
      place,
    );
  }

  #room(document: Document, place: RecordPlace): void {
    const { conversations } = this.#shape;
    const id = document.ids.conversation ?? '';
    const row = fieldsOf(document);
    const ids = membersIn(valueAt(row, conversations?.members));
    const pair = ids.length === 0 ? this.#pairOf(id) : undefined;
    const name = textOf(row, conversations?.name);
    this.#rooms.add([id]);
    this.#sink.conversation(
      {
        id,
        name,
        type: pair ? 'direct' : this.#typeOf(textOf(row, conversations?.type), ids, name),
        icon: textOf(row, conversations?.icon),
        description: textOf(row, conversations?.description),
        owner: this.#dotted(idIn(row, conversations?.owner)),
        createdAt: timeIn(row, conversations?.createdAt),
        isArchived: isSet(row, conversations?.archived),
        ...(isSet(row, conversations?.deleted) ? { isDeleted: true } : {}),
        metadata: restIn(row, this.#taken.conversations),
      },
      place,
    );
    const roles = record(valueAt(row, conversations?.roles)) ?? {};
    for (const user of ids.length > 0 ? ids : (pair ?? []))
      this.#member(
        { conversation: id, user: withDots(user, this.#shape.commas) },
        textValue(roles[user]),
        place,
      );
  }

  #typeOf(
    type: string | undefined,
    ids: readonly string[],
    name: string | undefined,
  ): 'public' | 'private' | 'direct' {
    const { public: open = [], direct = [] } = this.#shape.conversations ?? {};
    if (type !== undefined && open.includes(type)) return 'public';
    if (type !== undefined && direct.includes(type)) return 'direct';
    return type === undefined && name === undefined && ids.length > 0 && ids.length <= 2
      ? 'direct'
      : 'private';
  }

  /** The two users whose ids are the name of a conversation; undefined if that cannot be told. */
  #pairOf(id: string): readonly [string, string] | undefined {
    const { pair } = this.#shape.conversations ?? {};
    if (pair === undefined) return undefined;
    const parts = id.split(pair);
    const splits = parts
      .slice(1)
      .map((_, at) => [parts.slice(0, at + 1).join(pair), parts.slice(at + 1).join(pair)] as const);
    const known = splits.filter((each) => each.every((user) => this.#users.has([user])));
    return known.length === 1 ? known[0] : splits.length === 1 ? splits[0] : undefined;
  }

  #memberAt(document: Document, place: RecordPlace): void {
    const { members } = this.#shape;
    const { value, ids } = document;
    if (value === false) return;
    const row = fieldsOf(document);
    const [conversation, user] = [ids.conversation, ids.user ?? this.#dotted(idIn(row, members?.user))];
    if (conversation === undefined || user === undefined)
      this.#sink.unreadable('members', missing(user === undefined ? 'user' : 'conversation', row), place);
    else
      this.#member(
        { conversation, user, joinedAt: timeIn(row, members?.joinedAt) },
        textOf(row, members?.scope) ?? textValue(value),
        place,
      );
  }

  #dotted(id: string | undefined): string | undefined {
    return id === undefined ? undefined : withDots(id, this.#shape.commas);
  }

  #member(member: SourceMember, role: string | undefined, place: RecordPlace): void {
    const scope = role === undefined ? undefined : this.#scopes.get(role);
    if (scope === 'none') this.#sink.member({ ...member, gone: 'none' }, place);
    else if (scope === 'banned') this.#sink.member({ ...member, isBanned: true }, place);
    else this.#sink.member({ ...member, scope }, place);
  }

  /** Takes the conversation of a message, unless the export lists them, and its author as a member. */
  #author(document: Document, place: RecordPlace, isListed: boolean): void {
    const conversation = roomOf(document, this.#shape);
    const user = senderOf(document, this.#shape);
    if (conversation === undefined) return;
    const pair = this.#pairOf(conversation);
    if (!isListed && this.#rooms.add([conversation])) {
      const type = pair ? 'direct' : 'private';
      this.#sink.conversation({ id: conversation, type, members: pair }, place);
    }
    if (pair || user === undefined || !this.#rooms.has([conversation])) return;
    if (this.#joined.add([conversation, user])) this.#sink.member({ conversation, user }, place);
  }
}

/** The members of a list of ids or references, or of an object whose names they are. */
function membersIn(value: unknown): readonly string[] {
  // The Realtime Database writes an object with the names 0, 1, … as an array.
  if (Array.isArray(value))
    return list(value).flatMap((each, at) => (each === true ? String(at) : (idOf(each) ?? [])));
  return Object.entries(record(value) ?? {}).flatMap(([id, is]) => (is === false || is === null ? [] : id));
}
