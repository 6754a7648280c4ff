import { type Answer, type Call, type Route, route } from '../app/route.ts';
import type { Conversation } from '../stores/conversation-store.ts';
import { one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { LIMITS } from '../wire/validation.ts';
import { actorOf, conversationInPath, sidesInPath } from './conversation-access.ts';
import { conversationJson } from './conversation-json.ts';

const TAG = 'Conversations';

function answer({ app, actor }: Pick<Call, 'app' | 'actor'>, conversation: Conversation): Answer {
  return { data: conversationJson({ app, actor, withTags: true, withPeerTags: false }, conversation) };
}

/** The conversation in the path; pinning begins it, because it is addressed by the other side before a message is there. */
function begun(call: Pick<Call, 'app' | 'actor' | 'params'>): Conversation {
  const { app } = call;
  const { uid } = actorOf(call);
  const { kind, receiver } = sidesInPath(call);
  const seq = app.conversations.seqOf(kind, uid, receiver, app.now());
  const conversation = app.conversations.get(seq);
  if (!conversation) throw new Error(`conversation ${seq} is gone`);
  return conversation;
}

function pinRoute(whose: '/users/{uid}' | '/groups/{guid}'): Route {
  return route({
    method: 'POST',
    path: `${whose}/conversation/pin`,
    tag: TAG,
    summary: 'Pin a conversation for the acting user, at most 5 of them',
    rate: 'standard',
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => {
      const { app } = call;
      const { uid } = actorOf(call);
      const conversation = begun(call);
      if (app.conversationStates.of(conversation.seq, uid).pinnedAt === null) {
        if (app.conversationStates.countPinned(uid) >= LIMITS.pinnedConversations) throw tooMany(uid);
        app.conversationStates.change(conversation.seq, uid, { pinnedAt: app.now() });
      }
      return answer(call, conversation);
    },
  });
}

function tooMany(uid: string): ApiError {
  return new ApiError(
    'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
    `The user with uid ${uid} has pinned ${LIMITS.pinnedConversations} conversations and cannot pin more.`,
  );
}

function unpinRoute(whose: '/users/{uid}' | '/groups/{guid}'): Route {
  return route({
    method: 'DELETE',
    path: `${whose}/conversation/pin`,
    tag: TAG,
    summary: 'Unpin a conversation for the acting user',
    rate: 'standard',
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
export const pinRoutes: readonly Route[] = (['/users/{uid}', '/groups/{guid}'] as const).flatMap((whose) => [
  pinRoute(whose),
  unpinRoute(whose),
]);
