import { metadataOf, moment } from '../parts/card.js';
import { countOf } from '../parts/clock.js';
import { el, fill, isolated } from '../parts/dom.js';
import { nameOf, tagList } from '../parts/person.js';
import { part } from '../parts/reader.js';
import { userAddress } from '../parts/route.js';
import { factList, onDemand } from '../parts/structure.js';
import { messageSlot } from './message.js';

/** @import { Actions } from './message.js' */
/** @import { App, Message, Read } from '../parts/types.js' */

const PAGE = 100;
/** The most names in a tooltip. The panel shows all. */
const NAMES = 12;

/**
 * Shows all facts of a message.
 * @param {App} app
 * @param {Message} message
 */
export function showDetails({ panel }, message) {
  const facts = factList([
    ['id', message.id],
    ['muid', message.muid],
    ['sender', el('a', { href: userAddress(message.sender) }, isolated(message.sender))],
    ['receiver', message.receiver],
    ['conversation', message.conversationId],
    ['kind', `${message.category} / ${message.type}`],
    ['sent', moment(message.sentAt)],
    ['delivered', moment(message.deliveredAt)],
    ['read', moment(message.readAt)],
    ['edited', moment(message.editedAt)],
    ['edited by', message.editedBy],
    ['deleted', moment(message.deletedAt)],
    ['deleted by', message.deletedBy],
    ['reply to', message.parentId],
    ['tags', tagList(message.tags)],
  ]);
  const raw = () => el('pre', { class: 'raw', tabindex: 0 }, JSON.stringify(message, null, 2));
  panel.show(
    'Message',
    facts,
    ...metadataOf(message.data?.metadata, true),
    onDemand('JSON as answered', raw),
  );
}

/**
 * Shows a message and its replies.
 * @param {App} app
 * @param {Message} parent
 * @param {{ own: string | undefined, actions: Actions }} look
 */
export async function showThread({ panel, read }, parent, look) {
  const replies = el('div', { class: 'thread' });
  const count = el('p', { class: 'muted', role: 'status' }, 'Loading …');
  const more = el(
    'button',
    { type: 'button', class: 'button', hidden: true, onclick: () => next() },
    'More replies',
  );
  panel.show(
    'Thread',
    el('div', { class: 'thread' }, messageSlot(parent, undefined, look)),
    count,
    replies,
    more,
  );
  const load = replyLoader(read, parent.id);
  const next = async () => {
    try {
      const { items, total, isLast } = await load();
      replies.append(...items.map(({ reply, before }) => messageSlot(reply, before, look)));
      fill(count, countOf(total, 'reply', 'replies'));
      more.hidden = isLast;
    } catch (error) {
      fill(count, error instanceof Error ? error.message : String(error));
    }
  };
  await next();
}

/**
 * Loads the replies to a message, the next page with every call.
 * @param {Read} read
 * @param {string} id of the message
 */
function replyLoader(read, id) {
  let page = 0;
  let shown = 0;
  /** @type {Message | undefined} */
  let last;
  return async () => {
    page += 1;
    const query = { perPage: PAGE, limit: PAGE, page };
    const { data, meta } = await read(`/v3/messages/${part(id)}/thread`, query);
    const items = /** @type {Message[]} */ (data).map((reply) => {
      const before = last;
      last = reply;
      return { reply: { ...reply, parentId: undefined }, before };
    });
    shown += items.length;
    const total = meta?.pagination?.total ?? shown;
    return { items, total, isLast: items.length === 0 || shown >= total };
  };
}

/**
 * @param {App} app
 * @param {Message} message
 * @param {string} reaction
 * @returns {Promise<readonly { uid: string, name: string, reactedAt?: number }[]>}
 */
async function reactors({ read }, message, reaction) {
  const { data } = await read(`/v3/messages/${part(message.id)}/reactions/${part(reaction)}`, {
    limit: PAGE,
  });
  /** @type {{ uid: string, reaction: string, reactedAt?: number, reactedBy?: Record<string, unknown> }[]} */
  const list = data;
  return list
    .filter((one) => one.reaction === reaction)
    .map(({ uid, reactedBy, reactedAt }) => ({
      uid,
      name: nameOf(reactedBy, uid),
      ...(reactedAt !== undefined && { reactedAt }),
    }));
}

/**
 * Shows who gave a reaction, in a tooltip on its chip.
 * @param {App} app
 * @param {Message} message
 * @param {HTMLElement} chip
 * @param {string} reaction
 */
export async function showReactorNames(app, message, chip, reaction) {
  app.tooltip.show(chip, '…');
  try {
    const who = (await reactors(app, message, reaction)).map(({ name }) => name);
    const rest = who.length > NAMES ? ` and ${who.length - NAMES} more` : '';
    // A tooltip is one string, so each name is isolated with characters: first-strong isolate … pop.
    const names = who.slice(0, NAMES).map((name) => `\u2068${name}\u2069`);
    if (app.tooltip.belongsTo(chip)) app.tooltip.show(chip, `${reaction} ${names.join(', ')}${rest}`);
  } catch {
    app.tooltip.hide(chip);
  }
}

/**
 * Shows who gave a reaction, as a list.
 * @param {App} app
 * @param {Message} message
 * @param {string} reaction
 */
export async function showReactors(app, message, reaction) {
  const list = el('ul', { class: 'plain-list' });
  app.panel.show(`Reactions ${reaction}`, list);
  try {
    const who = await reactors(app, message, reaction);
    fill(
      list,
      ...who.map(({ uid, name, reactedAt }) =>
        el(
          'li',
          {},
          el('a', { href: userAddress(uid) }, isolated(name)),
          ' ',
          el('span', { class: 'muted' }, moment(reactedAt)),
        ),
      ),
    );
  } catch (error) {
    fill(list, el('li', {}, error instanceof Error ? error.message : String(error)));
  }
}
