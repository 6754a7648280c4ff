import { type ApiRoute, acknowledgement, type PathCall, routeOf } from '../app/route.ts';
import { type AuthToken, authTokenJson } from '../stores/auth-token-store.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { Filter } from '../wire/filter.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';
import { changes } from './user-input.ts';
import { checkNoBot, userInPath } from './users.ts';

const route = routeOf({ tag: 'Auth Tokens' });
const ALL = '/users/{uid}/auth_tokens';
const ONE = '/users/{uid}/auth_tokens/{authToken}';

/**
 * The token that the path names. For a missing one the code is ERR_AUTH_TOKEN_NOT_FOUND (404).
 * AUTH_ERR_AUTH_TOKEN_NOT_FOUND (401) is for logins with a token, which this API does not accept.
 */
function tokenInPath(call: PathCall): AuthToken {
  const { uid } = userInPath(call);
  const token = call.app.authTokens.find(call.params['authToken'] ?? '');
  if (token?.uid === uid) return token;
  throw new ApiError(
    'ERR_AUTH_TOKEN_NOT_FOUND',
    `The auth token of the user with uid ${uid} does not exist.`,
  );
}

/** The calls about the auth tokens of users. */
export const authTokenRoutes: readonly ApiRoute[] = [
  route(`POST ${ALL}`, {
    summary: 'Get the newest token of a user, or a new one if there is none or with `force`',
    authOnly: 'certain',
    body: field.shape({ force: field.flag }),
    answers: one('AuthToken'),
    answer: (call) => {
      const { uid } = userInPath(call);
      const { authTokens, now, quirks } = call.app;
      checkNoBot(call.app, uid);
      const newest = call.body.force || quirks.newTokens ? undefined : authTokens.newest(uid);
      return { data: authTokenJson(newest ?? authTokens.create(uid, now())) };
    },
  }),
  route(`GET ${ALL}`, {
    summary: "List a user's tokens, newest first",
    secrets: true,
    query: param.PAGE,
    answers: paged('AuthToken'),
    answer: (call) => {
      const ofUser = new Filter('uid = ?', userInPath(call).uid);
      return call.app.authTokens.page(call.query, 'seq DESC', authTokenJson, ofUser);
    },
  }),
  route(`DELETE ${ALL}`, {
    summary: "Make all of a user's tokens invalid",
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { uid } = userInPath(call);
      call.app.authTokens.flush(uid);
      return acknowledgement(`Cleared Auth Tokens successfully for uid ${uid}.`);
    },
  }),
  route(`GET ${ONE}`, {
    summary: 'Get a token',
    secrets: true,
    answers: one('AuthToken'),
    answer: (call) => ({ data: authTokenJson(tokenInPath(call)) }),
  }),
  route(`PUT ${ONE}`, {
    summary: 'Tie a token to a platform and a device',
    body: field.shape({
      platform: field.text(LIMITS.name),
      userAgent: field.text(LIMITS.userAgent),
      appInfo: field.object(LIMITS.metadataBytes),
    }),
    answers: one('AuthToken'),
    answer: (call) => {
      const token = { ...tokenInPath(call), ...changes(call.body, call.given, []) };
      call.app.authTokens.update(token);
      return { data: authTokenJson(token) };
    },
  }),
  route(`DELETE ${ONE}`, {
    summary: 'Make a token invalid',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { authToken } = tokenInPath(call);
      call.app.authTokens.remove(authToken);
      return acknowledgement(`The Auth Token ${authToken} has been deleted successfully.`);
    },
  }),
];
