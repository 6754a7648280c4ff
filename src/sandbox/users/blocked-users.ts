import type { App } from '../app/app.ts';
import { type ApiRoute, failed, type RouteAnswer, routeOf, succeeded } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError, invalid, uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMap } from '../wire/json-text.ts';
import { publishBlocks } from './user-events.ts';
import { requiredIds } from './user-input.ts';
import { relatedPage, SEARCHED_PAGE } from './user-list.ts';
import { userInPath } from './users.ts';

const route = routeOf({ tag: 'Blocked Users' });
const PATH = '/users/{uid}/blockedusers';
/** The most uids of one call; not documented. */
const MAX_UIDS = 1000;

const BODY = field.shape({ blockedUids: requiredIds(MAX_UIDS) });

/** Runs the work for each uid that exists. It returns the message of its success, or its refusal. */
function forEach(
  app: App,
  uid: string,
  uids: readonly string[],
  work: (other: string) => string | ApiError,
): RouteAnswer {
  const self = new ApiError(
    'ERR_CANNOT_BLOCK_SELF',
    `The user with uid ${uid} cannot block or unblock itself.`,
  );
  if (uids.includes(uid) && !app.quirks.selfAlone) throw self;
  const resultOf = (other: string): string => {
    if (other === uid) return failed(self);
    if (!app.users.findActive(other)) return failed(uidNotFound(other));
    const done = work(other);
    return typeof done === 'string' ? succeeded(done) : failed(done);
  };
  return { data: jsonMap(uids.map((other) => [other, resultOf(other)])) };
}

/** The calls about blocked users. */
export const blockedUserRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary: 'Block users for a user; each uid has its own result',
    body: BODY,
    answers: one('Results'),
    answer: (call) => {
      const { app, body } = call;
      const { uid } = userInPath(call);
      const blocked: string[] = [];
      const answer = forEach(app, uid, body.blockedUids, (other) => {
        const isNew = app.blocks.insert(other, uid, app.now());
        if (isNew) blocked.push(other);
        else if (app.quirks.blockTwice === 'refuse') {
          return invalid({ blockedUids: [`The user with uid ${other} is blocked already.`] });
        }
        return `The user with UID ${uid} has blocked user with UID ${other} successfully.`;
      });
      publishBlocks(app, 'user_blocked', uid, blocked);
      return answer;
    },
  }),
  route(`GET ${PATH}`, {
    summary: 'List the users that a user has blocked, in the order of the blocks',
    query: SEARCHED_PAGE,
    answers: paged('User'),
    answer: (call) =>
      relatedPage(call, userInPath(call).uid, { table: 'blocks', other: 'blocked', since: 'blocked_at' }),
  }),
  route(`DELETE ${PATH}`, {
    summary: 'Lift blocks of a user; each uid has its own result',
    body: BODY,
    answers: one('Results'),
    answer: (call) => {
      const { app, body } = call;
      const { uid } = userInPath(call);
      const unblocked: string[] = [];
      const answer = forEach(app, uid, body.blockedUids, (other) => {
        if (app.blocks.remove(other, uid)) unblocked.push(other);
        return `The user with UID ${uid} has unblocked user with UID ${other} successfully.`;
      });
      publishBlocks(app, 'user_unblocked', uid, unblocked);
      return answer;
    },
  }),
];
