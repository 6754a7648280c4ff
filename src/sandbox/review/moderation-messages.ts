import type { App } from '../app/app.ts';
import { type ApiRoute, acknowledgement, type PathCall, routeOf } from '../app/route.ts';
import { importGroupDetails, importUserDetails } from '../import/import-rows.ts';
import { checkContent, messageData } from '../messages/message-data.ts';
import { CONTENT } from '../messages/message-input.ts';
import { checkSize } from '../messages/message-sending.ts';
import { judged, keepVerdict, publishVerdict, withStatus } from '../moderation/moderate.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { guidNotFound, messageNotFound, uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';
import {
  asMessage,
  findJudged,
  type JudgedMessage,
  listJudged,
  pageOf,
  REVIEW_PAGE,
  removeJudged,
  reviewAnswer,
  saveJudged,
} from './judged-messages.ts';

const route = routeOf({ tag: 'Moderation' });

const DETAILS = field.nested({ type: 'object', description: 'a user or group that does not exist yet' });

const NEW_MESSAGE = field.shape({
  sender: field.requiredId,
  muid: field.text(LIMITS.muid),
  sentAt: field.seconds,
  ...CONTENT,
  senderUserDetails: DETAILS,
  receiverUserDetails: DETAILS,
  receiverGroupDetails: DETAILS,
});

function judgedInPath({ app, params }: PathCall): JudgedMessage {
  const message = findJudged(app, Number(params['id']));
  if (!message) throw messageNotFound();
  return message;
}

/** Creates the users and groups that do not exist. Documented: only those need details. */
function provideSides(app: App, body: field.ShapeValues<typeof NEW_MESSAGE>): void {
  const { sender, receiver, receiverType } = body;
  importUserDetails(app, body.senderUserDetails);
  importUserDetails(app, body.receiverUserDetails);
  importGroupDetails(app, body.receiverGroupDetails);
  if (!app.users.has(sender)) throw uidNotFound(sender);
  if (receiverType === 'group' && !app.groups.has(receiver)) throw guidNotFound(receiver);
  if (receiverType !== 'group' && !app.users.has(receiver)) throw uidNotFound(receiver);
}

/**
 * Judges a message and stores it with the decision. Without a rule for it nothing is against it. The answer says
 * `pending`, as documented.
 */
function judgeAndStore(app: App, message: JudgedMessage): string {
  const found = judged(app, { ...message }) ?? {
    verdict: { action: 'approve' } as const,
    data: withStatus(message.data, 'approved'),
  };
  const stored = { ...message, data: found.data };
  saveJudged(app, stored);
  keepVerdict(app, asMessage(stored), found.verdict, false);
  publishVerdict(app, asMessage(stored), found.verdict);
  const shown = app.quirks.moderationDecided ? found.data : withStatus(found.data, 'pending');
  return app.messages.json(asMessage({ ...stored, data: shown }));
}

/** The calls about messages that are only judged. */
export const moderationMessageRoutes: readonly ApiRoute[] = [
  route('POST /moderation/messages', {
    summary:
      'Have a message judged by the rules. It is not sent to anybody. The answer says `pending`; read it again',
    body: NEW_MESSAGE,
    answers: one('Message'),
    answer: ({ app, body, given, bodyText }) => {
      checkSize(bodyText);
      checkContent(body, given['data']);
      provideSides(app, body);
      const { sender, receiver, receiverType, type, data, tags } = body;
      const message = app.messages.unsaved({
        sender,
        receiver,
        receiverType,
        category: body.category ?? 'message',
        type,
        data,
        tags,
        muid: body.muid || null,
        sentAt: body.sentAt ?? app.now(),
        unread: false,
      });
      return { data: judgeAndStore(app, { ...message, receiver }) };
    },
  }),
  route('GET /moderation/messages', {
    summary: 'List the messages that were sent in to be judged, oldest first',
    query: {
      ...REVIEW_PAGE,
      sentAt: param.time,
      receiverUID: param.text,
      category: param.text,
      type: param.text,
      moderationStatus: param.oneOf(['pending', 'approved', 'disapproved']),
    },
    answers: cursored('Message'),
    answer: ({ app, query }) => {
      const rows = listJudged(app, { ...query, ...pageOf(query) });
      const items = rows.map((row) => app.messages.json(asMessage(row)));
      return reviewAnswer(app, query, rows, items);
    },
  }),
  route('GET /moderation/messages/{id}', {
    summary: 'Get a message that was sent in to be judged, with the decision',
    answers: one('Message'),
    answer: (call) => ({ data: call.app.messages.json(asMessage(judgedInPath(call))) }),
  }),
  route('PUT /moderation/messages/{id}', {
    summary: 'Replace the data of a message that was sent in, which is then judged again',
    body: field.shape({ data: field.required(messageData, '{}') }),
    answers: one('Message'),
    answer: (call) => {
      const { app, body, given, bodyText } = call;
      checkSize(bodyText);
      const before = judgedInPath(call);
      checkContent(before, given['data']);
      const now = app.now();
      const edited = { ...before, data: body.data, updatedAt: now, editedAt: now, editedBy: SYSTEM_USER.uid };
      return { data: judgeAndStore(app, edited) };
    },
  }),
  route('DELETE /moderation/messages/{id}', {
    summary: 'Delete a message that was sent in to be judged, with its record',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { id } = judgedInPath(call);
      removeJudged(call.app, id);
      return acknowledgement(`Message with id ${id} has been deleted successfully.`);
    },
  }),
];
