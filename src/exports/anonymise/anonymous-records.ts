import { hash } from 'node:crypto';
import { defined } from '../../input/json/defined.ts';
import type { MessageSink, PeopleSink } from '../export-reader.ts';
import type {
  RecordPlace,
  SourceConversation,
  SourceFile,
  SourceMember,
  SourceMessage,
  SourceUser,
  UnreadableRow,
} from '../neutral.ts';

const ID_CHARS = 32;
const NAME_CHARS = 6;

const digest = (kind: string, id: string): string => hash('sha256', `${kind}\n${id}`, 'hex');

/** An id that stands for one of the old system: the same one in every run, without any of its letters. */
const madeId = (kind: 'u' | 'c' | 'm', id: string): string =>
  // A record without an id stays one: it is rejected.
  id === '' ? '' : `${kind}-${digest(kind, id).slice(0, ID_CHARS)}`;

export const madeUser = (id: string): string => madeId('u', id);
const madeConversation = (id: string): string => madeId('c', id);
const madeMessage = (id: string): string => madeId('m', id);

/** A name that stands for one, such as `User 1a2b3c`. */
const madeName = (noun: 'User' | 'Group' | 'Topic', id: string): string =>
  `${noun} ${digest(noun === 'User' ? 'u' : noun === 'Group' ? 'c' : 'm', id).slice(0, NAME_CHARS)}`;

/** The name of a reaction, which an app may have called by a person. */
const madeReaction = (reaction: string): string =>
  `reaction-${digest('r', reaction).slice(0, NAME_CHARS * 2)}`;

/** An address that leads nowhere, for one of a file. */
const madeAddress = (address: string, name: string): string =>
  `https://example.invalid/${digest('f', address).slice(0, ID_CHARS)}/${name}`;

/**
 * Stands between a reader and what converts its records, so that no text, name, address, e-mail or file of an export gets any
 * further: only how many there are, of which length, from whom to whom and when. What is not named here is left out.
 */
export class AnonymousRecords {
  readonly #textOf: (message: SourceMessage) => string;
  /** Numbers in place of the names of files, which may be those of conversations and people. */
  readonly #files = new Map<string, string>();
  #said = 0;

  /** @param textOf converts the markup of a text, with made ids for mentions */
  constructor(textOf: (message: SourceMessage) => string) {
    this.#textOf = textOf;
  }

  /** Sentences in place of what the reader says of the export. */
  get notes(): readonly string[] {
    return this.#said === 0 ? [] : [`what else there is to say of the export is kept back: ${this.#said}`];
  }

  /** Counts something that would be said. */
  keepBack(count: number): void {
    this.#said += count;
  }

