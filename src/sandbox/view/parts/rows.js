import { isoTime, showNumber, showShortDay } from './clock.js';
import { el, isolated } from './dom.js';
import { summaryOf } from './message-text.js';
import { avatar, nameOf, senderName, titleOf } from './person.js';

/** @import { Conversation, Group, Message, User } from './types.js' */

/** The height of every row in these lists, in pixels. The style sheet has the same value. */
export const ROW_HEIGHT = 64;

/**
 * @param {HTMLElement} picture
 * @param {string} title
 * @param {Node | null} aside
 * @param {Node} below
 */
const row = (picture, title, aside, below) => [
  picture,
  el(
    'span',
    { class: 'row-text' },
    el('span', { class: 'row-head' }, isolated(title, 'row-title'), aside),
    el('span', { class: 'row-below' }, below),
  ),
];

/** @param {number | undefined} seconds */
const when = (seconds) =>
  seconds === undefined
    ? null
    : el('time', { class: 'row-aside', datetime: isoTime(seconds) }, showShortDay(seconds));

/**
 * The sender of a message. Empty for an action message, whose sentence names its actor.
 * @param {Message} message
 */
const speaker = (message) => (message.category === 'action' ? [] : [isolated(senderName(message)), ': ']);

/**
 * @param {Conversation} conversation
 * @param {string} [as] whose conversation it is
 */
export function conversationRow(conversation, as) {
  const { id, title, group } = titleOf(conversation, as);
  const last = conversation.lastMessage;
  const preview = last
    ? el('span', {}, ...speaker(last), isolated(summaryOf(last)))
    : el('span', {}, 'no messages');
  return row(avatar(id, title, group), title, when(last?.sentAt), preview);
}

/** @param {User} user */
export function userRow(user) {
  const mark =
    user.scope !== undefined && user.scope !== 'participant'
      ? el('span', { class: `badge scope-${user.scope}` }, user.scope)
      : user.deactivatedAt === undefined
        ? null
        : el('span', { class: 'badge badge-off' }, 'deactivated');
  const joined = user.joinedAt === undefined ? '' : ` · since ${showShortDay(user.joinedAt)}`;
  const name = nameOf(user, user.uid);
  return row(avatar(user.uid, name), name, mark, el('span', {}, isolated(user.uid, 'id'), joined));
}

/** @param {Group} group */
export function groupRow(group) {
  const name = nameOf(group, group.guid);
  const members = el('span', { class: 'row-aside' }, showNumber(group.membersCount ?? 0), ' members');
  const kind = group.type === undefined ? null : el('span', { class: 'badge' }, group.type);
  const below = el('span', { class: 'row-split' }, isolated(group.guid, 'id'), kind);
  return row(avatar(group.guid, name, true), name, members, below);
}

/** @param {Message} message */
export function messageRow(message) {
  const name = senderName(message);
  return row(avatar(message.sender, name), name, when(message.sentAt), isolated(summaryOf(message)));
}
