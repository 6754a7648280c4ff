import { type ActorPathCall, type ApiRoute, routeOf } from '../app/route.ts';
import type { Conversation } from '../stores/conversation-store.ts';
import { one } from '../wire/answer-schema.ts';
import { ApiError, limitReached } from '../wire/api-error.ts';
import { LIMITS } from '../wire/validation.ts';
import { appPinnedAt } from './app-pins.ts';
import { actorOf, conversationInPath, PEER_PATHS, sidesInPath } from './conversation-access.ts';
import { conversationAnswer } from './conversation-json.ts';

const route = routeOf({ tag: 'Conversations' });

/** The conversation in the path. Users can pin it before its first message, so it is created if necessary. */
function ensureConversation(call: ActorPathCall): Conversation {
  const { app } = call;
  const { uid } = actorOf(call);
  const { kind, receiver } = sidesInPath(call);
  const seq = app.conversations.seqOf(kind, uid, receiver, app.now());
  const conversation = app.conversations.get(seq);
  if (!conversation) throw new Error(`conversation ${seq} is gone`);
  return conversation;
}

const pinnedByApp = (): ApiError =>
  new ApiError(
    'ERR_SYSTEM_PINNED_CONVERSATION',
    'The conversation is pinned for all users by the app and can not be pinned by a user.',
  );

/** The calls that pin conversations. */
export const pinRoutes: readonly ApiRoute[] = PEER_PATHS.flatMap((peerPath) => [
  route(`POST ${peerPath}/conversation/pin`, {
    summary: 'Pin a conversation for the acting user, at most 5 of them',
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => {
      const { app } = call;
      const { uid } = actorOf(call);
      const { kind, receiver } = sidesInPath(call);
      if (appPinnedAt(app, kind, receiver) !== undefined) throw pinnedByApp();
      const conversation = ensureConversation(call);
      if (app.conversationStates.of(conversation.seq, uid).pinnedAt === null) {
        const max = LIMITS.pinnedConversations;
        if (app.conversationStates.countPinned(uid) >= max)
          throw limitReached(
            'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
            'pinned conversations',
            `user with uid ${uid}`,
            max,
          );
        app.conversationStates.change(conversation.seq, uid, { pinnedAt: app.now() });
      }
      return conversationAnswer(call, conversation);
    },
  }),
  route(`DELETE ${peerPath}/conversation/pin`, {
    summary: 'Unpin a conversation for the acting user',
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => {
      const { app, uid, conversation } = conversationInPath(call);
      app.conversationStates.change(conversation.seq, uid, { pinnedAt: null });
      return conversationAnswer(call, conversation);
    },
  }),
]);
