import { jsonText } from '../../../input/json/json-text.ts';
import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { isRestOfFile, missing } from '../../files/unreadable.ts';
import { record, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceMember, UnreadableRow } from '../../neutral.ts';
import type { Copies } from './copies.ts';
import { type Document, type Documents, documentsOf, fieldsOf, passDocuments } from './documents.ts';
import { idIn, idOf, isSet, restIn, takenBy, textOf, timeIn, valueAt, withDots } from './fields.ts';
import type { DatabaseFile } from './files.ts';
import { isPaired, pairIn } from './paths.ts';
import { type Rooms, senderOf } from './rooms.ts';
import type { Field, SectionName, Shape } from './shape.ts';

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

/** The files of a database, and what is found in them. */
export type Database = {
  readonly files: readonly DatabaseFile[];
  readonly shape: Shape;
  readonly rooms: Rooms;
  /** Set if each of two may have an own copy of what they wrote. */
  readonly copies: Copies | undefined;
};

/** Reads the users, conversations and members of a database. */
export class PeoplePass {
  readonly #database: Database;
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #scopes: ReadonlyMap<string, NonNullable<Shape['scopes']>[string]>;
  readonly #rooms = new KeySet();
  readonly #joined = new KeySet();
  readonly #taken: { readonly users: ReadonlySet<string>; readonly conversations: ReadonlySet<string> };

  constructor(database: Database, input: ExportInput, sink: PeopleSink) {
    const { shape } = database;
    this.#database = database;
    this.#scopes = new Map(Object.entries({ ...SCOPES, ...shape.scopes }));
    this.#input = input;
    this.#sink = sink;
    this.#taken = { users: takenBy(shape.users), conversations: takenBy(shape.conversations) };
  }

