import { jsonMap, jsonMember, numberMember, parseJson, textMember, withComma } from '../wire/json-text.ts';
import { type ConversationIdForm, conversationId } from './conversation-store.ts';
import type { GroupStore } from './group-store.ts';
import { type MentionView, mentionsOf } from './mentions.ts';
import type { Message } from './message.ts';
import type { UserStore } from './user-store.ts';

/** Choice of what an answer shows besides the message itself. */
export type MessageView = {
  /**
   * True if the tags are shown.
   * @default true
   */
  readonly withTags?: boolean;
  /** The reactions as a JSON array. */
  readonly reactions?: string | undefined;
  /** Details about mentioned users, besides who they are. */
  readonly mention?: MentionView | undefined;
  /** When the viewer saved it. */
  readonly savedAt?: number | undefined;
  /** The JSON of the message that it quotes. */
  readonly quoted?: string | undefined;
  /** Further members, such as the last reply of a thread. Empty ones are left out. */
  readonly extra?: readonly string[];
};

/** The sources of the users and groups in a message, and the form of conversation ids. */
export type Entities = {
  readonly users: UserStore;
  readonly groups: GroupStore;
  readonly form: ConversationIdForm;
  /** True if ids of messages are numbers. */
  readonly numberIds: boolean;
  /** The most mentions of a message that count. */
  readonly mentionsMax: number | undefined;
};

/** The uid or guid that receives a message. */
export function receiverOf(message: Pick<Message, 'kind' | 'peerA' | 'peerB' | 'sender'>): string {
  return message.kind === 'user' && message.sender === message.peerA ? message.peerB : message.peerA;
}

/** The JSON of a message in an answer. */
export function messageJson(from: Entities, message: Message, view: MessageView = {}): string {
  const receiver = receiverOf(message);
  // One text is faster than a joined list. This is the busiest place of the sandbox.
  return (
    `{"id":${from.numberIds ? message.id : `"${message.id}"`}` +
    (message.muid === null ? '' : `,"muid":${JSON.stringify(message.muid)}`) +
    // Ids contain only letters, digits, - and _, so they need no escaping.
    `,"conversationId":"${conversationId(message, from.form)}","sender":"${message.sender}"` +
    `,"receiverType":"${message.kind}","receiver":"${receiver}","category":"${message.category}"` +
    `,"type":${JSON.stringify(message.type)},"data":${dataJson(from, message, receiver, view)}` +
    `,"sentAt":${message.sentAt}` +
    withComma(numberMember('deliveredAt', message.deliveredAt)) +
    withComma(numberMember('readAt', message.readAt)) +
    `,"updatedAt":${message.updatedAt}` +
    withComma(view.withTags === false ? '' : jsonMember('tags', message.tags)) +
    (message.parentId === null ? '' : `,"parentId":"${message.parentId}"`) +
    (message.replyCount === 0 ? '' : `,"replyCount":${message.replyCount}`) +
    withComma(numberMember('editedAt', message.editedAt)) +
    withComma(textMember('editedBy', message.editedBy)) +
    withComma(numberMember('deletedAt', message.deletedAt)) +
    withComma(textMember('deletedBy', message.deletedBy)) +
    withComma(numberMember('pinnedAt', message.pinnedAt)) +
    withComma(textMember('pinnedBy', message.pinnedBy)) +
    withComma(numberMember('savedAt', view.savedAt)) +
    (message.quotedId === null ? '' : `,"quotedMessageId":"${message.quotedId}"`) +
    `${withComma(jsonMember('quotedMessage', view.quoted))}${view.extra?.map(withComma).join('') ?? ''}}`
  );
}

/** The categories of messages that users send. All others are written by the service. */
export const SENT_CATEGORIES = ['message', 'custom', 'interactive'] as const;

/** The stored data with the members that the service adds. Action messages have their own entities. */
function dataJson(from: Entities, message: Message, receiver: string, view: MessageView): string {
  const { category, data } = message;
  if (!SENT_CATEGORIES.some((sent) => sent === category)) return data;
  const { users, groups } = from;
  const receiverEntity = message.kind === 'group' ? groups.entityJson(receiver) : users.entityJson(receiver);
  const mentions = mentionsJson(from, message, view.mention);
  const added = `${mentions}${view.reactions ? `"reactions":${view.reactions},` : ''}`;
  const entities =
    `"entities":{"sender":{"entity":${users.entityJson(message.sender)},"entityType":"user"},` +
    `"receiver":{"entity":${receiverEntity.slice(0, -1)},"conversationId":"${conversationId(message, from.form)}"},` +
    `"entityType":"${message.kind}"}}}`;
  const own = added === '' ? data : withoutAdded(data);
  return own === '{}' ? `{${added}${entities}` : `${own.slice(0, -1)},${added}${entities}`;
}

/** The data without the members that the service writes itself, so that no member appears twice. */
function withoutAdded(data: string): string {
  if (!data.includes('"mentions":') && !data.includes('"reactions":')) return data;
  const { mentions: _, reactions: __, ...rest } = parseJson(data) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** The mentioned users by uid, followed by a comma. Unknown uids are left out. */
function mentionsJson(
  { users, mentionsMax }: Entities,
  message: Message,
  view: MentionView | undefined,
): string {
  const uids = mentionsOf(message, mentionsMax).filter((uid) => users.has(uid));
  if (uids.length === 0) return '';
  return `"mentions":${jsonMap(uids.map((uid) => [uid, view ? view(uid) : users.entityJson(uid)]))},`;
}
