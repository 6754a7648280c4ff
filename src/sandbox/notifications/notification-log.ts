import type { App } from '../app/app.ts';
import type { ApiRoute } from '../app/route.ts';
import { keepDocument, listDocuments } from '../stores/documents.ts';
import type { Message } from '../stores/message.ts';
import { ANY_OBJECT, listOf } from '../wire/json-schema.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { notificationRoute as route } from './settings.ts';

const MILLISECONDS = param.number(0, 9_999_999_999_999);

/** Rows of a page; documented. */
const LOG_LIMIT = 20;

const KIND = 'notification log';

/** Logs that a message would have been pushed to its receiver. Only the switch `importpush` has it called. */
export function logNotification({ db, now }: App, message: Message): void {
  const { id, sender, peerA, peerB, kind, sentAt } = message;
  keepDocument(
    db,
    { kind: KIND, id: String(id) },
    {
      _id: String(id),
      component: 'notifications',
      channel: 'push',
      messageId: String(id),
      trigger: 'after_message',
      messageSentAtMS: sentAt * 1000,
      sender,
      receiver: kind === 'user' && peerA === sender ? peerB : peerA,
      receiverType: kind,
      notificationTriggered: true,
      processingStartedAtMS: now() * 1000,
    },
  );
}

const OF_MESSAGE = ['messageId', 'sender', 'receiver', 'receiverType', 'trigger', 'channel'] as const;

/** The log of notifications: newest first; filters of reactions, members and providers match nothing in it. */
export const notificationLogRoute: ApiRoute = route('GET /notifications/v1/logs', {
  summary: 'List the log of notifications: empty here, because the sandbox sends none',
  query: {
    messageId: param.list,
    reactionId: param.list,
    from: MILLISECONDS,
    to: MILLISECONDS,
    messageCategory: param.list,
    messageType: param.list,
    trigger: param.list,
    sender: param.list,
    reactionSender: param.list,
    receiver: param.list,
    receiverType: param.list,
    reactionReceiver: param.list,
    member: param.list,
    channel: param.list,
    provider: param.list,
    notificationTriggered: param.flag,
    reason: param.list,
    success: param.flag,
    affix: param.oneOf(['append', 'prepend']),
    logId: param.text,
  },
  answers: { data: listOf(ANY_OBJECT), meta: 'cursor' },
  answer: ({ app, query }) => {
    const rows = listDocuments(app.db, KIND)
      .filter((row) =>
        OF_MESSAGE.every((name) => {
          const wanted = query[name];
          return wanted.length === 0 || wanted.includes(String(row[name]));
        }),
      )
      .toReversed();
    return limitedAnswer(
      LOG_LIMIT,
      rows.slice(0, LOG_LIMIT).map((row) => JSON.stringify(row)),
    );
  },
});
