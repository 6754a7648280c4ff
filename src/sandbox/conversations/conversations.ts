import { conversationRules } from '../app/app-settings.ts';
import { removeConversation, removeMessages } from '../app/conversation-removal.ts';
import { type ApiRoute, acknowledgement, type RouteAnswer, routeOf } from '../app/route.ts';
import { checkAdmin } from '../groups/group-scope.ts';
import { conversationId } from '../stores/conversation-store.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { appPinRoutes } from './app-pins.ts';
import {
  conversationById,
  conversationInPath,
  PEER_PATHS,
  type UserConversation,
} from './conversation-access.ts';
import { conversationAnswer, lastMessage } from './conversation-json.ts';
import { CONVERSATION_QUERY, listConversationsOf } from './conversation-list.ts';
import { pinRoutes } from './conversation-pins.ts';
import { receiptRoutes } from './conversation-receipts.ts';

const route = routeOf({ tag: 'Conversations' });

/** The calls that read the conversation in the path, and that tag it for the acting user. */
const peerRoutes: readonly ApiRoute[] = PEER_PATHS.flatMap((peerPath) => [
  route(`GET ${peerPath}/conversation`, {
    summary:
      peerPath === '/users/{uid}'
        ? 'The conversation between the acting user and the one in the path'
        : 'The conversation of a group that the acting user is in',
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => conversationAnswer(call, conversationInPath(call).conversation),
  }),
  route(`PUT ${peerPath}/conversation`, {
    summary: "Replace the acting user's tags of a conversation; other users do not see them",
    behalf: 'required',
    body: field.shape({ tags: field.required(field.tags, null) }),
    answers: one('Conversation'),
    answer: (call) => {
      const { app, uid, conversation } = conversationInPath(call);
      app.conversationStates.change(conversation.seq, uid, { tags: call.body.tags });
      return conversationAnswer(call, conversation);
    },
  }),
]);

const RESET = { deleteMessagesPermanently: field.flag, preserveOrder: field.flag } as const;

/** The updatedAt of a conversation that keeps its position in the list. */
const keptAt = ({ app, conversation, state }: UserConversation): number =>
  lastMessage({ app, actor: undefined, rules: conversationRules(app) }, conversation)?.updatedAt ??
  state.keptAt ??
  conversation.createdAt;

/** Hides the present messages of a conversation from the acting user only. */
function reset(userConversation: UserConversation, body: field.FieldValues<typeof RESET>): RouteAnswer {
  const { app, uid, conversation, state } = userConversation;
  app.conversationStates.hide(conversation.seq, uid, {
    ...(app.quirks.resetKeeps ? { tags: state.tags, pinnedAt: state.pinnedAt } : {}),
    keptAt: body.preserveOrder ? keptAt(userConversation) : null,
  });
  if (body.deleteMessagesPermanently && conversation.kind === 'user') removeUnseen(userConversation);
  const id = conversationId(conversation, app.quirks.conversationIds);
  return acknowledgement(`The conversation ${id} has been deleted successfully for UID ${uid}.`);
}

/** Deletes the messages that neither side can see any more. */
function removeUnseen({ app, conversation }: UserConversation): void {
  const { seq, peerA, peerB } = conversation;
  const hidden = [peerA, peerB].map((uid) => app.conversationStates.of(seq, uid).hiddenTo);
  removeMessages(app, conversation, Math.min(...hidden));
}

/** The calls about conversations. */
export const conversationRoutes: readonly ApiRoute[] = [
  route('GET /conversations', {
    summary:
      'List conversations of the acting user, newest first, or without one all of the app, by uid. ' +
      '`tags` and `unread` apply to the acting user and are ignored without one',
    behalf: 'optional',
    query: CONVERSATION_QUERY,
    answers: paged('Conversation'),
    answer: listConversationsOf,
  }),
  ...appPinRoutes,
  ...peerRoutes,
  ...receiptRoutes,
  ...pinRoutes,
  route('DELETE /users/{uid}/conversation', {
    summary:
      'Delete a conversation for the acting user. The other side keeps it. `deleteMessagesPermanently` removes messages that both sides have deleted; ' +
      '`preserveOrder` keeps the conversation, empty, in its position in the list',
    behalf: 'required',
    body: field.shape({ ...RESET, conversationWith: field.id }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { body, params } = call;
      if (body.conversationWith !== null && body.conversationWith !== params['uid']) {
        throw invalid({ conversationWith: ['The conversationWith must be the uid in the path.'] });
      }
      return reset(conversationInPath(call), body);
    },
  }),
  route('DELETE /groups/{guid}/conversation', {
    summary:
      'Delete the conversation of a group for the acting user; all other members keep it, and its messages. ' +
      '`preserveOrder` as for users',
    behalf: 'required',
    body: field.shape(RESET),
    answers: one('Acknowledgement'),
    answer: (call) => reset(conversationInPath(call), call.body),
  }),
  route('DELETE /conversations/{conversationId}', {
    summary: 'Delete a conversation with its messages for all users in it',
    operationId: 'delete-conversation',
    replacedBy: ['DELETE /users/{uid}/conversation', 'DELETE /groups/{guid}/conversation'],
    behalf: 'required',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { app, conversation } = conversationById(call);
      if (app.quirks.adminDelete && conversation.kind === 'group') checkAdmin(call, conversation.peerA);
      removeConversation(app, conversation);
      const id = conversationId(conversation, app.quirks.conversationIds);
      return acknowledgement(`The conversation ${id} has been deleted successfully for all the users.`);
    },
  }),
  route('GET /conversations/{conversationId}', {
    summary: 'Get a conversation by its id',
    replacedBy: ['GET /users/{uid}/conversation', 'GET /groups/{guid}/conversation'],
    behalf: 'required',
    answers: one('Conversation'),
    answer: (call) => conversationAnswer(call, conversationById(call).conversation),
  }),
];
