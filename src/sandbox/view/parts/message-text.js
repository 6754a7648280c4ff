import { el, isolated, webAddress } from './dom.js';
import { markdown, plain } from './markdown.js';
import { nameOf } from './person.js';

/** @import { Attachment, Entity, Message } from './types.js' */

/**
 * The attachments of a message, whatever the shape of its data. Media messages may have only a `url`.
 * @param {Message} message
 * @returns {readonly Attachment[]}
 */
export function attachmentsOf(message) {
  const { attachments, url, name } = message.data ?? {};
  if (Array.isArray(attachments)) return attachments.filter((one) => typeof one === 'object' && one !== null);
  return typeof url === 'string' ? [{ url, name }] : [];
}

/** @param {Message} message */
export function textOf(message) {
  const { text } = message.data ?? {};
  return typeof text === 'string' ? text : '';
}

/**
 * One line that represents a message in lists.
 * @param {Message} message
 */
export function summaryOf(message) {
  if (message.category === 'action') return actionText(message);
  if (message.deletedAt !== undefined) return 'deleted message';
  const text = textOf(message).trim().slice(0, 200);
  if (text !== '') return plain(text, mentionIn(message));
  const attachment = attachmentsOf(message)[0];
  if (attachment) return String(attachment.name ?? message.type);
  return message.category === 'custom' ? `custom message: ${message.type}` : message.type;
}

/**
 * Mentions in a message become names.
 * @param {Message} message
 * @returns {(uid: string) => Node}
 */
const mentionIn = (message) => (uid) => {
  const { mentions } = message.data ?? {};
  const known = typeof mentions === 'object' && mentions !== null && Object.hasOwn(mentions, uid);
  return isolated(`@${nameOf(known ? /** @type {any} */ (mentions)[uid] : undefined, uid)}`, 'mention');
};

/**
 * The text of a message as nodes.
 * @param {Message} message
 */
export const textNodes = (message) => markdown(textOf(message), mentionIn(message));

/**
 * @param {Entity | undefined} side
 * @param {string} fallback
 */
const sideName = (side, fallback) => nameOf(side?.entity, fallback);

const VERBS = /** @type {Readonly<Record<string, string>>} */ ({
  added: 'added',
  kicked: 'removed',
  banned: 'banned',
  unbanned: 'lifted the ban of',
  scopeChanged: 'changed the scope of',
});

/**
 * An action message as a sentence.
 * @param {Message} message
 */
export function actionText(message) {
  const { action, entities = {}, text } = message.data ?? {};
  const by = sideName(entities['by'], message.sender);
  const on = sideName(entities['on'], '');
  const name = typeof action === 'string' ? action : '';
  if (message.type === 'message') return `${by} ${name === '' ? 'changed' : name} a message`;
  if (name === 'joined' || name === 'left') return `${by} ${name}`;
  if (Object.hasOwn(VERBS, name)) return `${by} ${VERBS[name]} ${on}`.trim();
  if (typeof text === 'string' && text !== '') return text;
  return [by, name, on].filter(Boolean).join(' ');
}

/**
 * The message that an action message is about.
 * @param {Message} message
 * @returns {string | undefined}
 */
export function subjectOf(message) {
  const id = message.data?.entities?.['on']?.entity?.['id'];
  return message.type === 'message' && id !== undefined ? String(id) : undefined;
}

/**
 * The size of a file for people.
 * @param {unknown} value a number, or digits
 */
function sizeText(value) {
  const bytes = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  const unit = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** unit;
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${['B', 'kB', 'MB', 'GB'][unit]}`;
}

/** @param {Attachment} attachment */
export function attachmentText(attachment) {
  // Without a link nobody can hover to see the address, so it is shown.
  const address = webAddress(attachment.url) === undefined ? attachment.url : undefined;
  const parts = [attachment.mimeType, sizeText(attachment.size), address];
  return el('span', { class: 'muted small' }, isolated(parts.filter(Boolean).map(String).join(' · ')));
}
