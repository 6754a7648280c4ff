import { TextNumbers } from '../../../keys/fingerprint-map.ts';
import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import type { ExportFile } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { records, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceMessage, SourceTopic } from '../../neutral.ts';
import { type Chat, type Outline, outlineOf, passMessages } from './chats.ts';
import {
  type ChatFacts,
  type ChatOf,
  chatOf,
  factsKey,
  isByContent,
  LEFT_OUT,
  numbersOf,
  pinKey,
  UNKNOWN,
} from './conversations.ts';
import { Batches, NOBODY } from './identities.ts';
import { filesOf } from './media.ts';
import { authorOf, DELETED, fullName, type Peer, peerOf, userId } from './peers.ts';
import type { Times } from './times.ts';

/** A file, and what it says beside its messages. */
type ReadFile = { readonly file: ExportFile; readonly outline: Outline };
type OpenedTopic = Omit<SourceTopic, 'conversation'> & { readonly place: RecordPlace };
type Pin = NonNullable<SourceMessage['pinned']>;
type Known = {
  name: string | undefined;
  readonly place: RecordPlace;
  readonly metadata?: Record<string, unknown>;
};

/** Reads who is in the chats of an export, which only its messages tell, and what else must be known before these are read. */
export class PeoplePass {
  readonly files: ReadFile[] = [];
  /** By chat; none for chats that are left out. */
  readonly chats = new Map<string, ChatOf>();
  readonly topics = new Topics();
  readonly batches = new Batches();
  /** Messages that are answered: what an account knows their chat by, and number. */
  readonly answered = new KeySet();
  /** By what numbers the messages of a chat, and the number. */
  readonly pins = new Map<string, Pin>();
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #times: Times;
  readonly #users = new Map<string, Known>();
  readonly #bots = new Set<string>();
  readonly #facts = new Map<string, ChatFacts>();
  readonly #opened = new Map<string, OpenedTopic[]>();

  constructor(input: ExportInput, sink: PeopleSink, times: Times) {
    this.#input = input;
    this.#sink = sink;
    this.#times = times;
  }

  isUser(id: string): boolean {
    return this.#users.has(id);
  }

  async read(files: readonly ExportFile[]): Promise<void> {
    for (const [number, file] of files.entries()) {
      this.#times.begin();
      const outline = await outlineOf(file, number, this.#input);
      this.files.push({ file, outline });
      const takers = {
        message: (row: ExportObject, key: string, place: RecordPlace) => {
          const chat = outline.chats.get(key) ?? { key, file, place, isLeft: false };
          outline.chats.set(key, chat);
          if (!LEFT_OUT.has(chat.type ?? '')) this.#message(row, chat, place);
        },
      };
      await passMessages(file, number, outline, takers, this.#input);
    }
    for (const { outline } of this.files) this.#owner(outline);
    const chats = this.files.flatMap(({ outline }) =>
      [...outline.chats.values()].map((chat) => this.#chat(chat, outline)),
    );
    for (const { outline } of this.files) this.#contacts(outline);
    this.batches.resolve((chat) => this.chats.get(chat)?.conversation.id);
    this.#writeUsers();
    this.#writeChats(chats.filter((chat) => chat !== undefined));
  }

  #message(row: ExportObject, chat: Chat, place: RecordPlace): void {
    const { key, type } = chat;
    const facts = this.#factsOf(chat);
    const author = authorOf(row);
    if (row['type'] === 'unsupported') return;
    const at = this.#times.of(row, 'date');
    if (author) this.#person(author, facts, place);
    if (isByContent(type, textValue(row['id'])))
      this.batches.note(key, { seconds: (at ?? Number.NaN) / 1000, author: author?.id ?? NOBODY });
    for (const { recent } of records(row['reactions']))
      for (const by of records(recent)) this.#person(peerOf(by['from_id'], by['from']), facts, place);
    const answered = textValue(row['reply_to_message_id']);
    if (answered !== undefined && isByContent(type, answered)) this.answered.add([numbersOf(chat), answered]);
    if (row['type'] === 'service') this.#service(row, chat, place);
  }

  #service(row: ExportObject, chat: Chat, place: RecordPlace): void {
    const [action, id, at, by] = [
      row['action'],
      textValue(row['id']),
      this.#times.of(row, 'date'),
      authorOf(row)?.id,
    ];
    const facts = this.#factsOf(chat);
    if (action === 'create_group' || action === 'create_channel') {
      facts.owner ??= by;
      facts.createdAt ??= at;
    } else if (action === 'edit_group_photo' || action === 'delete_group_photo') {
      const folder = place.file.slice(0, place.file.lastIndexOf('/') + 1);
      const [photo] = action === 'edit_group_photo' ? filesOf({ photo: row['photo'] }, folder) : [];
      facts.picture = photo?.path === undefined ? undefined : { path: photo.path };
    } else if (action === 'pin_message') {
      const pinned = textValue(row['message_id']);
      if (pinned !== undefined)
        this.pins.set(pinKey({ ...chat, numbers: numbersOf(chat) }, pinned), { at, by });
    } else if (action === 'topic_created' && id !== undefined) {
      const opened = this.#opened.get(chat.key) ?? [];
      this.#opened.set(chat.key, opened);
      opened.push({ id, name: textValue(row['title']) ?? id, createdAt: at, place });
    }
  }

  #factsOf(chat: Chat): ChatFacts {
    const key = factsKey(chat);
    const known = this.#facts.get(key) ?? { people: new Set<string>() };
    this.#facts.set(key, known);
    return known;
  }

