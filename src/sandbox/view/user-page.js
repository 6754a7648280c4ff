import { el, fill, isolated, webLink } from './dom.js';
import { back, moment } from './group-page.js';
import { PagedList } from './paged-list.js';
import { avatar, nameOf, tagList } from './person.js';
import { part } from './reader.js';
import { conversationAddress, go } from './route.js';
import { conversationRow, ROW_HEIGHT } from './rows.js';
import { factList, onDemand, structure } from './structure.js';

/** @import { App, Conversation, User } from './types.js' */

/**
 * A user: what is known of it, and its conversations.
 * @param {App} app
 * @param {string} uid
 */
export function userPage(app, uid) {
  const card = el('div', { class: 'card' }, el('p', { class: 'muted' }, 'Loading …'));
  findUser(app, uid).then(
    (user) => fill(card, ...userCard(user)),
    (error) => fill(card, el('p', { class: 'problem' }, error.message)),
  );
  const list = new PagedList({
    label: 'Conversations of the user',
    rowHeight: ROW_HEIGHT,
    load: async (page, perPage, signal) => {
      const { data, meta } = await app.read('/v3/conversations', { page, perPage }, { as: uid, signal });
      return { items: /** @type {Conversation[]} */ (data), total: meta?.pagination?.total ?? data.length };
    },
    render: (conversation) => conversationRow(conversation, uid),
    open: ({ conversationId }) => go(conversationAddress(conversationId, { as: uid })),
    empty: 'No conversations.',
  });
  const heading = el('div', { class: 'section-head' }, el('h3', {}, 'Conversations'));
  return el('div', { class: 'page' }, back(), card, el('div', { class: 'members' }, heading, list.element));
}

/**
 * The user, also one who is deactivated, whom the plain call does not show.
 * @param {App} app
 * @param {string} uid
 * @returns {Promise<User>}
 */
async function findUser({ read }, uid) {
  try {
    return (await read(`/v3/users/${part(uid)}`)).data;
  } catch (error) {
    const query = { searchKey: uid, searchIn: 'uid', onlyDeactivated: 'true', withTags: 'true' };
    const { data } = await read('/v3/users', query);
    const found = /** @type {User[]} */ (data).find((user) => user.uid === uid);
    if (found) return found;
    throw error;
  }
}

/** @param {User} user */
function userCard(user) {
  const name = nameOf(user, user.uid);
  const { metadata } = user;
  const off =
    user.deactivatedAt === undefined ? null : el('span', { class: 'badge badge-off' }, 'deactivated');
  return [
    el(
      'div',
      { class: 'card-head' },
      avatar(user.uid, name),
      el(
        'div',
        { class: 'card-title' },
        el('h2', { dir: 'auto' }, isolated(name)),
        isolated(user.uid, 'id'),
        ' ',
        off,
      ),
    ),
    factList([
      ['role', user.role],
      ['status', user.statusMessage],
      ['created', moment(user.createdAt)],
      ['updated', moment(user.updatedAt)],
      ['last active', moment(user.lastActiveAt)],
      ['deactivated', moment(user.deactivatedAt)],
      ['link', user.link === undefined ? undefined : webLink(user.link, user.link)],
      ['avatar', user.avatar === undefined ? undefined : webLink(user.avatar, user.avatar)],
      ['tags', tagList(user.tags)],
    ]),
    metadata === undefined ? null : onDemand('Metadata', () => structure(metadata)),
  ];
}
