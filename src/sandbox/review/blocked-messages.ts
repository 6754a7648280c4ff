import { type ApiRoute, acknowledgement, type Call, routeOf } from '../app/route.ts';
import { findRecord, listRecords, type ModerationRecord } from '../moderation/records.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { messageNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { anyMessage, decide, pageOf, REVIEW_PAGE, reviewAnswer } from './judged-messages.ts';

const route = routeOf({ tag: 'Moderation' });

type RecordCall = Pick<Call, 'app' | 'apps'>;

/** The JSON of a record with its message. Reviewed ones have two members more. */
function recordJson({ app, apps }: RecordCall, record: ModerationRecord): string {
  const message = anyMessage(app, record.message);
  const reviewed = record.reviewed === 1;
  const appId = apps.idOf(app);
  return jsonObject(
    textMember('ruleId', record.ruleId),
    textMember('ruleName', record.ruleName),
    textMember('revisionId', record.revisionId && `${appId}_${record.revisionId}`),
    jsonMember('condition', record.condition),
    jsonMember('message', message && app.messages.json(message)),
    jsonMember('action', record.action),
    reviewed ? textMember('status', record.status) : '',
    numberMember('createdAt', record.blockedAt),
    numberMember('updatedAt', record.updatedAt),
    // Documented as a text, unlike every other time.
    reviewed ? textMember('blockedAt', String(record.blockedAt)) : '',
    reviewed ? textMember('appId', appId) : '',
  );
}

function listed(call: RecordCall & { readonly query: Parameters<typeof pageOf>[0] }, reviewed: 0 | 1) {
  const { app, query } = call;
  const records = listRecords(app.db, reviewed, pageOf(query));
  const rows = records.map(({ message }) => ({ id: message }));
  const items = records.map((record) => recordJson(call, record));
  return reviewAnswer(app, query, rows, items);
}

/** The calls about blocked messages and those that were reviewed. */
export const blockedMessageRoutes: readonly ApiRoute[] = [
  route('GET /moderation/blocked-messages', {
    summary: 'List the blocked messages that wait for a review, oldest first',
    query: REVIEW_PAGE,
    answers: cursored('BlockedMessage'),
    answer: (call) => listed(call, 0),
  }),
  route('PATCH /moderation/blocked-messages/{id}', {
    summary: 'Approve a blocked message, which its receivers then see, or reject it',
    body: field.shape({ status: field.requiredOneOf(['approved', 'rejected']), reviewed: field.flag }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { app, body, given, params } = call;
      const id = Number(params['id']);
      const record = findRecord(app.db, id);
      const message = anyMessage(app, id);
      if (!record || !message || record.reviewed === 1) throw messageNotFound();
      const { status } = body;
      // The older form of the call has no `reviewed`, and its answer says what was decided.
      const isOlder = given['reviewed'] === undefined;
      decide(call, message, record, { status, reviewed: isOlder || body.reviewed ? 1 : 0 });
      return acknowledgement(
        isOlder
          ? `Message with ID ${id} has been ${status}.`
          : `Message with ID ${id} has been reviewed successfully.`,
      );
    },
  }),
  route('GET /moderation/reviewed-messages', {
    summary: 'List the messages that a moderator has decided about: blocked ones, and flagged ones',
    query: REVIEW_PAGE,
    answers: cursored('ReviewedMessage'),
    answer: (call) => listed(call, 1),
  }),
];
