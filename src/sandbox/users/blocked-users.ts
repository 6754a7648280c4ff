import type { App } from '../app/app.ts';
import { type ApiRoute, failed, type PathCall, type RouteAnswer, routeOf, succeeded } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError, invalid, uidNotFound, userRefused } from '../wire/api-error.ts';
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

/** Change of a block: true if it has changed something, or its refusal. */
type Change = (app: App, uid: string, other: string) => boolean | ApiError;

/** The answer of a call that changes the blocks of a user, one by one. */
const answerOf =
  (done: 'blocked' | 'unblocked', change: Change) =>
  (call: PathCall & { readonly body: field.ShapeValues<typeof BODY> }): RouteAnswer => {
    const { app, body } = call;
    const { uid } = userInPath(call);
    const self = userRefused('ERR_CANNOT_BLOCK_SELF', uid, 'cannot block or unblock itself');
    if (body.blockedUids.includes(uid) && !app.quirks.selfAlone) throw self;
    const changed: string[] = [];
    const resultOf = (other: string): string => {
      if (other === uid) return failed(self);
      if (!app.users.findActive(other)) return failed(uidNotFound(other));
      const outcome = change(app, uid, other);
      if (outcome instanceof ApiError) return failed(outcome);
      if (outcome) changed.push(other);
      return succeeded(`The user with UID ${uid} has ${done} user with UID ${other} successfully.`);
    };
    const data = jsonMap(body.blockedUids.map((other) => [other, resultOf(other)]));
    publishBlocks(app, `user_${done}`, uid, changed);
    return { data };
  };

/** The calls about blocked users. */
export const blockedUserRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary: 'Block users for a user; each uid has its own result',
    body: BODY,
    answers: one('Results'),
    answer: answerOf(
      'blocked',
      (app, uid, other) =>
        app.blocks.insert(other, uid, app.now()) ||
        (app.quirks.blockTwice === 'refuse' &&
          invalid({ blockedUids: [`The user with uid ${other} is blocked already.`] })),
    ),
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
    answer: answerOf('unblocked', (app, uid, other) => app.blocks.remove(other, uid)),
  }),
];
