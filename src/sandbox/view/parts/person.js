import { el, isolated, visible } from './dom.js';

/** @import { Conversation, Message, User } from './types.js' */

const HUES = 12;

/**
 * The number of a colour; always the same for an id.
 * @param {string} id
 */
function hueOf(id) {
  let hash = 2166136261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  // The ids of two people often differ only in the last letter, which alone changes few bits.
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) % HUES;
}

/**
 * The CSS class with the colour of an id.
 * @param {string} id
 */
export const hueClass = (id) => `hue-${hueOf(id)}`;

/**
 * One or two letters of a name.
 * @param {string} name
 */
function initials(name) {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = picked.map((word) => [...(word ?? '')][0] ?? '').join('');
  return letters.toUpperCase() || '?';
}

/**
 * An avatar of initials. The picture of a user has a remote address and is never loaded.
 * @param {string} id
 * @param {string | undefined} name
 * @param {boolean} [square] for groups
 */
export function avatar(id, name, square = false) {
  const shown = name === undefined || name === '' ? id : name;
  return el(
    'span',
    { class: `avatar ${hueClass(id)}${square ? ' avatar-group' : ''}`, 'aria-hidden': 'true' },
    visible(initials(shown)),
  );
}

/**
 * The name of an entity, or its id without a name.
 * @param {Record<string, unknown> | undefined} entity
 * @param {string} fallback
 */
export function nameOf(entity, fallback) {
  for (const field of ['name', 'uid', 'guid']) {
    const value = entity && Object.hasOwn(entity, field) ? entity[field] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return fallback;
}

/** @param {Message} message */
export const senderName = (message) => nameOf(message.data?.entities?.['sender']?.entity, message.sender);

/** @param {Message} message */
export const receiverName = (message) =>
  nameOf(message.data?.entities?.['receiver']?.entity, message.receiver);

/**
 * The two people of a conversation between users, in the order of their uids. Undefined for groups.
 * @param {Message} message
 * @returns {[User, User] | undefined}
 */
export function peersOf(message) {
  if (message.receiverType !== 'user') return undefined;
  const sender = { uid: message.sender, name: senderName(message) };
  const receiver = { uid: message.receiver, name: receiverName(message) };
  return sender.uid < receiver.uid ? [sender, receiver] : [receiver, sender];
}

/**
 * The title of a conversation: the group, the other user, or both users.
 * @param {Conversation} conversation
 * @param {string} [as] the uid whose conversation it is
 * @returns {{ id: string, title: string, group: boolean }}
 */
export function titleOf(conversation, as) {
  const { conversationWith: other = {}, lastMessage, conversationId } = conversation;
  if (conversation.conversationType === 'group') {
    const id = other.guid ?? conversationId;
    return { id, title: nameOf(other, id), group: true };
  }
  const peers = lastMessage && peersOf(lastMessage);
  const id = other.uid ?? conversationId;
  if (as !== undefined || !peers) return { id, title: nameOf(other, id), group: false };
  return { id, title: peers.map((peer) => peer.name).join(' · '), group: false };
}

/**
 * Tags as small labels. Null without tags.
 * @param {unknown} tags
 */
export function tagList(tags) {
  if (!Array.isArray(tags) || tags.length === 0) return null;
  const shown = tags.slice(0, 30).map((tag) => el('li', { class: 'tag' }, isolated(String(tag))));
  return el('ul', { class: 'tags', 'aria-label': 'Tags' }, ...shown);
}
