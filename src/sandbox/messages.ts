import { cursored, one } from './answer-schema.ts';
import { ApiError, guidNotFound, uidNotFound } from './api-error.ts';
import { SEQS_OF_USER } from './conversation-store.ts';
import * as field from './field.ts';
import { Filter } from './filter.ts';
import { groupInPath } from './groups.ts';
import { CONTENT, checkReceiverType, checkText } from './message-input.ts';
import { inConversations, LIST, listMessagesIn } from './message-list.ts';
import { type Route, route } from './route.ts';
import { SYSTEM_USER } from './user-store.ts';
import { userInPath } from './users.ts';
import { LIMITS } from './validation.ts';

const TAG = 'Messages';

const sendMessage = route({
  method: 'POST',
  path: '/messages',
  tag: TAG,
  summary: 'Send a message. A muid is kept and never refused: no deduplication is documented for this call',
  rate: 'standard',
  behalf: 'optional',
  perUser: 'sender',
  body: field.shape({ ...CONTENT, muid: field.text(LIMITS.muid) }, checkReceiverType),
  answers: one('Message'),
  answer: ({ app, body, given, actor }) => {
    const { receiver, muid, ...content } = body;
    const receiverType = body.receiverType ?? 'user';
    // The receiver is checked before the text, as the service was seen to do.
    if (receiverType === 'group') {
      if (!app.groups.has(receiver)) throw guidNotFound(receiver);
    } else if (!app.users.findActive(receiver)) throw uidNotFound(receiver);
    checkText(content, given['data']);
    const sender = (actor ?? SYSTEM_USER).uid;
    const sentAt = app.now();
    const conversation = app.conversations.seqOf(receiverType, sender, receiver, sentAt);
    const message = {
      ...content,
      receiver,
      receiverType,
      category: content.category ?? 'message',
      muid: muid || null,
      sender,
      sentAt,
      deliveredAt: null,
      readAt: null,
      updatedAt: sentAt,
      parentId: null,
      unread: true,
    };
    return { data: app.messages.json(app.messages.insert(message, conversation)) };
  },
});

const listMessages = route({
  method: 'GET',
  path: '/messages',
  tag: TAG,
  summary: 'List messages of the app, of a conversation, or those that the acting user can see',
  rate: 'standard',
  behalf: 'optional',
  query: LIST,
  answers: cursored('Message'),
  answer: (call) => {
    const { app, query, actor } = call;
    const filter = new Filter();
    const id = query.conversationId;
    if (id !== undefined) inConversations(filter, app.conversations.resolve(id));
    else if (actor) {
      filter.where(`messages.conversation IN (${SEQS_OF_USER})`, actor.uid, actor.uid, actor.uid);
    }
    return listMessagesIn(call, filter);
  },
});

const getMessage = route({
  method: 'GET',
  path: '/messages/{id}',
  tag: TAG,
  summary: 'Get a message',
  rate: 'standard',
  behalf: 'optional',
  answers: one('Message'),
  answer: ({ app, params }) => {
    const id = Number(params['id']);
    const message = app.messages.find(id);
    if (message) return { data: app.messages.json(message) };
    throw new ApiError('ERR_MESSAGE_ID_NOT_FOUND', `The message with id ${id} does not exist.`);
  },
});

const listUserMessages = route({
  method: 'GET',
  path: '/users/{uid}/messages',
  tag: TAG,
  summary: 'With `onBehalfOf` the messages between the two, else all of the user with other users',
  rate: 'standard',
  behalf: 'optional',
  query: LIST,
  answers: cursored('Message'),
  answer: (call) => {
    const { app, actor } = call;
    const { uid } = userInPath(call);
    const filter = new Filter();
    if (actor) {
      const conversation = app.conversations.find('user', actor.uid, uid);
      inConversations(filter, conversation ? [conversation.seq] : []);
    } else {
      filter.where(
        `messages.conversation IN (SELECT seq FROM conversations WHERE kind = 'user' AND peer_a = ?
         UNION SELECT seq FROM conversations WHERE kind = 'user' AND peer_b = ?)`,
        uid,
        uid,
      );
    }
    return listMessagesIn(call, filter);
  },
});

const listGroupMessages = route({
  method: 'GET',
  path: '/groups/{guid}/messages',
  tag: TAG,
  summary: 'List the messages of a group',
  rate: 'standard',
  behalf: 'optional',
  query: LIST,
  answers: cursored('Message'),
  answer: (call) => {
    const { guid } = groupInPath(call);
    const conversation = call.app.conversations.find('group', '', guid);
    const filter = new Filter();
    inConversations(filter, conversation ? [conversation.seq] : []);
    return listMessagesIn(call, filter);
  },
});

/** The calls about messages. */
export const messageRoutes: readonly Route[] = [
  sendMessage,
  listMessages,
  getMessage,
  listUserMessages,
  listGroupMessages,
];
