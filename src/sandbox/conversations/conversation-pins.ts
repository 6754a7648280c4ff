import {
  type ActorCall,
  type ActorPathCall,
  type ApiRoute,
  type RouteAnswer,
  routeOf,
} from '../app/route.ts';
import type { Conversation } from '../stores/conversation-store.ts';
import { one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { LIMITS } from '../wire/validation.ts';
import { appPinnedAt } from './app-pins.ts';
import {
  actorOf,
  conversationInPath,
  PEER_PATHS,
  type PeerPath,
  sidesInPath,
} from './conversation-access.ts';
import { conversationJson } from './conversation-json.ts';

const route = routeOf({ tag: 'Conversations' });

function answer({ app, actor }: ActorCall, conversation: Conversation): RouteAnswer {
  return { data: conversationJson({ app, actor, withTags: true, withPeerTags: false }, conversation) };
}

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

function pinRoute(peerPath: PeerPath): ApiRoute {
  return route(`POST ${peerPath}/conversation/pin`, {
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
        if (app.conversationStates.countPinned(uid) >= LIMITS.pinnedConversations)
          throw pinLimitExceeded(uid);
        app.conversationStates.change(conversation.seq, uid, { pinnedAt: app.now() });
      }
      return answer(call, conversation);
    },
  });
}

function pinLimitExceeded(uid: string): ApiError {
  return new ApiError(
    'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
    `The number of pinned conversations for the user with uid ${uid} has reached the allowed limit of ` +
      `${LIMITS.pinnedConversations}.`,
  );
}

const pinnedByApp = (): ApiError =>
  new ApiError(
    'ERR_SYSTEM_PINNED_CONVERSATION',
    'The conversation is pinned for all users by the app and can not be pinned by a user.',
  );

function unpinRoute(peerPath: PeerPath): ApiRoute {
  return route(`DELETE ${peerPath}/conversation/pin`, {
    summary: 'Unpin a conversation for the acting user',
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => {
      const { app, uid, conversation } = conversationInPath(call);
      app.conversationStates.change(conversation.seq, uid, { pinnedAt: null });
      return answer(call, conversation);
    },
  });
}

/** The calls that pin conversations. */
export const pinRoutes: readonly ApiRoute[] = PEER_PATHS.flatMap((peerPath) => [
  pinRoute(peerPath),
  unpinRoute(peerPath),
]);
