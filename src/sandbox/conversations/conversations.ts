import { type ApiRoute, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import * as field from '../wire/field.ts';
import { appPinRoutes } from './app-pins.ts';
import {
  conversationById,
  conversationInPath,
  type PeerPath,
  type UserConversation,
} from './conversation-access.ts';
import { conversationJson } from './conversation-json.ts';
import { CONVERSATION_QUERY, listConversationsOf } from './conversation-list.ts';
import { pinRoutes } from './conversation-pins.ts';
import { receiptRoutes } from './conversation-receipts.ts';
import { resetRoutes } from './conversation-reset.ts';

const route = routeOf({ tag: 'Conversations' });

function answer({ actor }: Pick<Call, 'actor'>, { app, conversation }: UserConversation): RouteAnswer {
  return { data: conversationJson({ app, actor, withTags: true, withPeerTags: false }, conversation) };
}

function getRoute(peerPath: PeerPath, summary: string): ApiRoute {
  return route({
    method: 'GET',
    path: `${peerPath}/conversation`,
    summary,
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => answer(call, conversationInPath(call)),
  });
}

const TAGS_BODY = field.shape({ tags: field.required(field.tags, null) });

function tagRoute(peerPath: PeerPath): ApiRoute {
  return route({
    method: 'PUT',
    path: `${peerPath}/conversation`,
    summary: "Replace the acting user's tags of a conversation; other users do not see them",
    behalf: 'required',
    body: TAGS_BODY,
    answers: one('Conversation'),
    answer: (call) => {
      const userConversation = conversationInPath(call);
      call.app.conversationStates.change(userConversation.conversation.seq, userConversation.uid, {
        tags: call.body.tags,
      });
      return answer(call, userConversation);
    },
  });
}

/** The calls about conversations. */
export const conversationRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/conversations',
    summary:
      'List conversations of the acting user, newest first, or without one all of the app, by uid. ' +
      '`tags` and `unread` apply to the acting user and are ignored without one',
    behalf: 'optional',
    query: CONVERSATION_QUERY,
    answers: paged('Conversation'),
    answer: listConversationsOf,
  }),
  ...appPinRoutes,
  getRoute('/users/{uid}', 'The conversation between the acting user and the one in the path'),
  getRoute('/groups/{guid}', 'The conversation of a group that the acting user is in'),
  tagRoute('/users/{uid}'),
  tagRoute('/groups/{guid}'),
  ...receiptRoutes,
  ...pinRoutes,
  ...resetRoutes,
  route({
    method: 'GET',
    path: '/conversations/{conversationId}',
    summary: 'Get a conversation by its id',
    replacedBy: ['GET /users/{uid}/conversation', 'GET /groups/{guid}/conversation'],
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => answer(call, conversationById(call)),
  }),
];
