import { countOf, isoTime, localDay, showDay, showFull, showTime } from '../parts/clock.js';
import { el, icon, isolated, webLink } from '../parts/dom.js';
import {
  actionText,
  attachmentsOf,
  attachmentText,
  subjectOf,
  textNodes,
  textOf,
} from '../parts/message-text.js';
import { avatar, hueClass, senderName, tagList } from '../parts/person.js';
import { userAddress } from '../parts/route.js';
import { structure } from '../parts/structure.js';

/** @import { Child, Prop } from '../parts/dom.js' */
/** @import { Attachment, Message, Reaction } from '../parts/types.js' */

/**
 * @typedef {object} Actions what the buttons of a message do
 * @property {(message: Message) => void} details
 * @property {(message: Message) => void} thread
 * @property {(message: Message, reaction: string) => void} reaction
 * @property {(id: string) => void} jump
 * @property {(message: Message, chip: HTMLElement, reaction: string) => void} who
 */

/** Messages of one sender closer than this are shown as one block, seconds. */
const BLOCK_SECONDS = 300;

/**
 * A message in a conversation, with the day above it if a new day begins.
 * @param {Message} message
 * @param {Message | undefined} before the message shown above it
 * @param {{ own: string | undefined, actions: Actions, days?: boolean }} look `own`: the uid whose messages stand right
 */
