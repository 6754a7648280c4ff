import { cardOf, cardPage, moment } from '../parts/card.js';
import { el, fill, webLink } from '../parts/dom.js';
import { numberedPages, PagedList } from '../parts/paged-list.js';
import { nameOf, tagList } from '../parts/person.js';
import { part } from '../parts/reader.js';
import { conversationAddress, go } from '../parts/route.js';
import { conversationRow, ROW_HEIGHT } from '../parts/rows.js';

/** @import { ListOptions } from '../parts/paged-list.js' */
/** @import { App, Conversation, Message, User } from '../parts/types.js' */

/** The most messages to read to find the conversations of a deactivated user. */
const MESSAGES_READ = 1000;

/**
 * A user: its facts and its conversations.
 * @param {App} app
 * @param {string} uid
 */
export function userPage(app, uid) {
  const place = el('div', { class: 'members' });
  /** @param {User} user */
  const content = (user) => {
    const isDeactivated = user.deactivatedAt !== undefined;
    const title = isDeactivated ? 'Conversations in which the user wrote' : 'Conversations';
    const heading = el('div', { class: 'section-head' }, el('h3', {}, title));
    const load = isDeactivated
      ? conversationsWrittenIn(app, uid)
      : numberedPages(app.read, '/v3/conversations', {}, uid);
    fill(place, heading, conversationList(load, uid).element);
    return userCard(user);
  };
  return cardPage(findUser(app, uid), content, place);
}

/**
 * @param {ListOptions<Conversation>['load']} load
 * @param {string} uid
 */
const conversationList = (load, uid) =>
  new PagedList({
    label: 'Conversations of the user',
    rowHeight: ROW_HEIGHT,
    load,
    render: (conversation) => conversationRow(conversation, uid),
    open: ({ conversationId }) => go(conversationAddress(conversationId, { as: uid })),
    empty: 'No conversations.',
  });

/**
 * The conversations in a user's first messages. The service does not list conversations for a deactivated user.
 * @param {App} app
 * @param {string} uid
 * @returns {ListOptions<Conversation>['load']}
 */
const conversationsWrittenIn =
  ({ read }, uid) =>
  async (page, perPage, signal) => {
    const { data } = await read('/v3/messages', { sender: uid, limit: MESSAGES_READ }, { signal });
    /** @type {Map<string, Conversation>} */
    const found = new Map();
    for (const message of /** @type {Message[]} */ (data)) {
      const { conversationId, receiverType: conversationType } = message;
      const conversationWith = message.data?.entities?.['receiver']?.entity ?? {};
      found.set(conversationId, { conversationId, conversationType, conversationWith, lastMessage: message });
    }
    return { items: [...found.values()].slice((page - 1) * perPage, page * perPage), total: found.size };
  };

/**
 * Finds a user, also a deactivated one, which the plain call does not return.
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
  const { uid: id, link, avatar, deactivatedAt } = user;
  const mark = deactivatedAt === undefined ? null : el('span', { class: 'badge badge-off' }, 'deactivated');
  return cardOf(
    { id, name: nameOf(user, id), mark },
    [
      ['role', user.role],
      ['status', user.statusMessage],
      ['created', moment(user.createdAt)],
      ['updated', moment(user.updatedAt)],
      ['last active', moment(user.lastActiveAt)],
      ['deactivated', moment(deactivatedAt)],
      ['link', link === undefined ? undefined : webLink(link, link)],
      ['avatar', avatar === undefined ? undefined : webLink(avatar, avatar)],
      ['tags', tagList(user.tags)],
    ],
    user.metadata,
  );
}
