import { removeConversation, removeMessages } from '../app/conversation-removal.ts';
import { type ApiRoute, acknowledgement, type RouteAnswer, routeOf } from '../app/route.ts';
import { checkAdmin } from '../groups/group-scope.ts';
import { conversationId } from '../stores/conversation-store.ts';
import { one } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { conversationById, conversationInPath, type UserConversation } from './conversation-access.ts';

const route = routeOf({ tag: 'Conversations' });

const RESET = { deleteMessagesPermanently: field.flag, preserveOrder: field.flag } as const;

/** Effects of a reset besides hiding messages. */
type Reset = field.FieldValues<typeof RESET>;

/** The updatedAt of a conversation that keeps its position in the list. */
const keptAt = ({ app, conversation, state }: UserConversation): number =>
  app.messages.last(conversation)?.updatedAt ?? state.keptAt ?? conversation.createdAt;

/** Hides the present messages of a conversation from the acting user only. */
function reset(userConversation: UserConversation, body: Reset): RouteAnswer {
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

/** The calls that delete conversations. */
export const resetRoutes: readonly ApiRoute[] = [
  route({
    method: 'DELETE',
    path: '/users/{uid}/conversation',
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
  route({
    method: 'DELETE',
    path: '/groups/{guid}/conversation',
    summary:
      'Delete the conversation of a group for the acting user; all other members keep it, and its messages. ' +
      '`preserveOrder` as for users',
    behalf: 'required',
    body: field.shape(RESET),
    answers: one('Acknowledgement'),
    answer: (call) => reset(conversationInPath(call), call.body),
  }),
  route({
    method: 'DELETE',
    path: '/conversations/{conversationId}',
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
];