  people(sink: PeopleSink): PeopleSink {
    return {
      ...this.#common(sink),
      user: (user, place) => sink.user(anonymousUser(user), this.#place(place)),
      conversation: (conversation, place) =>
        sink.conversation(anonymousConversation(conversation), this.#place(place)),
      topic: ({ conversation, id, createdAt }, place) =>
        sink.topic(
          {
            conversation: madeConversation(conversation),
            id: madeMessage(id),
            name: madeName('Topic', id),
            createdAt,
          },
          this.#place(place),
        ),
      member: (member, place) => sink.member(anonymousMember(member), this.#place(place)),
    };
  }

  messages(sink: MessageSink): MessageSink {
    return {
      ...this.#common(sink),
      message: (message, place) => sink.message(this.#message(message), this.#place(place)),
      reaction: ({ conversation, message, user, reaction, at }, place) =>
        sink.reaction(
          {
            ...(conversation === undefined ? {} : { conversation: madeConversation(conversation) }),
            message: madeMessage(message),
            user: madeUser(user),
            reaction: madeReaction(reaction),
            at,
          },
          this.#place(place),
        ),
      file: ({ conversation, message, file }, place) =>
        sink.file(
          {
            ...(conversation === undefined ? {} : { conversation: madeConversation(conversation) }),
            message: madeMessage(message),
            file: anonymousFile(file),
          },
          this.#place(place),
        ),
    };
  }

  #common(sink: PeopleSink | MessageSink): Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'> {
    return {
      unreadable: (kind, row, place) => sink.unreadable(kind, withoutText(row), this.#place(place)),
      dropped: (kind, reason, count) => sink.dropped(kind, reason, count),
      note: () => this.keepBack(1),
    };
  }

  #place(place: RecordPlace): RecordPlace {
    const { file } = place;
    const known = this.#files.get(file) ?? `file ${this.#files.size + 1} of the export`;
    this.#files.set(file, known);
    return { ...place, file: known };
  }

  #message(message: SourceMessage): SourceMessage {
    const { id, conversation, sender, senderName, senderIsBot, time, text, files, system, parent } = message;
    const { hidden, leftOut, edited, deleted, pinned, reactions, excludedReactions, custom } = message;
    const { mentions, version, deliveredAt, readAt, topic, byContent, order } = message;
    return {
      id: madeMessage(id),
      conversation: madeConversation(conversation),
      time,
      hidden,
      leftOut,
      version,
      deliveredAt,
      readAt,
      ...defined({ mentions, order, byContent, senderIsBot, excludedReactions }),
      ...(topic === undefined ? {} : { topic: anonymousTopic(topic) }),
      ...(sender === undefined ? {} : { sender: madeUser(sender) }),
      ...(sender === undefined || senderName === undefined ? {} : { senderName: madeName('User', sender) }),
      ...(text === undefined ? {} : { text: maskedText(this.#textOf(message)) }),
      ...(files === undefined ? {} : { files: files.map(anonymousFile) }),
      // What kind it is may be any text of a database.
      ...(system === undefined ? {} : { system: 'system' }),
      ...(parent === undefined ? {} : { parent: madeMessage(parent) }),
      ...(edited === undefined ? {} : { edited: anonymousDeed(edited) }),
      ...(deleted === undefined ? {} : { deleted: anonymousDeed(deleted) }),
      ...(pinned === undefined ? {} : { pinned: anonymousDeed(pinned) }),
      ...(custom === undefined ? {} : { custom: { type: 'custom', data: {} } }),
      ...(reactions === undefined
        ? {}
        : {
            reactions: reactions.map(({ reaction, users, count }) => ({
              reaction: madeReaction(reaction),
              users: users.map(madeUser),
              count,
            })),
          }),
    };
  }
}

const anonymousTopic = ({ id, isFirst }: Topic): Topic => ({
  id: madeMessage(id),
  name: madeName('Topic', id),
  isFirst,
});
type Topic = NonNullable<SourceMessage['topic']>;

type Deed = { readonly at?: number | undefined; readonly by?: string | undefined };
const anonymousDeed = ({ at, by }: Deed): Deed => ({ at, ...(by === undefined ? {} : { by: madeUser(by) }) });

const anonymousUser = ({ id, isBot, deactivated, createdAt, lastActiveAt }: SourceUser): SourceUser => ({
  id: madeUser(id),
  name: madeName('User', id),
  deactivated,
  createdAt,
  lastActiveAt,
  ...(isBot === undefined ? {} : { isBot }),
});

function anonymousConversation(conversation: SourceConversation): SourceConversation {
  const { id, type, members, owner, createdAt } = conversation;
  const { hasChangingMembers, mayBeOneOfSeveral, isArchived, isDeleted } = conversation;
  return {
    id: madeConversation(id),
    type,
    createdAt,
    // One of its members alone is called by their names.
    ...(type === 'direct' ? {} : { name: madeName('Group', id) }),
    ...(members === undefined ? {} : { members: members.map(madeUser) }),
    ...(owner === undefined ? {} : { owner: madeUser(owner) }),
    ...defined({ hasChangingMembers, mayBeOneOfSeveral, isArchived, isDeleted }),
  };
}

function anonymousMember({ conversation, user, ...given }: SourceMember): SourceMember {
  const { scope, joinedAt, isBanned, gone } = given;
  const made = { conversation: madeConversation(conversation), user: madeUser(user) };
  return { ...made, ...defined({ scope, joinedAt, isBanned, gone }) };
}

/** Leaves out the text of a problem: what is wrong with a row may quote it. */
const withoutText = ({ problem: { code } }: UnreadableRow): UnreadableRow => ({
  problem: { code, message: 'the row cannot be read; its content is hidden' },
  raw: '',
});

/** A file of the same kind without its name, its address and its path. */
function anonymousFile({ type, size, url, privateUrl, gone }: SourceFile): SourceFile {
  const kind = KINDS.find(({ begins }) => type?.startsWith(begins)) ?? OTHER;
  return {
    name: kind.name,
    type: kind.type,
    size,
    gone,
    url: url === undefined ? undefined : madeAddress(url, kind.name),
    privateUrl: privateUrl === undefined ? undefined : madeAddress(privateUrl, kind.name),
  };
}

/** A whole media type may be anything that an app has written. */
const KINDS = [
  { begins: 'image/', type: 'image/png', name: 'image.png' },
  { begins: 'video/', type: 'video/mp4', name: 'video.mp4' },
  { begins: 'audio/', type: 'audio/mpeg', name: 'audio.mp3' },
] as const;
const OTHER = { type: 'application/octet-stream', name: 'file.bin' } as const;

/** A mention of a user with an id that is made already. */
const MENTION = /(<@uid:u-[0-9a-f]{32}>)/;

/** Everything but ASCII punctuation, blanks and line ends. */
const SHOWING = /[^\t\n\r -/:-@[-`{-~]/gu;

/**
 * A text without its content: of the same length, in characters and in bytes, with its blanks, line ends and ASCII punctuation, and
 * with mentions of made ids. Letters become `x` and `X`, digits `0`.
 */
export const maskedText = (text: string): string =>
  text
    .split(MENTION)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(SHOWING, masked)))
    .join('');

function masked(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x80) return ofAscii(code);
  // A half of a pair is no character.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  if (code < 0x800) return TWO_BYTES;
  return code < 0x10000 ? THREE_BYTES : FOUR_BYTES;
}

function ofAscii(code: number): string {
  if (code >= 0x30 && code <= 0x39) return '0';
  return code >= 0x41 && code <= 0x5a ? 'X' : 'x';
}

const TWO_BYTES = 'ж';
const THREE_BYTES = 'あ';
const FOUR_BYTES = '🙂';
