import { isoTime } from './clock.js';
import { el } from './dom.js';

/** @import { Message } from './types.js' */

/**
 * True if moderation lets a message through, and which rule it breaks.
 * @param {Message} message
 */
export function moderationMark({ data }) {
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
export function editedMark({ editedAt, editedBy }) {
  if (editedAt === undefined) return null;
  const title = `${isoTime(editedAt)}${editedBy === undefined ? '' : ` by ${editedBy}`}`;
  return el('span', { class: 'edited', title }, 'edited');
}

/**
 * True if a message was delivered or read.
 * @param {Message} message
 */
export function receiptMark({ readAt, deliveredAt }) {
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
