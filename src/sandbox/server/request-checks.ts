import type { App } from '../app/app.ts';
import { type ManagementCredentials, sameSecret } from '../app/credentials.ts';
import type { ApiRoute } from '../app/route.ts';
import type { User } from '../stores/user-store.ts';
import { ApiError, invalid, uidNotFound } from '../wire/api-error.ts';
import { normalId } from '../wire/validation.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Refuses a key that does not exist, or whose scope does not allow the call. */
export function checkKey(app: App, route: ApiRoute, key: string): void {
  const scope = app.keys.scopeOf(key);
  if (scope === undefined) {
    throw new ApiError(
      'AUTH_ERR_APIKEY_NOT_FOUND',
      `The key ${key} does not exist. Please use correct apiKey.`,
      { status: app.quirks.keyStatus, secret: key },
    );
  }
  const allowed = app.quirks.tokensOnly ? route.authOnly === 'certain' : route.authOnly !== undefined;
  if (scope === 'fullAccess' || allowed) return;
  throw new ApiError(
    'AUTH_ERR_NO_ACCESS',
    `The key ${key} cannot be used to perform this operation. ` +
      'Please use API key with a correct scope to perform the operation.',
    { secret: key },
  );
}

/** The management key and secret of a request. Undefined if one is missing. */
export function loginOf(
  { key, secret, authorization }: Headers,
  login: ApiRoute['login'],
): ManagementCredentials | undefined {
  const isGiven = typeof key === 'string' && typeof secret === 'string' && key !== '' && secret !== '';
  if (login !== 'basic') return isGiven ? { key, secret } : undefined;
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(String(authorization)) ?? [];
  const [, user, password] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return user && password ? { key: user, secret: password } : undefined;
}

/** Refuses a management call without the right key and secret. */
export function checkManagement(
  login: ManagementCredentials | undefined,
  known: ManagementCredentials,
): void {
  if (!login) {
    throw new ApiError('AUTH_ERR_EMPTY_AUTH_HEADER', 'The management key and secret are required.');
  }
  if (!isManagementLogin(login, known)) {
    throw new ApiError('AUTH_ERR_NO_ACCESS', 'The management key and secret are not correct.');
  }
}

/** True if these are the key and the secret of the management calls. */
export function isManagementLogin(
  { key, secret }: ManagementCredentials,
  known: ManagementCredentials,
): boolean {
  // Both are always compared, so that the time does not show which one is wrong.
  const [isKey, isSecret] = [sameSecret(key, known.key), sameSecret(secret, known.secret)];
  return isKey && isSecret;
}

/** The user that `onBehalfOf` names, where the call takes one. Refuses unknown and deactivated users. */
export function namedActor(
  app: App,
  route: ApiRoute,
  header: string | string[] | undefined,
): User | undefined {
  if (route.behalf === undefined) return undefined;
  if (typeof header !== 'string' || header === '') {
    if (route.behalf === 'required') throw invalid({ onBehalfOf: ['The onBehalfOf header is required.'] });
    return undefined;
  }
  const user = app.users.findActive(normalId(header) ?? '');
  if (!user) throw uidNotFound(header);
  return user;
}

/**
 * Refuses a body that is not named JSON. A form is checked where it is read. Specified: `Content-Type: application/json` on requests with a
 * body. Code and status of the refusal are assumed.
 */
export function checkContentType(
  { quirks }: App,
  { body: shape }: ApiRoute,
  { headers, body }: { readonly headers: Headers; readonly body: Buffer },
): void {
  if (!shape || shape.form || body.length === 0 || quirks.contentType === 'any') return;
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (type.trim().toLowerCase() === 'application/json') return;
  const expected = 'The Content-Type of the body must be application/json.';
  throw new ApiError('ERR_BAD_REQUEST', expected, { status: 415 });
}
