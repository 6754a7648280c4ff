import type { App } from '../app/app.ts';
import { type MessageReceiver, receiversOf } from '../app/receivers.ts';
import { type ApiRoute, acknowledgement, routeOf } from '../app/route.ts';
import { mentionedUids } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf, SENT_CATEGORIES } from '../stores/message-json.ts';
import type { User } from '../stores/user-store.ts';
import { one } from '../wire/answer-schema.ts';
import { type ApiError, messageRefused } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { messageInPath } from './message-access.ts';
import { checkContent, checkTypes } from './message-data.ts';
import { checkFiles, checkMentions, checkMuid, SENT_REPLY } from './message-input.ts';
import { LISTED, listMessagesIn, PAGED_LIST } from './message-list.ts';
import { checkQuote, checkReceiver, checkSize, sentJson, store } from './message-sending.ts';
import { threadListRoutes } from './thread-list.ts';

const route = routeOf({ tag: 'Messages' });

const wrongThread = (id: number, why: string): ApiError =>
  messageRefused('ERR_WRONG_MESSAGE_THREAD', id, why);

/** Refuses a message that cannot be replied to. Threads are one level deep. */
function checkParent(parent: Message): void {
  const { id, parentId, category } = parent;
  if (parentId !== null) {
    const what = 'is a reply itself; replies to replies are not possible';
    throw messageRefused('ERR_MESSAGE_THREAD_NESTING', id, what);
  }
  if (!SENT_CATEGORIES.some((sent) => sent === category)) {
    const what = `is of the category ${category}, which has no threads`;
    throw messageRefused('ERR_WRONG_MESSAGE_THREAD_CATEGORY', id, what);
  }
  if (parent.deletedAt !== null) throw wrongThread(id, 'has been deleted');
}

/** The receiver of a reply by the sender: the reply goes to the conversation of its thread, in either direction. */
function receiverOfReply(parent: Message, sender: User): MessageReceiver {
  return { receiverType: parent.kind, receiver: receiverOf({ ...parent, sender: sender.uid }) };
}

function subscribe(app: App, uid: string, message: number): void {
  app.db.run('INSERT OR IGNORE INTO thread_subscriptions (uid, message) VALUES (?, ?)', uid, message);
}

function followThread(app: App, sender: User, parentId: number, data: string): void {
  subscribe(app, sender.uid, parentId);
  for (const uid of mentionedUids(data)) if (app.users.findActive(uid)) subscribe(app, uid, parentId);
}

/** The calls about threads. */
export const threadRoutes: readonly ApiRoute[] = [
  route('POST /messages/{id}/thread', {
    summary: 'Reply to a message in its thread. A given receiver must be that of the thread',
    behalf: 'required',
    perUser: 'sender',
    body: SENT_REPLY,
    answers: one('Message'),
    answer: (call) => {
      checkSize(call.bodyText);
      const { app, body } = call;
      const sender = call.actor as User;
      const parent = messageInPath(call);
      checkParent(parent);
      const to = receiverOfReply(parent, sender);
      const mismatch = receiversOf(body).find(
        (one) => one.receiver !== to.receiver || one.receiverType !== to.receiverType,
      );
      if (mismatch) throw wrongThread(parent.id, `is not in a conversation with ${mismatch.receiver}`);
      checkReceiver(app, sender, to);
      checkQuote(call, sender, to);
      checkMuid(app, body.muid);
      checkTypes(call.given['data']);
      checkContent(body, call.given['data']);
      checkFiles(app, call.given['data'], true);
      checkMentions(app, call.given['data']);
      const { message: reply, delivered } = store(call, sender, to, parent.id);
      if (delivered) {
        app.messages.countReply(parent.id);
        // Users who reply or are mentioned follow the thread from then on.
        if (!app.quirks.noSubscribe) followThread(app, sender, parent.id, reply.data);
      }
      return { data: sentJson(app, reply, sender) };
    },
  }),
  route('GET /messages/{id}/thread', {
    summary: 'List the replies to a message, with a cursor or page by page',
    behalf: 'optional',
    query: PAGED_LIST,
    answers: LISTED,
    answer: (call) => {
      const parent = messageInPath(call);
      const filter = new Filter('messages.parent_id = ?', parent.id);
      if (call.actor) call.app.conversationStates.visibleTo(filter, call.actor.uid);
      return listMessagesIn(call, { filter }, true);
    },
  }),
  ...threadListRoutes,
  route('POST /messages/{id}/thread/subscription', {
    summary: 'Follow a thread, also without replies. To follow it again changes nothing',
    behalf: 'required',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const parent = messageInPath(call);
      checkParent(parent);
      const uid = call.actor?.uid ?? '';
      subscribe(call.app, uid, parent.id);
      return acknowledgement(
        `The user ${uid} has been subscribed to the thread of the message id ${parent.id}.`,
      );
    },
  }),
  route('DELETE /messages/{id}/thread/subscription', {
    summary: 'Stop following a thread',
    behalf: 'required',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { id } = messageInPath(call);
      const uid = call.actor?.uid ?? '';
      call.app.db.run('DELETE FROM thread_subscriptions WHERE uid = ? AND message = ?', uid, id);
      return acknowledgement(
        `The user ${uid} has been unsubscribed from the thread of the message id ${id}.`,
      );
    },
  }),
];