  async read(): Promise<void> {
    const { conversations, members, messages } = this.#database.shape;
    await this.#pass('users', (document, place) => this.#user(document, place));
    if (pairIn(messages?.path)?.between === '' || pairIn(conversations?.path)?.between === '')
      await this.#pass('messages', (document) => this.#known(document));
    await this.#pass('conversations', (document, place) => this.#room(document, place));
    await this.#pass('members', (document, place) => this.#memberAt(document, place));
    const isListed = conversations?.path !== undefined;
    const hasMembers = conversations?.members !== undefined || members?.path !== undefined;
    const isOfTwo = isPaired(messages?.path) || messages?.receiver !== undefined;
    if (isListed && !isOfTwo && (hasMembers || conversations?.pair !== undefined)) return;
    if (isListed && !isOfTwo)
      this.#sink.note(
        'the members of conversations are not declared, so everyone who wrote in one is a member',
      );
    else if (!isOfTwo)
      this.#sink.note(
        'the conversations are not declared, so they are made from the messages, and everyone who wrote in one is a member',
      );
    await this.#pass('messages', (document, place) =>
      this.#author(document, place, { isListed, hasMembers }),
    );
    for (const note of this.#database.copies?.notes ?? []) this.#sink.note(note);
  }

  /** An author is a user whether a list has them or not. */
  #known(document: Document): void {
    const sender = senderOf(document, this.#database.shape);
    if (sender !== undefined) this.#database.rooms.users.add([sender]);
  }

  async #pass(kind: SectionName, take: Documents['take']): Promise<void> {
    if (this.#database.shape[kind]?.path === undefined) return;
    // Messages that cannot be read are named when they are read as messages, and so is the rest of a damaged file.
    const unreadable: Documents['unreadable'] = (bad, place) => {
      if (kind !== 'messages' && !isRestOfFile(bad)) this.#sink.unreadable(kind, bad, place);
    };
    let isEmpty = true;
    const taken: Documents['take'] = (document, place) => {
      isEmpty = false;
      take(document, place);
    };
    const documents = { ...documentsOf(kind, this.#database.shape), take: taken, unreadable };
    for (const file of this.#database.files) await passDocuments(file, documents, this.#input);
    // A preset names more places than a database needs to have.
    if (isEmpty && kind !== 'messages' && declaredPath(this.#input, kind) !== undefined)
      this.#sink.note(`nothing stands at ${kind}.path: ${this.#database.shape[kind]?.path}`);
  }

  #user(document: Document, place: RecordPlace): void {
    const { users } = this.#database.shape;
    const row = fieldsOf(document);
    const id = (users?.id === undefined ? document.ids.user : this.#dotted(idIn(row, users.id))) ?? '';
    this.#database.rooms.users.add([id]);
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
        metadata: restIn(row, this.#taken.users),
      },
      place,
    );
  }

  #room(document: Document, place: RecordPlace): void {
    const { conversations } = this.#database.shape;
    const row = fieldsOf(document);
    const room = this.#database.rooms.ofConversation(document);
    if (!room) {
      this.#sink.unreadable('conversations', unclear(document), place);
      return;
    }
    const { id } = room;
    const ids = this.#membersOf(row);
    const pair = room.pair ?? (ids.length === 0 ? this.#pairOf(id) : undefined);
    const gone = this.#goneFrom(row);
    const name = textOf(row, conversations?.name);
    const kind = kindOf(row, conversations?.type);
    const people = ids.length + gone.length;
    this.#rooms.add([id]);
    this.#sink.conversation(
      {
        id,
        name,
        type: pair ? 'direct' : this.#typeOf(kind, people, name),
        // Nothing says that these two have only one.
        hasChangingMembers: pair === undefined && kind === undefined && people === 2,
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
    for (const user of new Set(room.pair ?? (ids.length > 0 ? ids : (pair ?? []))))
      this.#member(
        { conversation: id, user: withDots(user, this.#database.shape.commas) },
        textValue(roles[user]),
        place,
      );
    for (const user of gone)
      this.#sink.member(
        { conversation: id, user: withDots(user, this.#database.shape.commas), gone: 'none' },
        place,
      );
  }

  #typeOf(
    type: string | undefined,
    people: number,
    name: string | undefined,
  ): 'public' | 'private' | 'direct' {
    const { public: open = [], direct = [] } = this.#database.shape.conversations ?? {};
    if (type !== undefined && open.includes(type)) return 'public';
    if (type !== undefined && direct.includes(type)) return 'direct';
    return type === undefined && name === undefined && people > 0 && people <= 2 ? 'direct' : 'private';
  }

  /** The two users whose ids are the name of a conversation; undefined if that cannot be told. */
  #pairOf(id: string): readonly [string, string] | undefined {
    const { pair } = this.#database.shape.conversations ?? {};
    return pair === undefined
      ? undefined
      : this.#database.rooms.pairIn(id, { before: '', between: pair, after: '' });
  }

  /** The members that fields have: lists of ids or references, or objects whose names they are; of joined fields all of them. */
  #membersOf(row: ExportObject): readonly string[] {
    const field = this.#database.shape.conversations?.members;
    if (field === undefined || Array.isArray(field)) return this.#membersIn(valueAt(row, field));
    return field.join.flatMap((name) => {
      const value = valueAt(row, [name]);
      return idOf(value) ?? this.#membersIn(value);
    });
  }

  /** Those whom the object of members has as `false`: they were put out, and the others are not all of it. */
  #goneFrom(row: ExportObject): readonly string[] {
    const field = this.#database.shape.conversations?.members;
    const value = field === undefined || Array.isArray(field) ? record(valueAt(row, field)) : undefined;
    const all = Object.entries(value ?? {});
    // Where none is true, the values say something else.
    return all.some(([, is]) => is === true) ? all.flatMap(([id, is]) => (is === false ? id : [])) : [];
  }

  #membersIn(value: unknown): readonly string[] {
    // The Realtime Database writes an object with the names 0, 1, … as an array.
    if (Array.isArray(value))
      return value.flatMap((each, at) => (each === true ? String(at) : (idOf(each) ?? [])));
    const { users } = this.#database.rooms;
    return Object.entries(record(value) ?? {}).flatMap(([id, is]) => {
      if (is === false || is === null) return [];
      // In a list that the Realtime Database has numbered itself, the values are the ids.
      return typeof is === 'string' && !users.has([id]) && users.has([is]) ? is : id;
    });
  }

  #memberAt(document: Document, place: RecordPlace): void {
    const { members } = this.#database.shape;
    const { value, ids } = document;
    if (value === false) return;
    const row = fieldsOf(document);
    const conversation = this.#database.rooms.conversationIn(document) ?? idIn(row, members?.conversation);
    const user = ids.user ?? this.#dotted(idIn(row, members?.user));
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
    return id === undefined ? undefined : withDots(id, this.#database.shape.commas);
  }

  #member(member: SourceMember, role: string | undefined, place: RecordPlace): void {
    const scope = role === undefined ? undefined : this.#scopes.get(role);
    if (scope === 'none') this.#sink.member({ ...member, gone: 'none' }, place);
    else if (scope === 'banned') this.#sink.member({ ...member, isBanned: true }, place);
    else this.#sink.member({ ...member, scope }, place);
  }

  /** Takes the conversation of a message, unless the export lists it, and its author as a member if nobody says who is one. */
  #author(
    document: Document,
    place: RecordPlace,
    { isListed, hasMembers }: { readonly isListed: boolean; readonly hasMembers: boolean },
  ): void {
    const room = this.#database.rooms.ofMessage(document);
    const user = senderOf(document, this.#database.shape);
    if (!room) return;
    const pair = room.pair ?? this.#pairOf(room.id);
    this.#database.copies?.look(document, room);
    if ((room.pair || !isListed) && this.#rooms.add([room.id])) {
      const type = pair ? 'direct' : 'private';
      this.#sink.conversation({ id: room.id, type, members: pair && [...new Set(pair)] }, place);
    }
    if (pair || hasMembers || user === undefined || !this.#rooms.has([room.id])) return;
    if (this.#joined.add([room.id, user])) this.#sink.member({ conversation: room.id, user }, place);
  }
}

/** The type of a conversation; a mark is one, too. */
function kindOf(row: ExportObject, field: Field | undefined): string | undefined {
  const mark = valueAt(row, field);
  return typeof mark === 'boolean' ? String(mark) : textOf(row, field);
}

/** The path of a section that the pipeline itself declares. */
export const declaredPath = ({ shape }: Pick<ExportInput, 'shape'>, kind: SectionName): string | undefined =>
  textValue(record(shape?.[kind])?.['path']);

/** A document without a conversation: its name does not tell of which two users it is, or it has no id. */
export function unclear(document: Document): UnreadableRow {
  const { pair } = document.ids;
  if (pair === undefined) return missing('conversation', fieldsOf(document));
  const message =
    'it cannot be told of which two users the conversation is: its name has to be the ids of two known ones, in one way';
  return {
    problem: { code: 'EXPORT.ROW_UNREADABLE', field: 'conversation', value: pair, message },
    raw: jsonText(fieldsOf(document)),
  };
}