export function messageSlot(message, before, { own, actions, days = true }) {
  const newDay = days && (!before || localDay(before.sentAt) !== localDay(message.sentAt));
  const slot = el('div', { class: 'slot', 'data-id': message.id, 'data-sent-at': message.sentAt });
  if (newDay) slot.append(el('h3', { class: 'day' }, el('span', {}, showDay(message.sentAt))));
  slot.append(
    message.category === 'action' ? notice(message, actions) : bubble(message, before, newDay, own, actions),
  );
  return slot;
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function notice(message, actions) {
  const subject = subjectOf(message);
  const jump =
    subject === undefined ? null : messageButton({ onclick: () => actions.jump(subject) }, 'show it');
  return el(
    'article',
    { class: 'notice', tabindex: -1, 'aria-label': 'Notice' },
    isolated(actionText(message)),
    ' ',
    timeOf(message),
    ' ',
    jump,
    details(message, actions),
  );
}

/**
 * @param {Message} message
 * @param {Message | undefined} before
 * @param {boolean} newDay
 * @param {string | undefined} own
 * @param {Actions} actions
 */
function bubble(message, before, newDay, own, actions) {
  const mine = message.sender === own;
  const follows =
    before !== undefined &&
    !newDay &&
    before.category !== 'action' &&
    before.sender === message.sender &&
    message.sentAt - before.sentAt < BLOCK_SECONDS;
  const name = senderName(message);
  return el(
    'article',
    {
      class: `message${mine ? ' own' : ''}${follows ? ' follows' : ''}`,
      tabindex: -1,
      'aria-label': `${name}, ${showFull(message.sentAt)}`,
    },
    mine ? null : follows ? el('span', { class: 'avatar-gap' }) : avatar(message.sender, name),
    el(
      'div',
      { class: 'stack' },
      follows ? null : sender(message, name),
      el('div', { class: 'bubble' }, ...body(message, actions), foot(message)),
      below(message, actions),
    ),
    details(message, actions),
  );
}

/**
 * @param {Message} message
 * @param {string} name
 */
const sender = (message, name) =>
  el(
    'a',
    { class: `sender ${hueClass(message.sender)}`, href: userAddress(message.sender), tabindex: -1 },
    isolated(name),
  );

/**
 * @param {Message} message
 * @param {Actions} actions
 * @returns {Node[]}
 */
function body(message, actions) {
  /** @type {Node[]} */
  const parts = [];
  if (message.parentId !== undefined) parts.push(replyMark(String(message.parentId), actions));
  if (message.deletedAt !== undefined) {
    parts.push(
      el('p', { class: 'gone' }, 'Deleted', ...by(message.deletedBy), ` · ${showFull(message.deletedAt)}`),
    );
  }
  if (textOf(message) !== '') {
    const modifier = message.deletedAt === undefined ? '' : ' struck';
    parts.push(el('div', { class: `text${modifier}`, dir: 'auto' }, ...textNodes(message)));
  }
  if (message.category === 'custom') parts.push(custom(message));
  parts.push(...attachmentsOf(message).map(attachmentLine));
  if (parts.length === 0)
    parts.push(el('p', { class: 'muted' }, `no text · ${message.category}/${message.type}`));
  return parts;
}

/**
 * @param {string} parent the id of the message that this one replies to
 * @param {Actions} actions
 */
const replyMark = (parent, actions) =>
  el(
    'p',
    { class: 'reply-mark' },
    icon('thread'),
    messageButton({ onclick: () => actions.jump(parent) }, 'reply in a thread'),
  );

/** @param {Attachment} attachment */
function attachmentLine(attachment) {
  const name = String(attachment.name ?? attachment.url ?? 'attachment');
  return el(
    'p',
    { class: 'attachment' },
    icon('file'),
    el('span', { class: 'attachment-text' }, webLink(attachment.url, name), attachmentText(attachment)),
  );
}

/** @param {Message} message */
function custom(message) {
  const {
    customData,
    text: _text,
    entities: _e,
    metadata: _m,
    reactions: _r,
    attachments: _a,
    moderation: _mod,
    ...rest
  } = message.data ?? {};
  const shown = customData ?? rest;
  return el(
    'div',
    { class: 'custom' },
    el(
      'p',
      { class: 'custom-type' },
      isolated(message.type),
      ' ',
      el('span', { class: 'badge' }, message.category),
    ),
    structure(shown),
  );
}

/** @param {string | undefined} uid */
const by = (uid) => (uid === undefined ? [] : [' by ', isolated(uid)]);

/** @param {Message} message */
function timeOf(message) {
  const iso = isoTime(message.sentAt);
  return el('time', { datetime: iso, title: iso }, showTime(message.sentAt));
}

/** @param {Message} message */
const foot = (message) =>
  el(
    'p',
    { class: 'foot' },
    moderationMark(message),
    editedMark(message),
    timeOf(message),
    receiptMark(message),
  );

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function below(message, actions) {
  const parts = [tagList(message.tags), reactions(message, actions), replies(message, actions)].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : el('div', { class: 'below' }, ...parts);
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function reactions(message, actions) {
  const given = message.data?.reactions;
  if (!Array.isArray(given) || given.length === 0) return null;
  const chips = given.slice(0, 50).map((/** @type {Reaction} */ { reaction, count }) => {
    const who = () => actions.who(message, chip, reaction);
    const props = {
      class: 'chip',
      'aria-label': `${reaction}: ${countOf(Number(count), 'reaction')}`,
      onclick: () => actions.reaction(message, reaction),
      onmouseenter: who,
      onfocus: who,
    };
    const chip = messageButton(props, isolated(String(reaction)), ' ', el('b', {}, String(count)));
    return el('li', {}, chip);
  });
  return el('ul', { class: 'chips', 'aria-label': 'Reactions' }, ...chips);
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function replies(message, actions) {
  const count = Number(message.replyCount ?? 0);
  if (!(count > 0)) return null;
  const props = { class: 'replies', onclick: () => actions.thread(message) };
  return messageButton(props, icon('thread'), countOf(count, 'reply', 'replies'));
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function details(message, actions) {
  const props = { class: 'more', 'aria-label': 'Details of the message', title: 'Details' };
  return messageButton({ ...props, onclick: () => actions.details(message) }, icon('info'));
}

/**
 * A button that Tab reaches only while its message is the current one.
 * @param {Record<string, Prop>} props
 * @param {...Child} children
 */
const messageButton = (props, ...children) =>
  el('button', { type: 'button', class: 'link', tabindex: -1, ...props }, ...children);

/**
 * True if moderation lets a message through, and which rule it breaks.
 * @param {Message} message
 */
function moderationMark({ data }) {
  const { status, rule } = data?.moderation ?? {};
  if (typeof status !== 'string') return null;
  const blocked = status === 'disapproved';
  const why = rule?.name === undefined ? '' : ` by the rule ${rule.name}`;
  return el(
    'span',
    { class: `moderation${blocked ? ' blocked' : ''}`, title: `moderation: ${status}${why}` },
    blocked ? 'blocked' : status,
  );
}

/**
 * Says that a message was edited, when and by whom.
 * @param {Message} message
 */
function editedMark({ editedAt, editedBy }) {
  if (editedAt === undefined) return null;
  const title = `${isoTime(editedAt)}${editedBy === undefined ? '' : ` by ${editedBy}`}`;
  return el('span', { class: 'edited', title }, 'edited');
}

/**
 * True if a message was delivered or read.
 * @param {Message} message
 */
function receiptMark({ readAt, deliveredAt }) {
  const at = readAt ?? deliveredAt;
  if (at === undefined) return undefined;
  const [mark, label] = readAt === undefined ? ['✓', 'delivered'] : ['✓✓', 'read'];
  const modifier = readAt === undefined ? '' : ' read';
  return el(
    'span',
    { class: `ticks${modifier}`, role: 'img', 'aria-label': label, title: `${label} ${isoTime(at)}` },
    mark,
  );
}
