import type { App } from '../app/app.ts';
import { type ApiRoute, type PathCall, routeOf, succeeded } from '../app/route.ts';
import { Table } from '../storage/table.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { exact, FLAG, TEXT } from '../wire/json-schema.ts';
import { jsonObject, sameMembers } from '../wire/json-text.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import { LIMITS } from '../wire/validation.ts';
import { idTaken, LIMITED, requiredModerationId } from './moderation-id.ts';

const route = routeOf({ tag: 'Moderation' });

/** Documented: reasons of a page without `limit`. */
const LIMIT = 10;

/** Why users flag messages. */
export type Reason = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const REASONS = new Table<Reason>(
  'moderation_reasons',
  'id, name, description, isDefault, createdAt, updatedAt',
  'isDefault, createdAt',
  'keep',
);

/** A reason. Throws ERR_REASON_NOT_FOUND if there is none. */
export function reasonOf({ db }: App, id: string): Reason {
  const reason = REASONS.find(db, id);
  if (reason) return reason;
  throw new ApiError('ERR_REASON_NOT_FOUND', `The reason with id ${id} does not exist.`);
}

const reasonInPath = ({ app, params }: PathCall): Reason => reasonOf(app, params['reasonId'] ?? '');

const reasonJson = (reason: Reason): string =>
  jsonObject(
    ...sameMembers(reason, 'id', 'name', 'description'),
    reason.isDefault === 1 ? '"default":true' : '',
    ...sameMembers(reason, 'createdAt', 'updatedAt'),
  );

/** An acknowledgement without the envelope, as some calls of moderation are documented. */
export const BARE_ACKNOWLEDGEMENT = {
  data: exact({ success: FLAG, message: TEXT }),
  whole: true,
} as const;

/** The answer of such a call. */
export const bareAcknowledgement = (message: string) => ({ whole: succeeded(message) });

/** The calls about the reasons for flagging messages. */
export const reasonRoutes: readonly ApiRoute[] = [
  route('POST /moderation/reasons', {
    summary: 'Create a reason for flagging messages',
    body: field.shape({
      id: requiredModerationId,
      name: field.requiredText(LIMITS.name),
      description: field.text(LIMITS.description),
    }),
    answers: one('FlagReason'),
    answer: ({ app, body: { id, name, description } }) => {
      const now = app.now();
      const reason = { id, name, description, isDefault: 0, createdAt: now, updatedAt: now };
      if (REASONS.insert(app.db, reason) === 0) throw idTaken('REASON', id);
      return { data: reasonJson(reason) };
    },
  }),
  route('GET /moderation/reasons', {
    summary: 'List the reasons in the order they were created, `spam` first',
    query: LIMITED,
    answers: cursored('FlagReason'),
    answer: ({ app, query }) => {
      const limit = query.limit ?? LIMIT;
      return limitedAnswer(limit, REASONS.all(app.db, 'ORDER BY seq LIMIT ?', limit).map(reasonJson));
    },
  }),
  route('GET /moderation/reasons/{reasonId}', {
    summary: 'Get a reason',
    answers: one('FlagReason'),
    answer: (call) => ({ data: reasonJson(reasonInPath(call)) }),
  }),
  route('PUT /moderation/reasons/{reasonId}', {
    summary: 'Change a reason',
    body: field.shape({ name: field.requiredText(LIMITS.name), description: field.text(LIMITS.description) }),
    answers: one('FlagReason'),
    answer: (call) => {
      const { app, body, given } = call;
      const before = reasonInPath(call);
      const { description } = 'description' in given ? body : before;
      const reason = { ...before, name: body.name, description, updatedAt: app.now() };
      REASONS.update(app.db, reason);
      return { data: reasonJson(reason) };
    },
  }),
  route('DELETE /moderation/reasons/{reasonId}', {
    summary: 'Delete a reason; messages that were flagged with it stay flagged',
    answers: BARE_ACKNOWLEDGEMENT,
    answer: (call) => {
      const { id } = reasonInPath(call);
      REASONS.remove(call.app.db, id);
      return bareAcknowledgement(`The reason with id ${id} has been deleted successfully.`);
    },
  }),
];
