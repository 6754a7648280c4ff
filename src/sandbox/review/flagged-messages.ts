import type { App } from '../app/app.ts';
import { type ApiRoute, type Call, routeOf } from '../app/route.ts';
import { messageInPath, notAllowed } from '../messages/message-access.ts';
import { BARE_ACKNOWLEDGEMENT, bareAcknowledgement, reasonOf } from '../moderation/reasons.ts';
import { findRecord, flaggedRecord } from '../moderation/records.ts';
import type { Message } from '../stores/message.ts';
import type { User } from '../stores/user-store.ts';
import { cursored } from '../wire/answer-schema.ts';
import { messageNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonArray, jsonObject, sameMembers, textMember } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { anyMessage, decide, pageOf, REVIEW_PAGE, reviewAnswer } from './judged-messages.ts';

const route = routeOf({ tag: 'Moderation' });

type Flag = {
  readonly uid: string;
  readonly reasonId: string | null;
  readonly reasonName: string | null;
  readonly description: string | null;
  readonly remark: string | null;
  readonly flaggedAt: number;
};

/** The most flags of one message that a list shows; not documented. */
const SHOWN_FLAGS = 100;

function flagsOf({ db }: App, message: number): readonly Flag[] {
  return db.all<Flag>(
    `SELECT flags.uid, flags.reason_id AS reasonId, reasons.name AS reasonName, reasons.description, flags.remark,
       flags.flagged_at AS flaggedAt
     FROM moderation_flags AS flags LEFT JOIN moderation_reasons AS reasons ON reasons.id = flags.reason_id
     WHERE flags.message = ? ORDER BY flags.flagged_at, flags.uid LIMIT ?`,
    message,
    SHOWN_FLAGS,
  );
}

function flagJson({ users }: App, flag: Flag): string {
  return jsonObject(
    textMember('uid', flag.uid),
    ...sameMembers(users.find(flag.uid), 'name', 'avatar', 'role'),
    ...sameMembers(flag, 'reasonId', 'reasonName', 'description', 'remark', 'flaggedAt'),
  );
}

function flaggedJson({ app, apps }: Pick<Call, 'app' | 'apps'>, message: Message): string {
  const count = app.db.count('moderation_flags WHERE message = ?', message.id);
  const by = jsonArray(flagsOf(app, message.id).map((flag) => flagJson(app, flag)));
  const members = jsonObject(
    textMember('appId', apps.idOf(app)),
    `"flaggedBy":${by}`,
    `"flaggedCount":${count}`,
  );
  return `${app.messages.json(message).slice(0, -1)},${members.slice(1)}`;
}

/** The ids of flagged messages, a page in their order. */
function flaggedIds({ db }: App, { limit, id, older }: ReturnType<typeof pageOf>): readonly { id: number }[] {
  const rows = db.all<{ id: number }>(
    `SELECT DISTINCT message AS id FROM moderation_flags WHERE message ${older ? '<' : '>'} ?
     ORDER BY message ${older ? 'DESC' : 'ASC'} LIMIT ?`,
    id ?? (older ? Number.MAX_SAFE_INTEGER : 0),
    limit,
  );
  return older ? rows.reverse() : rows;
}

/** The calls about flagged messages. */
export const flaggedMessageRoutes: readonly ApiRoute[] = [
  route('POST /messages/{id}/flagged', {
    summary: 'Flag a message for the moderators. It stays visible. The same user again replaces its reason',
    behalf: 'required',
    body: field.shape(
      // Two sources name the reason in two ways.
      { id: field.text(LIMITS.id), reasonId: field.text(LIMITS.id), remark: field.text(LIMITS.description) },
      (reader, { id, reasonId }) => {
        if (!id && !reasonId) reader.problem('reasonId', 'The reasonId field is required.');
      },
    ),
    answers: BARE_ACKNOWLEDGEMENT,
    answer: (call) => {
      const { app, body } = call;
      const message = messageInPath(call);
      const reason = reasonOf(app, body.reasonId ?? body.id ?? '');
      if (message.deletedAt !== null || message.category === 'action')
        throw notAllowed(message.id, 'flagged');
      app.db.run(
        `INSERT OR REPLACE INTO moderation_flags (message, uid, reason_id, remark, flagged_at) VALUES (?, ?, ?, ?, ?)`,
        message.id,
        (call.actor as User).uid,
        reason.id,
        body.remark,
        app.now(),
      );
      return bareAcknowledgement(`Message ${message.id} has been flagged successfully.`);
    },
  }),
  route('GET /moderation/flagged-messages', {
    summary: 'List the flagged messages that wait for a review, oldest first',
    query: REVIEW_PAGE,
    answers: cursored('FlaggedMessage'),
    answer: (call) => {
      const { app, query } = call;
      const ids = flaggedIds(app, pageOf(query));
      const messages = ids.flatMap(({ id }) => anyMessage(app, id) ?? []);
      const items = messages.map((message) => flaggedJson(call, message));
      return reviewAnswer(app, query, ids, items);
    },
  }),
  route('PATCH /moderation/flagged-messages/{id}', {
    summary:
      'Decide about a flagged message: approved, its receivers see it; disapproved, only its sender still does',
    body: field.shape({ status: field.requiredOneOf(['approved', 'disapproved']) }),
    answers: BARE_ACKNOWLEDGEMENT,
    answer: (call) => {
      const { app, body, params } = call;
      const id = Number(params['id']);
      const message = anyMessage(app, id);
      if (!message || flagsOf(app, id).length === 0) throw messageNotFound();
      app.db.run('DELETE FROM moderation_flags WHERE message = ?', id);
      const before = findRecord(app.db, id);
      // The rule that an earlier decision was about has nothing to do with the flags; one that hides the message has.
      const record = before?.hidden === 1 ? before : flaggedRecord(id, app.now());
      decide(call, message, record, { status: body.status, reviewed: 1 });
      return bareAcknowledgement(`Message with id ${id} has been unflagged successfully.`);
    },
  }),
];
