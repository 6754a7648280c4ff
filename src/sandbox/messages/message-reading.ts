import type { App } from '../app/app.ts';
import { type ActorCall, type ApiRoute, routeOf } from '../app/route.ts';
import { groupInPath } from '../groups/groups.ts';
import { SEQS_OF_USER } from '../stores/conversation-store.ts';
import { userInPath } from '../users/users.ts';
import { one } from '../wire/answer-schema.ts';
import { Filter } from '../wire/filter.ts';
import * as param from '../wire/param.ts';
import { messageInPath } from './message-access.ts';
import {
  acrossConversations,
  LIST,
  LISTED,
  listMessagesIn,
  type MessageScope,
  PAGED_LIST,
  scopeOf,
} from './message-list.ts';
import { groupNotJoined } from './message-sending.ts';
import { viewedJson } from './message-views.ts';

const route = routeOf({ tag: 'Messages' });

/** The scope without the messages that the acting user has deleted for itself. */
function asSeen({ app, actor }: ActorCall, scope: MessageScope, seqs?: readonly number[]): MessageScope {
  if (actor)
    app.conversationStates.visibleTo(scope.filter, actor.uid, seqs?.length === 1 ? seqs[0] : undefined);
  return scope;
}

/** The conversations among these that the user is part of. */
function ownSeqs(app: App, uid: string, seqs: readonly number[]): readonly number[] {
  const sql = `SELECT seq FROM (${SEQS_OF_USER}) WHERE seq IN (SELECT value FROM json_each(?))`;
  return app.db.all<{ seq: number }>(sql, uid, uid, uid, JSON.stringify(seqs)).map(({ seq }) => seq);
}

/** The conversations of a user with other users. Parameter: the uid, twice. */
const SEQS_OF_PEER = `SELECT seq FROM conversations WHERE kind = 'user' AND peer_a = ?
  UNION SELECT seq FROM conversations WHERE kind = 'user' AND peer_b = ?`;

/** The calls that read messages. */
export const readingRoutes: readonly ApiRoute[] = [
  route('GET /messages', {
    summary: 'List messages of the app, of a conversation, or all that the acting user can see',
    behalf: 'optional',
    query: { ...LIST, conversationId: param.text },
    answers: LISTED,
    answer: (call) => {
      const { app, query, actor } = call;
      const id = query.conversationId;
      if (id !== undefined) {
        const named = app.conversations.resolve(id);
        const seqs = actor ? ownSeqs(app, actor.uid, named) : named;
        return listMessagesIn(call, asSeen(call, scopeOf(seqs), seqs));
      }
      if (!actor) return listMessagesIn(call, { filter: new Filter() });
      const mine = acrossConversations(SEQS_OF_USER, actor.uid, actor.uid, actor.uid);
      return listMessagesIn(call, asSeen(call, mine));
    },
  }),
  route('GET /messages/{id}', {
    summary: 'Get a message',
    behalf: 'optional',
    answers: one('Message'),
    answer: (call) => ({ data: viewedJson(call.app, messageInPath(call), call.actor) }),
  }),
  route('GET /users/{uid}/messages', {
    summary: 'List messages between the two users with `onBehalfOf`, else all of the user with other users',
    behalf: 'optional',
    query: PAGED_LIST,
    answers: LISTED,
    answer: (call) => {
      const { app, actor } = call;
      const user = userInPath(call);
      // Without an acting user, `unread` means unread by the user in the path.
      if (!actor) {
        const scope = acrossConversations(SEQS_OF_PEER, user.uid, user.uid);
        return listMessagesIn({ ...call, viewer: user }, scope, true);
      }
      const conversation = app.conversations.find('user', actor.uid, user.uid);
      const seqs = conversation ? [conversation.seq] : [];
      return listMessagesIn(call, asSeen(call, scopeOf(seqs), seqs), true);
    },
  }),
  route('GET /groups/{guid}/messages', {
    summary: 'List the messages of a group; an acting user must be a member',
    behalf: 'optional',
    query: LIST,
    answers: LISTED,
    answer: (call) => {
      const { app, actor } = call;
      const { guid } = groupInPath(call);
      if (actor && app.members.find(guid, actor.uid)?.isBanned !== 0) throw groupNotJoined(actor.uid, guid);
      const conversation = app.conversations.find('group', '', guid);
      const seqs = conversation ? [conversation.seq] : [];
      return listMessagesIn(call, asSeen(call, scopeOf(seqs), seqs));
    },
  }),
];
