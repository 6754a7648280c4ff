import { ApiError, guidNotFound, uidNotFound } from './api-error.ts';
import { SEQS_OF_USER } from './conversation-store.ts';
import { Filter } from './filter.ts';
import { groupInPath } from './groups.ts';
import { checkText, readContent } from './message-input.ts';
import { inConversations, listMessagesIn } from './message-list.ts';
import type { Answer, Call } from './route.ts';
import { SYSTEM_USER } from './user-store.ts';
import { userInPath } from './users.ts';
import { FieldReader, LIMITS } from './validation.ts';

/** POST /messages. A muid is kept and never refused here: no deduplication is documented for this call. */
export function sendMessage({ app, body, actor }: Call): Answer {
  const reader = new FieldReader(body);
  const muid = reader.text('muid', LIMITS.muid);
  const content = readContent(reader, body);
  reader.finish();
  const { receiver, receiverType } = content;
  // The receiver is checked before the text, as the service was seen to do.
  if (receiverType === 'group') {
    if (!app.groups.has(receiver)) throw guidNotFound(receiver);
  } else if (!app.users.findActive(receiver)) throw uidNotFound(receiver);
  checkText(content, body);
  const sender = (actor ?? SYSTEM_USER).uid;
  const sentAt = app.now();
  const conversation = app.conversations.seqOf(receiverType, sender, receiver, sentAt);
  const message = {
    ...content,
    muid: muid || null,
    sender,
    sentAt,
    deliveredAt: null,
    readAt: null,
    updatedAt: sentAt,
  };
  return { data: app.messages.json(app.messages.insert(message, conversation)) };
}

/** GET /messages */
export function listMessages(call: Call): Answer {
  const { app, query, actor } = call;
  const filter = new Filter();
  const id = query.get('conversationId');
  if (id !== null) inConversations(filter, app.conversations.resolve(id));
  else if (actor) filter.where(`messages.conversation IN (${SEQS_OF_USER})`, actor.uid, actor.uid, actor.uid);
  return listMessagesIn(call, filter);
}

/** GET /messages/{id} */
export function getMessage({ app, params }: Call): Answer {
  const id = Number(params['id']);
  const message = app.messages.find(id);
  if (message) return { data: app.messages.json(message) };
  throw new ApiError('ERR_MESSAGE_ID_NOT_FOUND', `The message with id ${id} does not exist.`);
}

/** GET /users/{uid}/messages: with `onBehalfOf` those between the two, else all of the user with other users. */
export function listUserMessages(call: Call): Answer {
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
}

/** GET /groups/{guid}/messages */
export function listGroupMessages(call: Call): Answer {
  const { guid } = groupInPath(call);
  const conversation = call.app.conversations.find('group', '', guid);
  const filter = new Filter();
  inConversations(filter, conversation ? [conversation.seq] : []);
  return listMessagesIn(call, filter);
}
