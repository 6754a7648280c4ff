import { part } from './reader.js';

/** @import { Conversation, Group, Message, Read, User } from './types.js' */

/** The most people and the most groups whose conversations a search shows. */
const MATCHES = 20;
/** The most conversations of each person that matches. */
const OF_EACH = 20;

/**
 * The conversations of people and groups whose name or id begins with a text, those with the newest messages first.
 * @param {Read} read
 * @param {string} text
 * @returns {(page: number, perPage: number, signal: AbortSignal) => Promise<{ items: readonly Conversation[], total: number }>}
 */
export function searchConversations(read, text) {
  /** @type {Promise<readonly Conversation[]> | undefined} */
  let all;
  return async (page, perPage, signal) => {
    all ??= findConversations(read, text, signal);
    const found = await all;
    return { items: found.slice((page - 1) * perPage, page * perPage), total: found.length };
  };
}

/**
 * @param {Read} read
 * @param {string} searchKey
 * @param {AbortSignal} signal
 */
async function findConversations(read, searchKey, signal) {
  const query = { searchKey, perPage: MATCHES };
  const [users, groups] = await Promise.all([
    read('/v3/users', query, { signal }),
    read('/v3/groups', query, { signal }),
  ]);
  const ofGroups = /** @type {Group[]} */ (groups.data).map(({ guid, owner }) =>
    read(`/v3/groups/${part(guid)}/conversation`, {}, { as: owner, signal }).then(
      ({ data }) => [/** @type {Conversation} */ (data)],
      // A group without messages has no conversation yet.
      () => [],
    ),
  );
  const ofUsers = /** @type {User[]} */ (users.data).map(({ uid }) =>
    read('/v3/conversations', { perPage: OF_EACH, conversationType: 'user' }, { as: uid, signal }).then(
      ({ data }) => /** @type {Conversation[]} */ (data),
      () => [],
    ),
  );
  /** @type {Map<string, Conversation>} */
  const byId = new Map();
  for (const conversation of (await Promise.all([...ofGroups, ...ofUsers])).flat())
    byId.set(conversation.conversationId, conversation);
  const sentAt = (/** @type {Conversation} */ { lastMessage }) => lastMessage?.sentAt ?? 0;
  return [...byId.values()].sort((one, other) => sentAt(other) - sentAt(one));
}

/**
 * The messages whose text contains a text. The API continues after a message, but the list asks for numbered
 * pages.
 * @param {Read} read
 * @param {string} text
 * @returns {(page: number, perPage: number, signal: AbortSignal) => Promise<{ items: readonly Message[], total: number }>}
 */
export function searchMessages(read, text) {
  /** @type {(Message | undefined)[]} the last message of each page, by number */
  const ends = [];
  return async (page, perPage, signal) => {
    if (text === '') return { items: [], total: 0 };
    const after = ends[page - 1];
    const cursor = after ? { id: after.id, sentAt: after.sentAt } : {};
    const { data } = await read('/v3/messages', { searchKey: text, limit: perPage, ...cursor }, { signal });
    /** @type {Message[]} */
    const items = data;
    ends[page] = items.at(-1);
    // The total is not known. After a full page there may be one more row.
    const known = (page - 1) * perPage + items.length;
    return { items, total: items.length === perPage ? known + 1 : known };
  };
}
