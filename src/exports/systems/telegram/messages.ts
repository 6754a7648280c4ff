import type { PieceStyle, TextPiece } from '../../../input/rows/markup/pieces.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { list, number, ownValue, record, records, textValue } from '../../files/values.ts';
import type { SourceFile, SourceMessage, SourceReaction } from '../../neutral.ts';
import { type ChatOf, isByContent, pinKey } from './conversations.ts';
import { Identities, NOBODY } from './identities.ts';
import { filesOf, shownInstead } from './media.ts';
import { authorOf, type Peer, peerId, peerOf, userId } from './peers.ts';
import type { PeoplePass } from './people.ts';
import type { Times } from './times.ts';

/** Members that are read, or say nothing without the app. */
const OWN = new Set([
  'id',
  'type',
  'date',
  'date_unixtime',
  'edited',
  'edited_unixtime',
  'text',
  'text_entities',
  'from',
  'from_id',
  'actor',
  'actor_id',
  'action',
  'message_id',
  'reactions',
  'reply_to_message_id',
  'reply_to_peer_id',
  'photo',
  'photo_file_size',
  'file',
  'file_name',
  'file_size',
  'mime_type',
  'width',
  'height',
  'thumbnail',
  'thumbnail_file_size',
  'contact_vcard',
  'contact_vcard_file_size',
  'inline_bot_buttons',
  'media_spoiler',
]);

/** The names under which other members are kept. */
const KEPT: Readonly<Record<string, string>> = {
  author: 'signature',
  forwarded_from: 'forwardedFrom',
  forwarded_from_id: 'forwardedFromId',
  forwarded_date: 'forwardedAt',
  saved_from: 'savedFrom',
  via_bot: 'viaBot',
  media_type: 'media',
  duration_seconds: 'seconds',
  sticker_emoji: 'sticker',
  contact_information: 'contact',
  location_information: 'location',
  place_name: 'place',
  information_text: 'information',
};

/** Place of a message. */
export type MessagePlace = {
  readonly chat: string;
  readonly of: ChatOf;
  /** The folder of its file; empty or with `/` at its end. */
  readonly folder: string;
};

/** Turns rows into messages. */
export class MessageReader {
  readonly #pass: PeoplePass;
  readonly #times: Times;
  readonly #identities: Identities;
  #chat: string | undefined;
  /** Of messages with an id of their own that are answered: the id, by their number in this chat. */
  #ids = new Map<string, string>();
  /** The same of all exports of an account: one of a later time may have the answer alone. */
  readonly #idsOfAccounts = new Map<string, string>();

  constructor(pass: PeoplePass, times: Times) {
    this.#pass = pass;
    this.#times = times;
    this.#identities = new Identities(pass.batches);
  }