  #person({ id, name }: Peer, { people }: ChatFacts, place: RecordPlace): void {
    people.add(id);
    this.#named(id, name, place);
  }

  #named(id: string, name: string | undefined, place: RecordPlace, metadata?: Record<string, unknown>): void {
    const known = this.#users.get(id);
    if (!known || metadata)
      this.#users.set(id, { name: name ?? known?.name, place, ...(metadata ? { metadata } : {}) });
    else if (name !== undefined) known.name = name;
  }

  #owner({ owner }: Outline): void {
    const id = userId(owner?.['user_id']);
    if (!owner || id === undefined) return;
    const place = { file: this.files[0]?.file.name ?? '', line: 1 };
    const metadata = { username: textValue(owner['username']) };
    this.#named(id, fullName(owner), this.#users.get(id)?.place ?? place, metadata);
  }

  /** The address book gives a name to who has none; who is in no chat stays private. */
  #contacts({ contacts }: Outline): void {
    for (const contact of contacts) {
      const id = userId(contact['user_id']);
      const known = id === undefined ? undefined : this.#users.get(id);
      if (known) known.name ??= fullName(contact);
      else this.#sink.dropped('users', 'contactOnly');
    }
  }

  #chat(chat: Chat, { owner }: Outline): readonly [Chat, ChatOf] | undefined {
    if (LEFT_OUT.has(chat.type ?? '')) {
      this.#sink.dropped('conversations', chat.type as string);
      return undefined;
    }
    const exporter = userId(owner?.['user_id']) ?? userId(this.#input.shape?.['exporter']);
    const found = chatOf(chat, this.#factsOf(chat), exporter);
    this.chats.set(chat.key, found);
    const { members, bot, self } = found;
    for (const member of members) {
      this.#named(member, undefined, chat.place);
      const known = this.#users.get(member);
      if (known && member === userId(chat.id) && self === undefined) known.name ??= chat.name;
    }
    if (bot !== undefined) this.#bots.add(bot);
    for (const opened of this.#opened.get(chat.key) ?? [])
      this.topics.add({ ...opened, conversation: found.conversation.id });
    return [chat, found];
  }

  #writeUsers(): void {
    for (const [id, { name, place, metadata }] of this.#users) {
      const isStandIn = id === UNKNOWN;
      const isGone = !isStandIn && (name === undefined || name === DELETED);
      this.#sink.user(
        {
          id,
          name: isStandIn ? 'Owner of the export' : (name ?? DELETED),
          isBot: this.#bots.has(id),
          ...(isGone ? { deactivated: {} } : {}),
          ...(isStandIn
            ? { tags: ['placeholder'] }
            : /^(?:channel|chat)\d/.test(id)
              ? { tags: ['channel'] }
              : {}),
          metadata,
        },
        place,
      );
    }
  }

  #writeChats(chats: readonly (readonly [Chat, ChatOf])[]): void {
    const sink = this.#sink;
    const names = new Map<string, string | undefined>();
    for (const [chat, { conversation, members }] of chats) {
      const { place } = chat;
      const { id, type, name = names.get(id) } = conversation;
      const { picture } = this.#factsOf(chat);
      names.set(id, name);
      sink.conversation({ ...conversation, name, picture, ...(type === 'direct' ? { members } : {}) }, place);
    }
    for (const [{ key }, { conversation }] of chats)
      for (const { place, ...topic } of this.#opened.get(key) ?? [])
        sink.topic({ ...topic, conversation: conversation.id }, place);
    const joined = new Set<ChatFacts>();
    for (const [chat, { conversation: of }] of chats) {
      const facts = this.#factsOf(chat);
      if (of.type === 'direct' || joined.has(facts)) continue;
      joined.add(facts);
      for (const user of facts.people)
        sink.member(
          { conversation: of.id, user, scope: user === of.owner ? 'admin' : undefined },
          chat.place,
        );
    }
    const unclear = chats.filter(([, { isUnclear }]) => isUnclear).length;
    if (unclear > 0)
      sink.note(
        `chats in which the person who made the export wrote nothing: ${unclear}; that person becomes the user ${UNKNOWN}; to name the person:  shape: { exporter: 123456 }`,
      );
  }
}

type Topic = NonNullable<SourceMessage['topic']>;

/**
 * Knows which topic a message is of. Telegram does not say it: a message of a topic answers the message that opened it, or
 * another one of it. Memory: 12 bytes for each message of a topic.
 */
class Topics {
  /** By conversation, and in it by the number of the message that opened it. */
  readonly #all = new Map<string, Map<string, { readonly topic: Topic; readonly index: number }>>();
  readonly #list: Topic[] = [];
  readonly #messages = new TextNumbers();

  add({ conversation, id, name }: SourceTopic): void {
    const topics = this.#all.get(conversation) ?? new Map();
    this.#all.set(conversation, topics);
    if (topics.has(id)) return;
    const topic = { id, name };
    topics.set(id, { topic, index: this.#list.push(topic) });
  }

  /**
   * The topic of a message, and whether the message that it answers only opened it.
   * @param answered the number of the message that it answers
   */
  of(
    conversation: string,
    id: string,
    answered: string | undefined,
  ): { readonly topic: Topic; readonly isDirect: boolean } | undefined {
    const topics = this.#all.get(conversation);
    if (!topics) return undefined;
    const opened = topics.get(id);
    if (opened) return { topic: { ...opened.topic, isFirst: true }, isDirect: true };
    if (answered === undefined) return undefined;
    const direct = topics.get(answered);
    const index = direct?.index ?? this.#messages.get(`${conversation}\n${answered}`);
    const topic = this.#list[index - 1];
    if (!topic) return undefined;
    this.#messages.set(`${conversation}\n${id}`, index);
    return { topic, isDirect: direct !== undefined };
  }
}
