import type { SQLInputValue } from 'node:sqlite';
import { AGENT_UIDS } from '../agents/agent.ts';
import type { App } from '../app/app.ts';
import {
  type ConversationRules,
  conversationRules,
  lastMessageCondition,
  unreadCondition,
} from '../app/app-settings.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { NOT_BLOCKED, READABLE } from '../stores/conversation-state-store.ts';
import {
  CONVERSATION_COLUMNS,
  type Conversation,
  RECEIVER_TYPES,
  SEQS_OF_USER,
} from '../stores/conversation-store.ts';
import { invalid } from '../wire/api-error.ts';
import { Filter, likeIn, prefixPattern } from '../wire/filter.ts';
import { offsetOf, onPage, type PageQuery, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { conversationJson } from './conversation-json.ts';

/** The query of GET /conversations. */
export const CONVERSATION_QUERY = {
  ...param.PAGE,
  searchKey: param.search,
  conversationType: param.oneOf(RECEIVER_TYPES),
  withTags: param.flag,
  tags: param.list,
  withUserAndGroupTags: param.flag,
  userTags: param.list,
  groupTags: param.list,
  unread: param.flag,
  includeBlockedUsers: param.flag,
  hideAgentic: param.flag,
  onlyAgentic: param.flag,
  // These three change nothing here: blocks are always shown, a conversation is listed once, pages have numbers.
  withBlockedInfo: param.flag,
  unique: param.oneOf(['0', '1']),
  useCursoredIndex: param.oneOf(['0', '1']),
} as const;

type Query = param.ParamValues<typeof CONVERSATION_QUERY>;
type Listing = Pick<Call<Query>, 'app' | 'actor' | 'query'>;

/** The conversations with the states of one user. Parameter: its uid. */
const TABLES = `conversations LEFT JOIN conversation_states AS mine
  ON mine.conversation = conversations.seq AND mine.uid = ?`;

/** The other side of a conversation, a uid or guid. Parameter: the uid of this side. */
const PEER = `iif(conversations.kind = 'group' OR conversations.peer_b = ?, conversations.peer_a, conversations.peer_b)`;

/** The updatedAt of the last message that the user sees, or the one that a reset has kept, or null. */
const updatedAt = (
  condition: string,
) => `ifnull((SELECT updated_at FROM messages WHERE conversation = conversations.seq
  AND id > ifnull(mine.hidden_to, 0) AND sent_at >= ifnull(mine.visible_from, 0)${condition}
  ORDER BY sent_at DESC, id DESC LIMIT 1), mine.kept_at)`;

/** The condition where moderation has blocked messages. Parameter: the uid of the user. */
const SEEN = ` AND (messages.sender = ? OR ${NOT_BLOCKED})`;

/** True if the user has unread messages. Parameter: its uid, twice. */
const hasUnread = (
  condition: string,
) => `(EXISTS (SELECT 1 FROM messages WHERE conversation = conversations.seq AND unread = 1
    AND id > ifnull(mine.read_to, 0) AND sender <> ?${condition})
  OR (mine.unread_from IS NOT NULL AND EXISTS (SELECT 1 FROM messages WHERE conversation = conversations.seq
    AND unread = 0 AND id BETWEEN mine.unread_from AND mine.unread_to AND id > mine.read_to AND sender <> ?
    AND ${READABLE}${condition})))`;

const HAS_TAG = 'EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)';

/** Restricts a list to conversations that the acting user can see. `tags` and `unread` mean this user's. */
function limitToActor(filter: Filter, uid: string, query: Query, rules: ConversationRules): void {
  filter.where(`conversations.seq IN (${SEQS_OF_USER})`, uid, uid, uid);
  filter.where(
    `(ifnull(mine.hidden_to, 0) = 0 OR mine.visible_from IS NOT NULL OR mine.pinned_at IS NOT NULL
       OR mine.kept_at IS NOT NULL)`,
  );
  for (const tag of query.tags) filter.where(HAS_TAG.replace('tags', 'mine.tags'), tag);
  if (query.unread) filter.where(hasUnread(unreadCondition(rules)), uid, uid);
  if (!query.includeBlockedUsers) {
    const blocked = 'SELECT blocked FROM blocks WHERE uid = ?';
    filter.where(`(conversations.kind = 'group' OR ${PEER} NOT IN (${blocked}))`, uid, uid);
  }
}

/** Restricts a list by name or id of the other side. */
function search(filter: Filter, key: string, uid: string): void {
  const pattern = prefixPattern(key);
  const like = (id: string) => `(${likeIn(id)} OR ${likeIn('name')})`;
  filter.where(
    `iif(conversations.kind = 'group',
       EXISTS (SELECT 1 FROM groups WHERE guid = conversations.peer_a AND ${like('guid')}),
       EXISTS (SELECT 1 FROM users WHERE users.uid = ${PEER} AND ${like('users.uid')}))`,
    pattern,
    pattern,
    uid,
    pattern,
    pattern,
  );
}

/** Restricts a list to other sides with all of the tags. With tags of users and of groups, both kinds are listed. */
function limitToPeerTags(filter: Filter, { userTags, groupTags }: Query, uid: string): void {
  if (userTags.length === 0 && groupTags.length === 0) return;
  const all = (tags: readonly string[]) => tags.map(() => ` AND ${HAS_TAG}`).join('');
  const ofUser = `EXISTS (SELECT 1 FROM users WHERE conversations.kind = 'user' AND users.uid = ${PEER}${all(userTags)})`;
  const ofGroup = `EXISTS (SELECT 1 FROM groups WHERE conversations.kind = 'group'
    AND guid = conversations.peer_a${all(groupTags)})`;
  const either = [
    ...(userTags.length > 0 ? [{ sql: ofUser, params: [uid, ...userTags] }] : []),
    ...(groupTags.length > 0 ? [{ sql: ofGroup, params: [...groupTags] }] : []),
  ];
  filter.where(`(${either.map(({ sql }) => sql).join(' OR ')})`, ...either.flatMap(({ params }) => params));
}

/** The SQL of a list, without its page. */
type Selection = {
  readonly from: string;
  readonly params: readonly SQLInputValue[];
  readonly order: string;
  readonly orderParams: readonly SQLInputValue[];
};

function selectionOf({ app, actor, query }: Listing): Selection {
  if (actor && query.unique !== undefined) {
    throw invalid({ unique: ['The unique may not be used with the onBehalfOf header.'] });
  }
  const uid = actor?.uid ?? '';
  const rules = conversationRules(app);
  const last = lastMessageCondition(rules);
  const filter = new Filter();
  if (query.conversationType) filter.where('conversations.kind = ?', query.conversationType);
  if (actor) limitToActor(filter, uid, query, rules);
  const isAgentic = `(conversations.kind = 'user' AND ${PEER} IN (${AGENT_UIDS}))`;
  if (query.onlyAgentic) filter.where(isAgentic, uid);
  if (query.hideAgentic) filter.where(`NOT ${isAgentic}`, uid);
  if (query.searchKey) search(filter, query.searchKey, uid);
  limitToPeerTags(filter, query, uid);
  const selection = { from: `${TABLES}${filter.sql}`, params: [uid, ...filter.params] };
  if (!actor) {
    const order = `conversations.peer_a, ${updatedAt(last)} DESC, conversations.peer_b, conversations.seq`;
    return { ...selection, order, orderParams: [] };
  }
  return app.conversationStates.anyBlocked()
    ? { ...selection, order: `${updatedAt(last + SEEN)} DESC, ${PEER}`, orderParams: [uid, uid] }
    : { ...selection, order: `${updatedAt(last)} DESC, ${PEER}`, orderParams: [uid] };
}

/** The rows of a page, and the number of rows on all pages. */
type Rows = { readonly conversations: readonly Conversation[]; readonly total: number };

/** All conversations of the app. An index gives the order by first uid, so only the rows up to the page are read. */
function pageOfAll({ app, query }: Listing, { from, order, params }: Selection): Rows {
  const conversations = app.db.all<Conversation>(
    `SELECT ${CONVERSATION_COLUMNS} FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...params,
    query.perPage,
    offsetOf(query),
  );
  return { conversations, total: app.db.count(from, ...params) };
}

/** The conversations of a user. Every page needs all of them, so their order is cached until the next write. */
function pageOfUser({ app, query }: Listing, selection: Selection): Rows {
  const { from, params, order, orderParams } = selection;
  const seqs = app.conversations.remembered(JSON.stringify([from, params]), () =>
    app.db
      .all<{ seq: number }>(
        `SELECT conversations.seq FROM ${from} ORDER BY ${order}`,
        ...params,
        ...orderParams,
      )
      .map(({ seq }) => seq),
  );
  return {
    conversations: onPage(seqs, query).flatMap((seq) => app.conversations.get(seq) ?? []),
    total: seqs.length,
  };
}

/**
 * A page of conversations. Documented order: for a user by updatedAt, newest first, then by the other side; for
 * the app by uid first: the first of the two uids, or the guid.
 */
export function listConversationsOf(listing: Listing): RouteAnswer {
  const { app, actor, query } = listing;
  const selection = selectionOf(listing);
  const { conversations, total } = actor ? pageOfUser(listing, selection) : pageOfAll(listing, selection);
  const { withTags, withUserAndGroupTags: withPeerTags } = query;
  const view = { app, actor, withTags, withPeerTags, rules: conversationRules(app) };
  const items = conversations.map((conversation) => conversationJson(view, conversation));
  return pageAnswer(query, total, items);
}

/** The numbers of all conversations as a client lists its own: those with the newest messages first. */
export const seqsByLastMessage = ({ db, conversations }: App): readonly number[] =>
  conversations.remembered('by last message', () =>
    db
      .all<{ seq: number }>(
        `SELECT seq FROM conversations
         ORDER BY (SELECT max(sent_at) FROM messages WHERE conversation = conversations.seq) DESC, seq DESC`,
      )
      .map(({ seq }) => seq),
  );

/** A page of these conversations, as nobody in particular sees them. */
export function pageOfSeqs(app: App, seqs: readonly number[], query: PageQuery) {
  const view = { app, actor: undefined, withTags: false, withPeerTags: false, rules: conversationRules(app) };
  const found = onPage(seqs, query).flatMap((seq) => app.conversations.get(seq) ?? []);
  const items = found.map((conversation) => conversationJson(view, conversation));
  return pageAnswer(query, seqs.length, items);
}