  messageOf(row: ExportObject, place: MessagePlace): SourceMessage {
    const { chat, of, folder } = place;
    const time = this.#times.of(row, 'date') ?? Number.NaN;
    const author = authorOf(row);
    const numbered = textValue(row['id']);
    const byContent = isByContent(of.type, numbered);
    const id = this.#idOf(row, place, { byContent, time, author });
    const files = filesOf(row, folder);
    const said = textOf(row, (user) => this.#pass.isUser(user));
    const edited = this.#times.of(row, 'edited');
    const pinned =
      numbered === undefined ? undefined : this.#pass.pins.get(pinKey({ ...of, key: chat }, numbered));
    const reactions = records(row['reactions']).map(reactionOf);
    const { id: conversation } = of.conversation;
    const { isCut = false, ...answering } = this.#answering(row, place);
    return {
      id,
      conversation,
      time,
      byContent,
      sender: of.self ?? author?.id,
      senderName: of.self === undefined ? author?.name : undefined,
      ...(said.text === undefined ? { text: shownInstead(row, files) } : said),
      ...(files.length > 0 ? { files } : {}),
      ...forwardOf(row),
      ...answering,
      ...(edited === undefined ? {} : { edited: Number.isNaN(edited) ? {} : { at: edited } }),
      version: (edited || 0) + wholeness(isCut, files),
      ...(pinned ? { pinned } : {}),
      ...(reactions.length > 0 ? { reactions } : {}),
      ...(row['type'] === 'service' ? serviceOf(row, author) : {}),
      metadata: metadataOf(row, of, author),
    };
  }

  #idOf(
    row: ExportObject,
    { chat, of }: MessagePlace,
    { byContent, time, author }: { byContent: boolean; time: number; author: Peer | undefined },
  ): string {
    if (chat !== this.#chat) {
      this.#chat = chat;
      this.#ids = new Map();
    }
    const own = textValue(row['id']);
    if (!byContent && own !== undefined) return own;
    const stamp = { seconds: time / 1000, author: author?.id ?? NOBODY };
    const { account, conversation } = of;
    const standing = { chat, conversation: conversation.id, account, number: own };
    const id = this.#identities.idOf(row, stamp, standing);
    if (own === undefined || !this.#pass.answered.has([of.numbers, own])) return id;
    this.#ids.set(own, id);
    if (account !== undefined && this.#idsOfAccounts.size < IDS_MAX)
      this.#idsOfAccounts.set(`${account}\n${of.numbers}\n${own}`, id);
    return id;
  }

  /** The message that one answers, and the topic that it is of. */
  #answering(
    row: ExportObject,
    { chat, of }: MessagePlace,
  ): Pick<SourceMessage, 'parent' | 'topic'> & { readonly isCut?: boolean } {
    const [id, answered] = [textValue(row['id']), textValue(row['reply_to_message_id'])];
    const isHere = row['reply_to_peer_id'] === undefined;
    const found =
      id === undefined
        ? undefined
        : this.#pass.topics.of(of.conversation.id, id, isHere ? answered : undefined);
    const topic = found ? { topic: found.topic } : {};
    if (answered === undefined || !isHere || found?.isDirect) return topic;
    if (!isByContent(of.type, answered)) return { ...topic, parent: answered };
    const parent =
      this.#ids.get(answered) ?? this.#idsOfAccounts.get(`${of.account}\n${of.numbers}\n${answered}`);
    // A message that is in no export has no other id than its number in this account.
    return { ...topic, parent: parent ?? `${of.account ?? chat}-${answered}`, isCut: parent === undefined };
  }
}

/** Messages whose ids are remembered for later exports. */
const IDS_MAX = 500_000;

/** Of two copies that were edited at the same time, that counts which has its files, and whose answered message is there. */
const wholeness = (isCut: boolean, files: readonly SourceFile[]): number =>
  (isCut ? 0 : 0.5) + (files.some(({ gone }) => gone !== undefined) ? 0 : 0.25);

function forwardOf(row: ExportObject): Pick<SourceMessage, 'forwarded'> {
  if (row['forwarded_from'] === undefined && row['forwarded_from_id'] === undefined) return {};
  return { forwarded: { from: textValue(row['forwarded_from']) } };
}

function serviceOf(row: ExportObject, author: Peer | undefined): Partial<SourceMessage> {
  const action = textValue(row['action']) ?? 'custom_action';
  if (action === 'phone_call' && author) return { text: callText(row), pieces: undefined };
  return { system: action, text: serviceText(row, action, author?.name), pieces: undefined };
}

function metadataOf(
  row: ExportObject,
  { self }: ChatOf,
  author: Peer | undefined,
): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(restOf(row, OWN))) kept[ownValue(KEPT, name) ?? name] = value;
  const elsewhere = peerId(row['reply_to_peer_id']);
  return {
    ...kept,
    ...(row['type'] === 'service' ? { action: row['action'] } : {}),
    ...(elsewhere === undefined
      ? {}
      : { repliesTo: { chat: elsewhere, message: row['reply_to_message_id'] } }),
    ...(self !== undefined && author && author.id !== self ? { from: author.name ?? author.id } : {}),
  };
}

/** The ones who gave a reaction are named as far as they were the last; the number is of all. */
function reactionOf(given: ExportObject): SourceReaction {
  const users = records(given['recent']).map((by) => peerOf(by['from_id'], by['from']).id);
  return { reaction: nameOf(given), users: [...new Set(users)], count: number(given['count']) };
}

