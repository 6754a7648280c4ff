import { type DocumentTaker, documentsAs } from '../../documents/collection.ts';
import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { missing } from '../../files/unreadable.ts';
import { instant, list, record, records, textValue, textValues } from '../../files/values.ts';
import type { RecordPlace, SourceConversation, SourceMember, SourceUser } from '../../neutral.ts';
import type { Uploads } from './uploads.ts';

/** The ids of people by the names with which rooms and reactions name them. */
export type UserNames = ReadonlyMap<string, string>;

/** Programs that write messages. */
const BOTS: ReadonlySet<string> = new Set(['bot', 'app']);
/** A guest of a live chat, and the tag that they get. */
const GUEST = 'unknown';
const GUEST_TAGS = ['guest'];

/** Reads people, rooms and members. */
export class PeoplePass {
  readonly names = new Map<string, string>();
  readonly #sink: PeopleSink;
  readonly #hasLists: boolean;
  readonly #uploads: Uploads;
  readonly #known = new Set<string>();
  /** By person: the rooms that their own document lists. */
  readonly #listed: {
    readonly user: string;
    readonly rooms: readonly string[];
    readonly place: RecordPlace;
  }[] = [];

  /** @param hasLists true if nothing but the documents of people says who is in a room */
  constructor(sink: PeopleSink, hasLists: boolean, uploads: Uploads) {
    this.#sink = sink;
    this.#hasLists = hasLists;
    this.#uploads = uploads;
  }

  /** Takes users, and guests of live chats. */
  users(isGuest: boolean): DocumentTaker {
    return documentsAs('users', this.#sink, (row, place) => {
      const id = idIn(row['_id']);
      if (id === undefined) return this.#sink.unreadable('users', missing('_id', row), place);
      const username = textValue(row['username']);
      if (username !== undefined) this.names.set(username, id);
      this.#known.add(id);
      const rooms = this.#hasLists ? textValues(row['__rooms']) : [];
      if (rooms.length > 0) this.#listed.push({ user: id, rooms, place });
      const picture =
        username === undefined ? {} : this.#uploads.pictureAt(username.toWellFormed(), row['avatarETag']);
      this.#sink.user({ ...userOf(id, row, isGuest), picture }, place);
    });
  }

  rooms(): DocumentTaker {
    return documentsAs('conversations', this.#sink, (row, place) => {
      const id = idIn(row['_id']);
      if (id === undefined) return this.#sink.unreadable('conversations', missing('_id', row), place);
      const guest = row['t'] === 'l' ? this.#guestOf(record(row['v']), place) : undefined;
      const picture = this.#uploads.pictureAt(`room/${id.toWellFormed()}`, row['avatarETag']);
      this.#sink.conversation({ ...roomOf(id, row, this.names), picture }, place);
      const agent = idIn(record(row['servedBy'])?.['_id']);
      for (const user of [guest, agent])
        if (user !== undefined) this.#sink.member({ conversation: id, user }, place);
    });
  }

  /** The guest of a live chat, who becomes a user where no collection of guests has them. */
  #guestOf(guest: ExportObject | undefined, place: RecordPlace): string | undefined {
    const id = idIn(guest?.['_id']);
    if (guest && id !== undefined && !this.#known.has(id)) {
      this.#known.add(id);
      this.#sink.user(userOf(id, guest, true), place);
    }
    return id;
  }

  members(): DocumentTaker {
    return documentsAs('members', this.#sink, (row, place) => {
      const [conversation, user] = [idIn(row['rid']), idIn(record(row['u'])?.['_id'])];
      if (conversation === undefined || user === undefined)
        return this.#sink.unreadable('members', missing(conversation ? 'u._id' : 'rid', row), place);
      const [scope, joinedAt] = [scopeOf(row['roles']), instant(row['ts'])];
      this.#sink.member({ conversation, user, scope, joinedAt }, place);
    });
  }

  /** The members that the documents of people tell of, where nothing else does. */
  membersOfUsers(): void {
    for (const { user, rooms, place } of this.#listed)
      for (const conversation of rooms) this.#sink.member({ conversation, user }, place);
  }
}

/** An id is a text or a number: an object is none. */
export const idIn = (value: unknown): string | undefined => textValue(value);

function userOf(id: string, row: ExportObject, isGuest: boolean): SourceUser {
  const [type, username, name] = [textValue(row['type']), textValue(row['username']), textValue(row['name'])];
  const emails = records(row['emails'] ?? row['visitorEmails']).map(({ address }) => textValue(address));
  return {
    id,
    name: name ?? username,
    otherNames: username === undefined || username === name ? [] : [username],
    email: emails.find((email) => email !== undefined),
    statusMessage: textValue(row['statusText']),
    isBot: type !== undefined && BOTS.has(type),
    ...(row['active'] === false && type !== GUEST && !isGuest ? { deactivated: {} } : {}),
    ...(isGuest || type === GUEST ? { tags: GUEST_TAGS } : {}),
    createdAt: instant(row['createdAt'] ?? row['ts']),
    lastActiveAt: instant(row['lastLogin'] ?? row['lastChat']),
    metadata: username === undefined ? undefined : { username },
  };
}

const TYPES = { c: 'public', d: 'direct' } as const;

/** A room; what is neither a channel of all nor direct is a private group. */
function roomOf(id: string, row: ExportObject, names: UserNames): SourceConversation {
  const kind = textValue(row['t']) ?? '';
  // Whether everybody may read the channels of a team, the team says: it is another record.
  const isOfTeam = row['teamId'] !== undefined && row['teamMain'] !== true;
  const type = kind === 'd' || (kind === 'c' && !isOfTeam) ? TYPES[kind] : 'private';
  const [topic, announcement] = [textValue(row['topic']), textValue(row['announcement'])];
  const description = textValue(row['description']) ?? topic ?? announcement;
  return {
    id,
    type,
    ...(type === 'direct' ? { members: peopleOf(row, names) } : {}),
    name: type === 'direct' ? undefined : (textValue(row['fname']) ?? textValue(row['name'])),
    description,
    owner: idIn(record(row['u'])?.['_id']),
    createdAt: instant(row['ts']),
    isArchived: row['archived'] === true,
    metadata: {
      ...(kind === 'c' || kind === 'd' || kind === 'p' ? {} : { kind }),
      ...textOf('discussionOf', row['prid']),
      ...textOf('team', row['teamId']),
      ...(row['ro'] === true ? { readOnly: true } : {}),
      ...(row['encrypted'] === true ? { encrypted: true } : {}),
      ...(topic === description ? {} : textOf('topic', topic)),
      ...(announcement === description ? {} : textOf('announcement', announcement)),
    },
  };
}

const textOf = (name: string, value: unknown): Readonly<Record<string, string>> => {
  const text = textValue(value);
  return text === undefined ? {} : { [name]: text };
};

/** The people of a direct room, by their ids, or in old databases by their names. */
function peopleOf(row: ExportObject, names: UserNames): readonly string[] {
  const ids = textValues(row['uids']);
  if (ids.length > 0) return [...new Set(ids)];
  return [...new Set(list(row['usernames']).flatMap((name) => names.get(String(name)) ?? []))];
}

function scopeOf(roles: unknown): SourceMember['scope'] {
  const given = textValues(roles);
  if (given.includes('owner')) return 'admin';
  return given.includes('moderator') ? 'moderator' : undefined;
}