function nameOf(given: ExportObject): string {
  const emoji = textValue(given['emoji']);
  if (emoji !== undefined) return emoji;
  const document = textValue(given['document_id']);
  if (document === undefined)
    return given['type'] === 'paid' ? '⭐' : (textValue(given['type']) ?? 'reaction');
  return /^\d+$/.test(document) ? `custom_emoji_${document}` : 'custom_emoji';
}

/** Text of a message of the system, by its action; others are the words of the action itself. */
const SAYS: Readonly<Record<string, (row: ExportObject) => string>> = {
  create_group: (row) => `created the group ${titleOf(row)}`,
  create_channel: (row) => `created ${titleOf(row)}`,
  edit_group_title: (row) => `changed the name to ${titleOf(row)}`,
  invite_members: (row) => `added ${membersOf(row)}`,
  remove_members: (row) => `removed ${membersOf(row)}`,
  join_group_by_link: () => 'joined by a link',
  join_group_by_request: () => 'was accepted',
  pin_message: () => 'pinned a message',
  topic_created: (row) => `created the topic ${titleOf(row)}`,
  group_call: () => 'started a call',
};

const titleOf = (row: ExportObject): string => textValue(row['title']) ?? 'without a name';
const membersOf = (row: ExportObject): string =>
  list(row['members'])
    .map((name) => textValue(name) ?? 'somebody')
    .join(', ');

/** The text of a message of the system. */
function serviceText(row: ExportObject, action: string, actor: string | undefined): string {
  const own = textValue(row['information_text']) ?? textValue(row['text']);
  if (own !== undefined) return own;
  const said = ownValue(SAYS, action)?.(row);
  return `${actor ?? 'Somebody'} ${said ?? `(${action.replaceAll('_', ' ')})`}`;
}

/** A call is what the caller did, so it is a message of theirs. */
function callText(row: ExportObject): string {
  const seconds = number(row['duration_seconds']);
  if (seconds !== undefined) return `Call, ${seconds} s`;
  const reason = textValue(row['discard_reason']);
  return reason === 'missed' || reason === 'busy' ? `Call, ${reason}` : 'Call';
}

const STYLES: Readonly<Record<string, PieceStyle>> = {
  bold: 'bold',
  italic: 'italic',
  strikethrough: 'strike',
  code: 'code',
  pre: 'block',
  blockquote: 'quote',
  text_link: 'link',
  mention_name: 'mention',
  // What Telegram finds in a text by itself.
  link: 'auto',
  email: 'auto',
  phone: 'auto',
  mention: 'auto',
  hashtag: 'auto',
  cashtag: 'auto',
  bot_command: 'auto',
  bank_card: 'auto',
};

/** The text of a message: a text, or pieces with their styles. */
function textOf(
  row: ExportObject,
  isUser: (id: string) => boolean,
): Pick<SourceMessage, 'text' | 'pieces' | 'mentions'> {
  const entities = list(row['text_entities']);
  const parts = entities.length > 0 ? entities : row['text'];
  if (!Array.isArray(parts)) return { text: textValue(parts) };
  const pieces = parts.map((part) => pieceOf(part, isUser)).filter((piece) => piece.text !== '');
  const mentions = pieces.filter(({ style }) => style === 'mention').length;
  return {
    text: pieces.map((piece) => piece.text).join('') || undefined,
    ...(pieces.some(({ style }) => style !== undefined) ? { pieces } : {}),
    ...(mentions > 0 ? { mentions } : {}),
  };
}

/** A link with an address of its own is one of the kind whose text is another one. */
function pieceOf(part: unknown, isUser: (id: string) => boolean): TextPiece {
  const entity = record(part);
  if (!entity) return { text: textValue(part) ?? '' };
  const own = textValue(entity['text']) ?? '';
  const address = textValue(entity['href']);
  const type = textValue(entity['type']) ?? '';
  const style = address === undefined ? ownValue(STYLES, type) : 'link';
  const person = style === 'mention' ? userId(entity['user_id']) : undefined;
  if (style === 'mention' && (person === undefined || !isUser(person))) return { text: own };
  const of = address ?? person ?? textValue(entity['language']);
  return { text: own, ...(style === undefined ? {} : { style }), ...(of === undefined ? {} : { of }) };
}
